package io.eyewall.nativetask;

import java.util.ArrayList;
import java.util.Objects;

/**
 * A spout in Python; its processes are run like those of {@link PythonBolt}. A replacement process
 * receives no acks or fails for the old one's messages. Each request to the task asks for many
 * tuples. If {@code topology.max.spout.pending} is set, each {@code nextTuple} emits one of them,
 * so that the limit holds.
 */
public final class PythonSpout extends TaskSpout<PythonSpout> {
    private static final long serialVersionUID = 1L;

    private final String module;
    private final String type;
    private final ArrayList<String> folders = new ArrayList<>();
    private String interpreter = "python3";

    /**
     * Creates a spout.
     *
     * @param module the module to import: a file of the folder {@code resources} in the topology's
     *     jar, or a module of an installed package
     * @param type a class of the module, derived from {@code eyewall.Spout}
     */
    public PythonSpout(String module, String type) {
        this.module = Objects.requireNonNull(module, "module");
        this.type = Objects.requireNonNull(type, "type");
    }

    /**
     * Sets the Python program, for example that of a virtual environment; {@code python3} by
     * default.
     */
    public PythonSpout interpreter(String program) {
        interpreter = Objects.requireNonNull(program, "program");
        return this;
    }

    /**
     * Adds a folder to search for modules; it must exist on every machine that runs the topology.
     */
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
