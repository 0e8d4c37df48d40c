package io.eyewall.model.queueing;

/**
 * Percentiles of a time with a given mean and variance, under the assumption that it is gamma
 * distributed.
 */
public final class Percentile {
    /** The 99th percentile of the standard normal distribution. */
    private static final double NORMAL_P99 = 2.3263478740408408;

    private Percentile() {}

    /**
     * Returns the 99th percentile, by Wilson and Hilferty: {@code k theta (1 - 1/(9k) + z/(3 sqrt
     * k))^3}. Within 2% for an exponential time; the mean for a constant time.
     */
    public static double p99(double mean, double variance) {
        if (mean <= 0 || variance <= 0) {
            return Math.max(0, mean);
        }
        double gammaShape = mean * mean / variance;
        if (gammaShape < 0.5) {
            return Math.max(mean, p99OfMostlyZero(mean, gammaShape));
        }
        double cubeRoot = 1 - 1 / (9 * gammaShape) + NORMAL_P99 / (3 * Math.sqrt(gammaShape));
        return mean * cubeRoot * cubeRoot * cubeRoot;
    }

    /**
     * Returns the 99th percentile of a time that is zero except for a share of cases, in which it
     * is exponential, with the given mean and shape; for shapes too far from normal for the formula
     * of Wilson and Hilferty.
     */
    private static double p99OfMostlyZero(double mean, double gammaShape) {
        double share = Math.min(1, 2 / (1 + 1 / gammaShape)); // of times above zero
        return share <= 0.01 ? 0 : mean / share * Math.log(share * 100);
    }
}
