package io.eyewall.engine.memory;

import java.lang.management.MemoryUsage;
import java.util.function.LongSupplier;

/**
 * Measures how nearly full the heap is with live objects, according to the collections of the old
 * generation. This is the last bound on waiting tuples, for everything that size estimates miss:
 * while the heap is nearly full, mailboxes count as full with fewer tuples, whatever their size.
 *
 * <p>A measurement expires: if no different one follows within five seconds, the old generation is
 * no longer filling up, and the bound is released step by step. Any thread may read the bound,
 * which costs one volatile read; the JVM's notification thread updates it after each collection.
 */
public final class HeapPressure {
    /**
     * Fill levels of the old generation from which the first, the second and the third step apply.
     */
    private static final double[] STEP_FILL_LEVELS = {0.65, 0.80, 0.90};

    /** Each step divides capacities by eight. */
    private static final int BITS_PER_STEP = 3;

    private static final long EXPIRY_NS = 5_000_000_000L;

    private static final HeapPressure OF_PROCESS = new HeapPressure(System::nanoTime);

    private final LongSupplier clockNs;
    private long measuredBytes;
    private long measuredNs;

    /** Number of steps that apply; zero without pressure. Written with the lock of this held. */
    private volatile int step;

    /**
     * Creates an instance that has measured nothing.
     *
     * @param clockNs the clock by which measurements expire
     */
    HeapPressure(LongSupplier clockNs) {
        this.clockNs = clockNs;
    }

    /**
     * Returns the pressure on this process's heap; an engine's {@link GarbageCollectionListener}
     * keeps it up to date.
     */
    public static HeapPressure ofProcess() {
        return OF_PROCESS;
    }

    /**
     * Returns what remains of a capacity under the present pressure; 1 at least.
     *
     * @param capacity capacity in tuples without pressure
     */
    public int limitCapacity(int capacity) {
        int currentStep = step;
        return currentStep == 0 ? capacity : Math.max(1, capacity >> (currentStep * BITS_PER_STEP));
    }

    /** Returns whether the heap is so full that capacities are limited. */
    public boolean isHigh() {
        return step > 0;
    }

    /**
     * Records a collection of any generation.
     *
     * @param usage memory usage of the old generation after its last collection
     */
    synchronized void onCollection(MemoryUsage usage) {
        long nowNs = clockNs.getAsLong();
        if (usage.getUsed() != measuredBytes) {
            measuredBytes = usage.getUsed();
            measuredNs = nowNs;
            step = stepFor(usage);
        } else if (step > 0 && nowNs - measuredNs > EXPIRY_NS) {
            measuredNs = nowNs;
            step = step - 1;
        }
    }

    private static int stepFor(MemoryUsage usage) {
        double fullness = usage.getMax() > 0 ? (double) usage.getUsed() / usage.getMax() : 0;
        int step = 0;
        for (double fillLevel : STEP_FILL_LEVELS) {
            step += fullness >= fillLevel ? 1 : 0;
        }
        return step;
    }
}
