package io.eyewall.engine.executor;

/**
 * Adds up for how long the executors of one component have kept cores waiting, and tells when that
 * is worth threads of their own. For the watcher's thread.
 */
final class WaitMeter {
    /** So much waiting, less what is forgotten meanwhile: a few samples. */
    private static final long ENOUGH_NS = 10_000_000;

    /** One in so many nanoseconds is forgotten: a core can spare that. */
    private static final int FORGOTTEN_PART = 50;

    /** A wait that costs no more than to hand a tuple to another thread, and back. */
    private static final long SHORT_WAIT_NS = 20_000;

    private long balanceNs;
    private long lastNs;

    /** Since the balance was 0 last. */
    private long waitedNs;

    private long executed;

    /**
     * An executor was found waiting.
     *
     * @param forNs for how much time that stands
     * @param executedSince tuples that it has executed since it was found waiting before
     * @return whether that is enough
     */
    boolean add(long nowNs, long forNs, long executedSince) {
        balanceNs -= (nowNs - lastNs) / FORGOTTEN_PART;
        lastNs = nowNs;
        if (balanceNs <= 0) {
            balanceNs = 0;
            waitedNs = 0;
            executed = 0;
        } else {
            executed += executedSince;
        }
        balanceNs += forNs;
        waitedNs += forNs;
        if (balanceNs < ENOUGH_NS) {
            return false;
        }
        boolean worthIt = waitedNs >= executed * SHORT_WAIT_NS;
        balanceNs = 0;
        return worthIt;
    }
}
