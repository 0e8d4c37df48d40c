package io.eyewall.engine.executor;

/**
 * Accumulates for how long the executors of one component have kept cores waiting, and decides when
 * that is worth dedicated threads. For the watcher's thread only.
 */
final class WaitMeter {
    /**
     * Balance of waiting time, after decay, at which dedicated threads are considered: a few
     * samples.
     */
    private static final long THRESHOLD_NS = 10_000_000;

    /** So many calls must have been found waiting, because one sample may stand for a long time. */
    private static final int MIN_SAMPLES = 4;

    /**
     * The balance decays by 1/50 of the elapsed time, the share of its time that a core can spare.
     */
    private static final int DECAY_DIVISOR = 50;

    /** Waits up to this long cost no more than handing a tuple to another thread and back. */
    private static final long SHORT_WAIT_NS = 20_000;

    private long balanceNs;
    private long lastNs;

    /** Waiting time since the balance was last 0. */
    private long waitedNs;

    /** Number of tuples executed since the balance was last 0. */
    private long executed;

    /** Number of samples since the balance was last 0. */
    private int samples;

    /**
     * Adds a sample in which an executor was found waiting.
     *
     * @param sampleNs the time for which the sample stands
     * @param executedSince number of tuples that the executor has executed since the previous such
     *     sample
     * @return whether the waits are worth dedicated threads
     */
    boolean addSample(long nowNs, long sampleNs, long executedSince) {
        balanceNs -= (nowNs - lastNs) / DECAY_DIVISOR;
        lastNs = nowNs;
        if (balanceNs <= 0) {
            balanceNs = 0;
            waitedNs = 0;
            executed = 0;
            samples = 0;
        } else {
            executed += executedSince;
        }
        balanceNs += sampleNs;
        waitedNs += sampleNs;
        samples++;
        if (balanceNs < THRESHOLD_NS || samples < MIN_SAMPLES) {
            return false;
        }
        boolean worthIt = waitedNs >= executed * SHORT_WAIT_NS;
        balanceNs = 0;
        return worthIt;
    }
}
