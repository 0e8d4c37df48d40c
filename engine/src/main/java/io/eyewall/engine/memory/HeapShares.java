package io.eyewall.engine.memory;

/**
 * How much of the heap may be taken by tuples that wait, as far as their size can be estimated.
 * Bounds in tuples are for the usual tuple of some hundred bytes; these are for large ones.
 */
public final class HeapShares {
    private static final long HEAP = Runtime.getRuntime().maxMemory();

    private HeapShares() {}

    /** Bytes that may wait for one executor before its senders are held back. */
    public static long mailbox() {
        return HEAP / 32;
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
