package io.eyewall.nativetask;

import java.util.Objects;

/**
 * A bolt in C++: {@code new NativeBolt("libcount.so", "Count").output("word", "count")}. Tuples are
 * gathered and handed over together, at the latest when the engine's step ends (elsewhere: after a
 * millisecond). What the task throws fails the topology.
 *
 * <p>A crash of the library is a crash of the process, unless its tasks are {@linkplain
 * #inChildProcess in processes of their own}.
 */
public final class NativeBolt extends TaskBolt<NativeBolt> implements LibraryComponent {
    private static final long serialVersionUID = 1L;

    private final String library;
    private final String component;

    private boolean inChildProcess;

    /**
     * @param library a file of the folder {@code resources} in the topology's jar, or a path
     * @param component its name in {@code EYEWALL_TASKS}
     */
    public NativeBolt(String library, String component) {
        this.library = Objects.requireNonNull(library, "library");
        this.component = Objects.requireNonNull(component, "component");
    }

    /**
     * Runs each task in a process of its own. When that crashes or is killed, its unfinished tuples
     * fail, and a new one is started, which knows nothing of what the old one knew.
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
