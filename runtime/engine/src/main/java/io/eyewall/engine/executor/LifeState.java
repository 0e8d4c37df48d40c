package io.eyewall.engine.executor;

/** The states of an executor. {@link #mayBecome} defines the transitions. */
enum LifeState {
    /** The tasks exist; none of their methods has been called. */
    NEW,
    /** The tasks are being opened or prepared. */
    OPENING,
    /** All tasks are open; the executor takes part in the topology. */
    OPEN,
    /** The tasks are to be closed as soon as none of their user code runs. */
    CLOSING,
    /** The tasks have been closed, given up to other executors, or abandoned. */
    CLOSED;

    /**
     * Returns whether an executor may change from this state to {@code next}.
     *
     * <pre>
     * NEW ──► OPENING ──► OPEN ──► CLOSING ──► CLOSED
     *  │         └────────────────────▲          ▲
     *  ├──► OPEN     (open tasks taken over)     │
     *  ├──► CLOSING  (never opened)              │
     *  └──► CLOSED ◄── OPEN  (tasks given up) ───┘
     * </pre>
     */
    boolean mayBecome(LifeState next) {
        return switch (this) {
            case NEW -> true;
            case OPENING -> next == OPEN || next == CLOSING || next == CLOSED;
            case OPEN -> next == CLOSING || next == CLOSED;
            case CLOSING -> next == CLOSED;
            case CLOSED -> false;
        };
    }

    /**
     * Returns whether an executor in this state accepts tuples. One that is not open yet keeps them
     * in its mailbox.
     */
    boolean acceptsTuples() {
        return this != CLOSING && this != CLOSED;
    }
}
