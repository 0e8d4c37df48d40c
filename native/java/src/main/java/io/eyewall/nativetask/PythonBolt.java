package io.eyewall.nativetask;

import java.util.ArrayList;
import java.util.Objects;

/**
 * A bolt in Python: {@code new PythonBolt("words", "Count").output("word", "count")}. Each task
 * runs in its own child process and exchanges batches of tuples through shared memory. When the
 * process crashes or is killed, its unfinished tuples fail, and a new process starts. An exception
 * raised by the task fails the topology.
 */
public final class PythonBolt extends TaskBolt<PythonBolt> {
    private static final long serialVersionUID = 1L;

    private final String module;
    private final String type;
    private final ArrayList<String> folders = new ArrayList<>();
    private String interpreter = "python3";

    /**
     * Creates a bolt.
     *
     * @param module the module to import: a file of the folder {@code resources} in the topology's
     *     jar, or a module of an installed package
     * @param type a class of the module, derived from {@code eyewall.Bolt}
     */
    public PythonBolt(String module, String type) {
        this.module = Objects.requireNonNull(module, "module");
        this.type = Objects.requireNonNull(type, "type");
    }

    /**
     * Sets the Python program, for example that of a virtual environment; {@code python3} by
     * default.
     */
    public PythonBolt interpreter(String program) {
        interpreter = Objects.requireNonNull(program, "program");
        return this;
    }

    /**
     * Adds a folder to search for modules; it must exist on every machine that runs the topology.
     */
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
