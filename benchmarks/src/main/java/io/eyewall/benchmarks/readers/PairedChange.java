package io.eyewall.benchmarks.readers;

import io.eyewall.benchmarks.scenario.runner.Summary;
import java.util.Arrays;

/**
 * The relative change between pairs of measurements, without and with a treatment. Disturbances
 * that affect both measurements of a pair cancel.
 *
 * @param meanPercent mean of the pairs' changes
 * @param plusMinusPercent two standard errors of the mean
 * @param medianPercent median of the pairs' changes, robust against single outliers
 */
record PairedChange(double meanPercent, double plusMinusPercent, double medianPercent) {
    static PairedChange of(double[] without, double[] with) {
        if (without.length != with.length || with.length < 2) {
            throw new IllegalArgumentException(
                    without.length + " and " + with.length + " figures, expected pairs");
        }
        double[] changes = new double[with.length];
        Arrays.setAll(changes, i -> 100 * (with[i] / without[i] - 1));
        double mean = Arrays.stream(changes).average().orElseThrow();
        double squares = Arrays.stream(changes).map(c -> (c - mean) * (c - mean)).sum();
        double error = Math.sqrt(squares / (changes.length - 1) / changes.length);
        double median = Summary.median(Arrays.stream(changes).boxed().toList());
        return new PairedChange(mean, 2 * error, median);
    }
}
