package io.eyewall.engine.memory;

/**
 * How much of the heap may be taken by tuples that wait, as far as their size can be estimated.
 * Bounds in tuples are for the usual tuple of some hundred bytes; these are for large ones.
 */
public final class HeapShares {
    private static final long HEAP = Runtime.getRuntime().maxMemory();

    private static final long USUAL_MAILBOX = 128 << 10;

    private HeapShares() {}

    /** Bytes that may wait for one executor of few before its senders are held back. */
    public static long mailbox() {
        return HEAP / 32;
    }

    /**
     * The same for one of so many executors of a topology, which may all be full of large tuples at
     * a time; enough for a mailbox of usual ones.
     */
    public static long mailbox(int executors) {
        long share = HEAP / 2 / Math.max(1, executors);
        return Math.max(USUAL_MAILBOX, Math.min(mailbox(), share));
    }

    /** Bytes that may be on their way from one core to another. */
    public static long link(int cores) {
        return HEAP / 16 / Math.max(1, cores * (cores - 1));
    }

    /** Bytes that other threads than the core's may emit ahead of it for one task. */
    public static long foreignCalls() {
        return HEAP / 64;
    }
}
