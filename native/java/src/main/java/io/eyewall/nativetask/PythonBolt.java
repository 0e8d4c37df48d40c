package io.eyewall.nativetask;

import java.util.ArrayList;
import java.util.Objects;

/**
 * A bolt in Python: {@code new PythonBolt("words", "Count").output("word", "count")}. Each task is
 * a process of its own, with batches of tuples in memory that both share. When it crashes or is
 * killed, its unfinished tuples fail, and a new one is started. What it raises fails the topology.
 */
public final class PythonBolt extends TaskBolt<PythonBolt> {
    private static final long serialVersionUID = 1L;

    private final String module;
    private final String type;
    private final ArrayList<String> folders = new ArrayList<>();
    private String interpreter = "python3";

    /**
     * @param module for Python's {@code import}: a file of the folder {@code resources} in the
     *     topology's jar, or of an installed package
     * @param type a class in it, derived from {@code eyewall.Bolt}
     */
    public PythonBolt(String module, String type) {
        this.module = Objects.requireNonNull(module, "module");
        this.type = Objects.requireNonNull(type, "type");
    }

    /** The program to run, such as the one of a virtual environment, instead of python3. */
    public PythonBolt interpreter(String program) {
        interpreter = Objects.requireNonNull(program, "program");
        return this;
    }

    /** Another folder where modules are looked for, on every machine that runs the topology. */
    public PythonBolt modulesIn(String folder) {
        folders.add(Objects.requireNonNull(folder, "folder"));
        return this;
    }

    @Override
    PythonOrigin origin() {
        return new PythonOrigin(module, type, folders, interpreter);
    }

    @Override
    PythonBolt self() {
        return this;
    }
}
