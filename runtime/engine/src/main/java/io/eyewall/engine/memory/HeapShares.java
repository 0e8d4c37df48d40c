package io.eyewall.engine.memory;

/**
 * Limits, in bytes, on the share of the heap that waiting tuples may take, as far as their size can
 * be estimated. Limits in tuples suit usual tuples of some hundred bytes; these suit large ones.
 */
public final class HeapShares {
    private static final long HEAP_BYTES = Runtime.getRuntime().maxMemory();

    private static final long MIN_MAILBOX_BYTES = 128 << 10;

    private HeapShares() {}

    /**
     * Returns the bytes that may wait for one executor of a topology with few executors before its
     * senders are held back.
     */
    public static long mailbox() {
        return HEAP_BYTES / 32;
    }

    /**
     * Returns the same limit for one of many executors of a topology, which may all be full of
     * large tuples at the same time; it suffices for a mailbox of usual tuples.
     */
    public static long mailbox(int executors) {
        long share = HEAP_BYTES / 2 / Math.max(1, executors);
        return Math.max(MIN_MAILBOX_BYTES, Math.min(mailbox(), share));
    }

    /** Returns the bytes that may be in transit from one core to another. */
    public static long link(int cores) {
        return HEAP_BYTES / 16 / Math.max(1, cores * (cores - 1));
    }

    /** Returns the bytes of foreign calls that may wait for one task's core. */
    public static long foreignCalls() {
        return HEAP_BYTES / 64;
    }
}
