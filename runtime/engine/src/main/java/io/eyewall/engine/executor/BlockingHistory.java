package io.eyewall.engine.executor;

/**
 * Counts how often user code of an executor has blocked its core, and decides when it gets a
 * dedicated thread for that. Owner thread of the executor's core only.
 */
final class BlockingHistory {
    /** Time after which an offence is forgotten, so that rare accidents don't add up. */
    private static final long MEMORY_NS = 60_000_000_000L;

    private final int threshold;
    private int count;
    private long lastNs;

    /**
     * @param threshold number of offences; {@link Executor#NEVER_SEPARATED} for never
     */
    BlockingHistory(int threshold) {
        this.threshold = threshold;
    }

    /** Counts one more offence. */
    void add(long nowNs) {
        count = nowNs - lastNs > MEMORY_NS ? 1 : count + 1;
        lastNs = nowNs;
    }

    /** Returns whether the executor is to get a dedicated thread. */
    boolean isThresholdReached() {
        return count >= threshold;
    }

    /** Returns whether the executor may ever get a dedicated thread. */
    boolean canReachThreshold() {
        return threshold < Executor.NEVER_SEPARATED;
    }
}
