package io.eyewall.engine.executor;

import io.eyewall.engine.core.Clock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * Measures how long sampled calls take and how much of that is load; computes how many calls fit
 * into a slice. For the executor's core thread.
 *
 * <p>On a crowded machine a thread may lose its processor within a sampled call. As that call
 * stands for thousands, it would make its executor look busy and all others idle. So only the
 * processor time of a slow call after a quick one counts as load.
 */
public final class CallMeter {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Time from which a sampled call counts as slow. */
    private static final long SLOW_NS = 300_000;

    /** Intended maximum time of a slice. */
    private static final long SLICE_NS = 2_000_000;

    /** Maximum age of the reading of processor time that serves to judge a slow call. */
    private static final long MAX_READING_AGE_NS = 5_000_000;

    private final LongSupplier threadCpuNs;

    /** When the thread's processor time was read last. */
    private long readingNs;

    /** The thread's processor time at {@link #readingNs}; -1 if there is no valid reading. */
    private long readingCpuNs = -1;

    private boolean wasSlow;
    private long startNs;
    private long lastElapsedNs;
    private long loadNs;

    public CallMeter() {
        this(THREADS::getCurrentThreadCpuTime);
    }

    /**
     * @param threadCpuNs processor time of the calling thread, in nanoseconds
     */
    public CallMeter(LongSupplier threadCpuNs) {
        this.threadCpuNs = threadCpuNs;
    }

    /**
     * Called when a sampled call begins.
     *
     * @param clock the engine's clock; a stepped engine's clock stands still during calls, so that
     *     such an engine does not depend on the machine's speed
     */
    public void begin(Clock clock) {
        startNs = clock.nanoTime();
        if (clock.isReal() && (readingCpuNs < 0 || startNs - readingNs > MAX_READING_AGE_NS)) {
            readingNs = startNs;
            readingCpuNs = threadCpuNs.getAsLong();
        }
    }

    /** Returns when the sampled call began. */
    public long startNs() {
        return startNs;
    }

    /**
     * Called when the sampled call has ended on the same thread.
     *
     * @param clock the clock that was given to {@link #begin}
     * @return how long the call took, in nanoseconds
     */
    public long end(Clock clock) {
        long elapsedNs = clock.nanoTime() - startNs;
        lastElapsedNs = elapsedNs;
        loadNs = elapsedNs;
        if (elapsedNs < SLOW_NS) {
            wasSlow = false;
        } else if (!wasSlow) {
            wasSlow = true;
            loadNs = clock.isReal() ? processorNs(elapsedNs) : elapsedNs;
        }
        return elapsedNs;
    }

    /**
     * Returns the processor time of the call that has ended: the processor time since the reading,
     * less the time from the reading to the beginning of the call.
     */
    private long processorNs(long elapsedNs) {
        long cpuNs = threadCpuNs.getAsLong() - readingCpuNs;
        readingCpuNs = -1; // later calls may run on another thread
        return Math.max(0, Math.min(elapsedNs, cpuNs - (startNs - readingNs)));
    }

    /** Returns the part of the last sample that counts as load. */
    public long loadNs() {
        return loadNs;
    }

    /** Returns whether the last sample was slow, so that the next call should be sampled, too. */
    public boolean wasSlow() {
        return wasSlow;
    }

    /**
     * Returns how many calls as long as the last sample a slice should make, from 1 to {@code max}.
     */
    public int callsPerSlice(int max) {
        return lastElapsedNs * max <= SLICE_NS ? max : (int) Math.max(1, SLICE_NS / lastElapsedNs);
    }
}
