package io.eyewall.console.watch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How much processor time predictions may take, of all topologies together: after one there is none
 * until the time that it took is a twentieth of what has passed. Any thread.
 */
final class PredictionBudget {
    private static final int PART = 20;

    private long nextNs = System.nanoTime(); // guarded by this

    /** Whether a prediction may be made now. */
    synchronized boolean isLeft(long nowNs) {
        return nowNs - nextNs >= 0;
    }

    /**
     * One was made.
     *
     * @param tookNs processor time
     */
    synchronized void spent(long nowNs, long tookNs) {
        nextNs = nowNs + (PART - 1) * tookNs;
    }

    /** Processor time of the calling thread so far. */
    static long cpuNs() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() : 0;
    }
}
