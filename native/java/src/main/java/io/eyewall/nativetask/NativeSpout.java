package io.eyewall.nativetask;

import java.util.Objects;

/**
 * A spout in C++. Each request to the task asks for several tuples. If {@code
 * topology.max.spout.pending} is set, each {@code nextTuple} emits one of them, so that the limit
 * holds.
 */
public final class NativeSpout extends TaskSpout<NativeSpout> implements LibraryComponent {
    private static final long serialVersionUID = 1L;

    private final String library;
    private final String component;

    private boolean inChildProcess;

    /** Creates a spout; the parameters are those of {@link NativeBolt#NativeBolt}. */
    public NativeSpout(String library, String component) {
        this.library = Objects.requireNonNull(library, "library");
        this.component = Objects.requireNonNull(component, "component");
    }

    /**
     * Runs each task in its own child process. When that process crashes or is killed, a new
     * process starts, which receives no acks or fails for the old one's messages.
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
