package io.eyewall.model.simulation.spec;

/**
 * The source of a spout's messages: an external queue, which keeps the messages that the spout has
 * not read yet, and delivers failed messages again.
 *
 * @param ratePerSec messages per second for all executors of the spout together; infinite if the
 *     source always has more
 * @param arrivals the distribution of arrivals
 */
public record SourceSpec(double ratePerSec, Arrivals arrivals) {
    /** The distribution of arrivals. */
    public enum Arrivals {
        /** At equal intervals. */
        EVEN,
        /** At random, independently of each other. */
        POISSON
    }

    public SourceSpec {
        Check.notNegative("source", "rate", ratePerSec);
    }

    /** Returns whether there is always a message. */
    public boolean isEndless() {
        return Double.isInfinite(ratePerSec);
    }
}
