package io.eyewall.engine.executor;

/**
 * Counts how often user code of an executor has blocked its core, and tells when that is often
 * enough to give it a thread of its own. For the executor's core.
 */
final class BlockingHistory {
    /** An offence is forgotten after this time, lest rare accidents add up. */
    private static final long MEMORY_NS = 60_000_000_000L;

    private final int enough;
    private int count;
    private long lastNs;

    /**
     * @param enough offences; {@link Executor#NEVER_SEPARATED} for never
     */
    BlockingHistory(int enough) {
        this.enough = enough;
    }

    /** It has blocked once more. */
    void add(long nowNs) {
        count = nowNs - lastNs > MEMORY_NS ? 1 : count + 1;
        lastNs = nowNs;
    }

    /** Whether it is to have a thread of its own. */
    boolean areEnough() {
        return count >= enough;
    }

    /** Whether it may ever have one. */
    boolean mayBeEnough() {
        return enough < Executor.NEVER_SEPARATED;
    }
}
