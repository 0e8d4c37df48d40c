package io.eyewall.engine.executor;

import io.eyewall.engine.core.Clock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * Finds user code that blocks often but briefly, below the watcher's threshold: a spout that sleeps
 * a millisecond in every nextTuple, a bolt that asks a near database. Looks at sampled calls; once
 * one was slow, the processor time of further samples is taken, and calls that spend most of their
 * time waiting count as offences. Also tells how many calls fit into a slice. For the executor's
 * core thread.
 *
 * <p>On a crowded machine a thread may lose its processor within a sampled call. That call stands
 * for thousands, and would make its executor look busy and all others idle. So of a slow call after
 * a quick one only the processor time counts as load.
 */
final class BlockingMeter {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long SLOW_NS = 300_000;
    private static final long SLICE_NS = 2_000_000;

    /** BlockingHistory needed; more when calls of others were nested inside and may be to blame. */
    private static final int LEAF_WEIGHT = 4;

    private static final int ENOUGH = 12;

    /** How old the processor time may be by which a slow call is judged. */
    private static final long ANCHOR_NS = 5_000_000;

    private final LongSupplier threadCpu;
    private long anchorNs;
    private long anchorCpuNs = -1;
    private boolean suspicious;
    private long startNs;
    private long startCpuNs;
    private int offences;
    private long lastNs;
    private long loadNs;

    BlockingMeter() {
        this(THREADS::getCurrentThreadCpuTime);
    }

    /**
     * @param threadCpu processor time of the calling thread, in nanoseconds
     */
    BlockingMeter(LongSupplier threadCpu) {
        this.threadCpu = threadCpu;
    }

    /**
     * A sampled call begins.
     *
     * @param clock the engine's, so that a stepped engine, whose clock stands still during calls,
     *     does not depend on the machine's speed
     */
    void begin(Clock clock) {
        startCpuNs = suspicious ? threadCpu.getAsLong() : -1;
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
     * @param nested whether other executors were called inside it
     * @return how long it took, in nanoseconds
     */
    long end(Clock clock, boolean nested) {
        long elapsedNs = clock.nanoTime() - startNs;
        lastNs = elapsedNs;
        loadNs = elapsedNs;
        if (elapsedNs < SLOW_NS) {
            suspicious = false;
            offences = 0;
        } else if (startCpuNs < 0) {
            suspicious = true;
            loadNs = clock.isReal() ? computedNs(elapsedNs) : elapsedNs;
        } else if (threadCpu.getAsLong() - startCpuNs < elapsedNs / 2) {
            offences += nested ? 1 : LEAF_WEIGHT;
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

    /** Whether the executor should have a thread of its own. */
    boolean isBlocking() {
        return offences >= ENOUGH;
    }

    /** How many such calls a slice should have, from 1 to {@code most}. */
    int callsPerSlice(int most) {
        return lastNs * most <= SLICE_NS ? most : (int) Math.max(1, SLICE_NS / lastNs);
    }
}
