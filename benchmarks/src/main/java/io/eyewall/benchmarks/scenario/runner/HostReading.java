package io.eyewall.benchmarks.scenario.runner;

/**
 * The rate of hand-written code on this host just before and just after a round. On shared machines
 * this rate changes from one minute to the next, which distorts ratios of rates measured at
 * different times.
 *
 * @param before million units per second before the round
 * @param after million units per second after the round
 */
public record HostReading(double before, double after) {
    private static final double MAX_CHANGE = 0.1;

    /** Returns the rate with which rates of the round are compared. */
    public double mean() {
        return (before + after) / 2;
    }

    /** Returns the relative difference of the two rates. */
    public double change() {
        return Math.max(before, after) / Math.min(before, after) - 1;
    }

    /**
     * Returns whether the host was steady during the round, as far as that is measurable: to a
     * tenth.
     */
    public boolean isSteady() {
        return change() <= MAX_CHANGE;
    }
}
