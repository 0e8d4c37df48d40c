package io.eyewall.engine.memory;

import java.lang.management.MemoryUsage;
import java.util.function.LongSupplier;

/**
 * How nearly full the heap is with objects that live, as collections of the old generation have
 * found it. The last bound of what waits, for all that estimates of sizes do not see: while the
 * heap is nearly full, mailboxes admit fewer tuples, whatever the size of these.
 *
 * <p>A finding grows old: if no other has followed it for a while, the old generation is not being
 * filled any more, and the bound is given up step by step. Any thread asks, which costs one read;
 * the JVM's thread for notifications writes, after each collection.
 */
public final class HeapPressure {
    /** How full the old generation is at the first step, the second and the third. */
    private static final double[] NEARLY_FULL = {0.65, 0.80, 0.90};

    /** Each step divides capacities by eight. */
    private static final int SHIFT_OF_STEP = 3;

    private static final long GROWS_OLD_NS = 5_000_000_000L;

    private static final HeapPressure OF_PROCESS = new HeapPressure(System::nanoTime);

    private final LongSupplier clockNs;
    private long foundBytes;
    private long foundNs;

    /** Written under the lock. */
    private volatile int step;

    /**
     * @param clockNs the time that findings grow old by
     */
    HeapPressure(LongSupplier clockNs) {
        this.clockNs = clockNs;
    }

    /** That of this process's heap; an engine's {@link CollectionListener} keeps it up to date. */
    public static HeapPressure ofProcess() {
        return OF_PROCESS;
    }

    /**
     * What a capacity is while the heap is as full as it is; 1 at least.
     *
     * @param capacity in tuples, while there is room
     */
    public int limit(int capacity) {
        int now = step;
        return now == 0 ? capacity : Math.max(1, capacity >> (now * SHIFT_OF_STEP));
    }

    /** Whether it is so full that capacities are limited. */
    public boolean isHigh() {
        return step > 0;
    }

    /**
     * A collection has taken place, of whichever generation.
     *
     * @param left what the last collection of the old generation has left there
     */
    synchronized void collected(MemoryUsage left) {
        long nowNs = clockNs.getAsLong();
        if (left.getUsed() != foundBytes) {
            foundBytes = left.getUsed();
            foundNs = nowNs;
            step = step(left);
        } else if (step > 0 && nowNs - foundNs > GROWS_OLD_NS) {
            foundNs = nowNs;
            step = step - 1;
        }
    }

    private static int step(MemoryUsage left) {
        double full = left.getMax() > 0 ? (double) left.getUsed() / left.getMax() : 0;
        int step = 0;
        for (double nearlyFull : NEARLY_FULL) {
            step += full >= nearlyFull ? 1 : 0;
        }
        return step;
    }
}
