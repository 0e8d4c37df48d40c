package io.eyewall.engine.executor;

/**
 * Counts the offences of an executor, that is, how often its user code has blocked its core, and
 * decides when the executor gets a dedicated thread. Owner thread of the executor's core only.
 */
final class BlockingHistory {
    /** Time after which an offence is forgotten, so that rare accidents don't add up. */
    private static final long OFFENCE_MEMORY_NS = 60_000_000_000L;

    private final int threshold;
    private int offences;
    private long lastOffenceNs;

    /**
     * @param threshold number of offences; {@link Executor#NEVER_DEDICATED} for never
     */
    BlockingHistory(int threshold) {
        this.threshold = threshold;
    }

    /** Counts one more offence. */
    void addOffence(long nowNs) {
        offences = nowNs - lastOffenceNs > OFFENCE_MEMORY_NS ? 1 : offences + 1;
        lastOffenceNs = nowNs;
    }

    /** Returns whether the executor is to get a dedicated thread. */
    boolean isThresholdReached() {
        return offences >= threshold;
    }

    /** Returns whether the executor may ever get a dedicated thread. */
    boolean canReachThreshold() {
        return threshold < Executor.NEVER_DEDICATED;
    }
}
