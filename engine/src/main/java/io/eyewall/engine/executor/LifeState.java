package io.eyewall.engine.executor;

/** Where an executor is in its life. It moves only as {@link #mayBecome} says. */
enum LifeState {
    /** Its tasks exist, nothing of theirs has been called. */
    NEW,
    /** Its tasks are being opened or prepared. */
    OPENING,
    /** All its tasks are open: it takes part in the topology. */
    OPEN,
    /** It is to be closed as soon as its user code is not running. */
    CLOSING,
    /** Its tasks have been closed, given up to other executors, or abandoned. */
    CLOSED;

    /**
     * Whether that is a step of an executor's life.
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

    /** Whether it takes tuples in: until it is closing it keeps what comes too early. */
    boolean takesTuples() {
        return this != CLOSING && this != CLOSED;
    }
}
