package io.eyewall.model.simulation.spec;

/**
 * Where a spout's messages come from: a queue outside, which keeps what the spout can't take yet,
 * and gives again what has failed.
 *
 * @param ratePerSec messages per second for all executors of the spout together; infinite for
 *     always more
 * @param arrivals when they come
 */
public record SourceSpec(double ratePerSec, Arrivals arrivals) {
    /** When messages come. */
    public enum Arrivals {
        /** At equal distances. */
        EVEN,
        /** At random, independently of each other. */
        POISSON
    }

    public SourceSpec {
        Check.notNegative("source", "rate", ratePerSec);
    }

    /** Whether there is always a message. */
    public boolean isEndless() {
        return Double.isInfinite(ratePerSec);
    }
}
