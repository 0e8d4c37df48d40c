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
    private static final long SLOW_NS = 300_000;
    private static final long SLICE_NS = 2_000_000;

    /** Maximum age of the reading of processor time that serves to judge a slow call. */
    private static final long ANCHOR_NS = 5_000_000;

    private final LongSupplier threadCpu;
    private long anchorNs;
    private long anchorCpuNs = -1;
    private boolean suspicious;
    private long startNs;
    private long lastNs;
    private long loadNs;

    public CallMeter() {
        this(THREADS::getCurrentThreadCpuTime);
    }

    /**
     * @param threadCpu processor time of the calling thread, in nanoseconds
     */
    public CallMeter(LongSupplier threadCpu) {
        this.threadCpu = threadCpu;
    }

    /**
     * Called when a sampled call begins.
     *
     * @param clock the engine's clock; a stepped engine's clock stands still during calls, so that
     *     such an engine does not depend on the machine's speed
     */
    public void begin(Clock clock) {
        startNs = clock.nanoTime();
        if (clock.isReal() && (anchorCpuNs < 0 || startNs - anchorNs > ANCHOR_NS)) {
            anchorNs = startNs;
            anchorCpuNs = threadCpu.getAsLong();
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
        lastNs = elapsedNs;
        loadNs = elapsedNs;
        if (elapsedNs < SLOW_NS) {
            suspicious = false;
        } else if (!suspicious) {
            suspicious = true;
            loadNs = clock.isReal() ? computedNs(elapsedNs) : elapsedNs;
        }
        return elapsedNs;
    }

    /**
     * Returns the processor time of the call that has ended: the time since the anchor, less the
     * time before the call.
     */
    private long computedNs(long elapsedNs) {
        long cpuNs = threadCpu.getAsLong() - anchorCpuNs;
        anchorCpuNs = -1; // later calls may run on another thread
        return Math.max(0, Math.min(elapsedNs, cpuNs - (startNs - anchorNs)));
    }

    /** Returns the part of the last sample that counts as load. */
    public long loadNs() {
        return loadNs;
    }

    /** Returns whether the last sample was slow, so that the next call should be sampled, too. */
    public boolean isSuspicious() {
        return suspicious;
    }

    /**
     * Returns how many calls as long as the last sample a slice should make, from 1 to {@code max}.
     */
    public int callsPerSlice(int max) {
        return lastNs * max <= SLICE_NS ? max : (int) Math.max(1, SLICE_NS / lastNs);
    }
}
