package io.eyewall.engine.executor;

import io.eyewall.engine.core.Clock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * Sees how long sampled calls take, and how much of that is load; tells how many calls fit into a
 * slice. For the executor's core thread.
 *
 * <p>On a crowded machine a thread may lose its processor within a sampled call. That call stands
 * for thousands, and would make its executor look busy and all others idle. So of a slow call after
 * a quick one only the processor time counts as load.
 */
final class CallMeter {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long SLOW_NS = 300_000;
    private static final long SLICE_NS = 2_000_000;

    /** How old the processor time may be by which a slow call is judged. */
    private static final long ANCHOR_NS = 5_000_000;

    private final LongSupplier threadCpu;
    private long anchorNs;
    private long anchorCpuNs = -1;
    private boolean suspicious;
    private long startNs;
    private long lastNs;
    private long loadNs;

    CallMeter() {
        this(THREADS::getCurrentThreadCpuTime);
    }

    /**
     * @param threadCpu processor time of the calling thread, in nanoseconds
     */
    CallMeter(LongSupplier threadCpu) {
        this.threadCpu = threadCpu;
    }

    /**
     * A sampled call begins.
     *
     * @param clock the engine's, so that a stepped engine, whose clock stands still during calls,
     *     does not depend on the machine's speed
     */
    void begin(Clock clock) {
        startNs = clock.nanoTime();
        if (clock.isReal() && (anchorCpuNs < 0 || startNs - anchorNs > ANCHOR_NS)) {
            anchorNs = startNs;
            anchorCpuNs = threadCpu.getAsLong();
        }
    }

    /** When the sampled call began. */
    long startNs() {
        return startNs;
    }

    /**
     * The sampled call has ended on the same thread.
     *
     * @param clock as given to begin
     * @return how long it took, in nanoseconds
     */
    long end(Clock clock) {
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

    /** Processor time of the call that has ended: that since the anchor, less what came before. */
    private long computedNs(long elapsedNs) {
        long cpuNs = threadCpu.getAsLong() - anchorCpuNs;
        anchorCpuNs = -1; // it may go on on another thread
        return Math.max(0, Math.min(elapsedNs, cpuNs - (startNs - anchorNs)));
    }

    /** The part of the last sample that counts as load. */
    long loadNs() {
        return loadNs;
    }

    /** Whether the last sample was slow, so that the next call should be one, too. */
    boolean isSuspicious() {
        return suspicious;
    }

    /** How many such calls a slice should have, from 1 to {@code most}. */
    int callsPerSlice(int most) {
        return lastNs * most <= SLICE_NS ? most : (int) Math.max(1, SLICE_NS / lastNs);
    }
}
