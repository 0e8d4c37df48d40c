package io.eyewall.nativetask;

import java.util.Objects;

/**
 * A bolt in C++: {@code new NativeBolt("libcount.so", "Count").output("word", "count")}. Tuples are
 * handed over in batches, at the latest at the end of the engine's step, or after a millisecond
 * outside Eyewall's engine. An exception of the task fails the topology.
 *
 * <p>A crash of the library crashes the whole process, unless its tasks run {@linkplain
 * #inChildProcess in child processes}.
 */
public final class NativeBolt extends TaskBolt<NativeBolt> implements LibraryComponent {
    private static final long serialVersionUID = 1L;

    private final String library;
    private final String component;

    private boolean inChildProcess;

    /**
     * Creates a bolt.
     *
     * @param library a file of the folder {@code resources} in the topology's jar, or an absolute
     *     path
     * @param component the component's name in the library's {@code EYEWALL_TASKS}
     */
    public NativeBolt(String library, String component) {
        this.library = Objects.requireNonNull(library, "library");
        this.component = Objects.requireNonNull(component, "component");
    }

    /**
     * Runs each task in its own child process. When that process crashes or is killed, its
     * unfinished tuples fail, and a new process starts without the old one's state.
     */
    public NativeBolt inChildProcess() {
        inChildProcess = true;
        return this;
    }

    @Override
    NativeOrigin origin() {
        return new NativeOrigin(library, component, inChildProcess);
    }

    @Override
    NativeBolt self() {
        return this;
    }

    @Override
    public Description description() {
        return new Description(library, component, outputNames(), inChildProcess);
    }
}
