package io.eyewall.model.queueing;

/**
 * Percentiles of a time with a given mean and variance, under the assumption that it is gamma
 * distributed.
 */
public final class Percentile {
    private static final double Z99 = 2.3263478740408408;

    private Percentile() {}

    /**
     * The 99th percentile, by Wilson and Hilferty: {@code k theta (1 - 1/(9k) + z/(3 sqrt k))^3}.
     * For an exponential within 2%; for a constant the mean.
     */
    public static double p99(double mean, double variance) {
        if (mean <= 0 || variance <= 0) {
            return Math.max(0, mean);
        }
        double shape = mean * mean / variance;
        if (shape < 0.5) {
            return Math.max(mean, tail(mean, shape));
        }
        double root = 1 - 1 / (9 * shape) + Z99 / (3 * Math.sqrt(shape));
        return mean * root * root * root;
    }

    /** Far from normal: zero most of the time, else exponential, with the same two moments. */
    private static double tail(double mean, double shape) {
        double chance = Math.min(1, 2 / (1 + 1 / shape)); // of not being zero
        return chance <= 0.01 ? 0 : mean / chance * Math.log(chance * 100);
    }
}
