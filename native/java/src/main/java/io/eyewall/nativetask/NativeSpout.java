package io.eyewall.nativetask;

import java.util.Objects;

/**
 * A spout in C++. It is asked for some tuples at once; where {@code topology.max.spout.pending} is
 * set they are emitted one by one, so that it holds.
 */
public final class NativeSpout extends TaskSpout<NativeSpout> implements LibraryComponent {
    private static final long serialVersionUID = 1L;

    private final String library;
    private final String component;

    private boolean inChildProcess;

    /** As {@link NativeBolt#NativeBolt}. */
    public NativeSpout(String library, String component) {
        this.library = Objects.requireNonNull(library, "library");
        this.component = Objects.requireNonNull(component, "component");
    }

    /**
     * Runs each task in a process of its own. When that crashes or is killed, a new one is started,
     * which is told of no message of the old one.
     */
    public NativeSpout inChildProcess() {
        inChildProcess = true;
        return this;
    }

    @Override
    NativeOrigin origin() {
        return new NativeOrigin(library, component, inChildProcess);
    }

    @Override
    NativeSpout self() {
        return this;
    }

    @Override
    public Description description() {
        return new Description(library, component, outputNames(), inChildProcess);
    }
}
