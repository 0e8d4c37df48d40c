package io.eyewall.benchmarks.scenario.runner;

/**
 * What the host let hand-written code do just before and just after a round. On shared machines
 * that changes from one minute to the next, and a ratio of rates taken at different times with it.
 *
 * @param before million units per second before the round
 * @param after after it
 */
public record HostReading(double before, double after) {
    private static final double MOST_CHANGE = 0.1;

    /** What a rate of the round is to be compared with. */
    public double mean() {
        return (before + after) / 2;
    }

    /** How much the greater is more than the less, as a part of that. */
    public double change() {
        return Math.max(before, after) / Math.min(before, after) - 1;
    }

    /** Whether the host was the same all the time, as far as that can be seen: to a tenth. */
    public boolean isSteady() {
        return change() <= MOST_CHANGE;
    }
}
