package io.eyewall.model.stepping;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The measured distribution of a time.
 *
 * @param quantilesNs quantiles at even distances from the least to the greatest time, in
 *     nanoseconds; at least one
 */
public record Spread(List<Double> quantilesNs) {
    /** The share of the shortest measured times that is kept. */
    private static final double KEPT_SHARE = 0.995;

    public Spread {
        quantilesNs = List.copyOf(quantilesNs);
        double previous = 0;
        for (double quantile : quantilesNs) {
            if (!(quantile >= previous)) {
                throw new IllegalArgumentException(
                        "quantiles must not fall, nor begin below 0: " + quantilesNs);
            }
            previous = quantile;
        }
        if (quantilesNs.isEmpty()) {
            throw new IllegalArgumentException("no quantiles: one at least is needed");
        }
    }

    /** Returns a constant time. */
    public static Spread constant(double ns) {
        return new Spread(List.of(ns));
    }

    /**
     * Returns the distribution of measured times without the longest 0.5%: these are occasional
     * delays by the host, which are not a property of the machine.
     *
     * @param steps number of intervals between quantiles
     */
    public static Spread of(double[] measuredNs, int steps) {
        double[] sorted = measuredNs.clone();
        Arrays.sort(sorted);
        Double[] quantiles = new Double[steps + 1];
        for (int i = 0; i <= steps; i++) {
            double rank = KEPT_SHARE * (sorted.length - 1) * i / steps;
            int below = (int) rank;
            double low = sorted[below];
            double high = sorted[Math.min(below + 1, sorted.length - 1)];
            quantiles[i] = Math.max(0, Math.min(high, low + (rank - below) * (high - low)));
        }
        return new Spread(List.of(quantiles));
    }

    /** Returns the mean, interpolating linearly between quantiles. */
    public double meanNs() {
        int last = quantilesNs.size() - 1;
        if (last == 0) {
            return quantilesNs.get(0);
        }
        double sum = 0;
        for (int i = 0; i < last; i++) {
            sum += (quantilesNs.get(i) + quantilesNs.get(i + 1)) / 2;
        }
        return sum / last;
    }

    /** Returns the quantile of a probability from 0 to 1. */
    public double atNs(double probability) {
        double rank = probability * (quantilesNs.size() - 1);
        int below = (int) rank;
        double low = quantilesNs.get(below);
        return below + 1 >= quantilesNs.size()
                ? low
                : low + (rank - below) * (quantilesNs.get(below + 1) - low);
    }

    double draw(RandomGenerator random) {
        return quantilesNs.size() == 1 ? quantilesNs.get(0) : atNs(random.nextDouble());
    }
}
