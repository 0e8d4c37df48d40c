package io.eyewall.engine.executor;

import io.eyewall.engine.core.Clock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Finds user code that blocks often but briefly, below the watcher's threshold: a spout that sleeps
 * a millisecond in every nextTuple, a bolt that asks a near database. Looks at sampled calls; once
 * one was slow, the processor time of further samples is taken, and calls that spend most of their
 * time waiting count as offences. Also tells how many calls fit into a slice. For the executor's
 * core thread.
 */
final class BlockingMeter {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long SLOW_NS = 300_000;
    private static final long SLICE_NS = 2_000_000;

    /** BlockingHistory needed; more when calls of others were nested inside and may be to blame. */
    private static final int LEAF_WEIGHT = 4;

    private static final int ENOUGH = 12;

    private boolean suspicious;
    private long startNs;
    private long startCpuNs;
    private int offences;
    private long lastNs;

    /**
     * A sampled call begins.
     *
     * @param clock the engine's, so that a stepped engine, whose clock stands still during calls,
     *     does not depend on the machine's speed
     */
    void begin(Clock clock) {
        startCpuNs = suspicious ? THREADS.getCurrentThreadCpuTime() : -1;
        startNs = clock.nanoTime();
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
        if (elapsedNs < SLOW_NS) {
            suspicious = false;
            offences = 0;
        } else if (startCpuNs < 0) {
            suspicious = true;
        } else if (THREADS.getCurrentThreadCpuTime() - startCpuNs < elapsedNs / 2) {
            offences += nested ? 1 : LEAF_WEIGHT;
        }
        return elapsedNs;
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
