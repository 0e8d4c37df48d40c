package io.eyewall.nativetask;

import java.util.ArrayList;
import java.util.Objects;

/**
 * A spout in Python; for the rest as {@link PythonBolt}. A new process is told of no message of the
 * old one. It is asked for many tuples at once; where {@code topology.max.spout.pending} is set
 * they are emitted one by one, so that it holds.
 */
public final class PythonSpout extends TaskSpout<PythonSpout> {
    private static final long serialVersionUID = 1L;

    private final String module;
    private final String type;
    private final ArrayList<String> folders = new ArrayList<>();
    private String interpreter = "python3";

    /**
     * @param module for Python's {@code import}: a file of the folder {@code resources} in the
     *     topology's jar, or of an installed package
     * @param type a class in it, derived from {@code eyewall.Spout}
     */
    public PythonSpout(String module, String type) {
        this.module = Objects.requireNonNull(module, "module");
        this.type = Objects.requireNonNull(type, "type");
    }

    /** The program to run, such as the one of a virtual environment, instead of python3. */
    public PythonSpout interpreter(String program) {
        interpreter = Objects.requireNonNull(program, "program");
        return this;
    }

    /** Another folder where modules are looked for, on every machine that runs the topology. */
    public PythonSpout modulesIn(String folder) {
        folders.add(Objects.requireNonNull(folder, "folder"));
        return this;
    }

    @Override
    PythonOrigin origin() {
        return new PythonOrigin(module, type, folders, interpreter);
    }

    @Override
    PythonSpout self() {
        return this;
    }
}
