package io.eyewall.console.watch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The processor time that predictions may take, for all topologies together: after a prediction, no
 * other may start until the processor time that it took is at most one twentieth of the elapsed
 * time. Any thread may call.
 */
final class PredictionBudget {
    private static final int PART = 20;

    private long nextNs = System.nanoTime(); // guarded by this

    /** Returns whether a prediction may be made now. */
    synchronized boolean isLeft(long nowNs) {
        return nowNs - nextNs >= 0;
    }

    /**
     * Charges a prediction to the budget.
     *
     * @param tookNs the processor time that it took
     */
    synchronized void spent(long nowNs, long tookNs) {
        nextNs = nowNs + (PART - 1) * tookNs;
    }

    /** Returns the processor time of the calling thread so far; 0 if the JVM cannot measure it. */
    static long cpuNs() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() : 0;
    }
}
