package io.eyewall.rules;

/** Numbers by which the engine decides whether executors move between its cores. */
public final class MoveRules {
    /**
     * Weight of earlier windows: low, because moves are cheap and changes soon pay (decision 24).
     */
    public static final double WEIGHT_OF_THE_PAST = 0.25;

    /** A move is reverted if less than this share of the throughput is left; more may be noise. */
    public static final double MIN_KEPT_THROUGHPUT = 0.9;

    private MoveRules() {}
}
