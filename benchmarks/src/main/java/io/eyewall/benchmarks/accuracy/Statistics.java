package io.eyewall.benchmarks.accuracy;

import java.util.Arrays;
import java.util.List;

/** Statistics of small samples. */
final class Statistics {
    private Statistics() {}

    /** Returns a quantile: the smallest value that the given part of the sample does not exceed. */
    static double quantile(List<Double> values, double part) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.ceil(part * sorted.size()) - 1);
    }

    /** Returns Spearman's rank correlation; equal values share the mean of their ranks. */
    static double rankCorrelation(List<Double> one, List<Double> other) {
        return correlation(ranks(one), ranks(other));
    }

    private static double[] ranks(List<Double> values) {
        double[] ranks = new double[values.size()];
        for (int i = 0; i < ranks.length; i++) {
            double value = values.get(i);
            double below = values.stream().filter(v -> v < value).count();
            double equal = values.stream().filter(v -> v == value).count();
            ranks[i] = below + (equal + 1) / 2;
        }
        return ranks;
    }

    private static double correlation(double[] x, double[] y) {
        double meanX = Arrays.stream(x).average().orElse(0);
        double meanY = Arrays.stream(y).average().orElse(0);
        double xy = 0;
        double xx = 0;
        double yy = 0;
        for (int i = 0; i < x.length; i++) {
            xy += (x[i] - meanX) * (y[i] - meanY);
            xx += (x[i] - meanX) * (x[i] - meanX);
            yy += (y[i] - meanY) * (y[i] - meanY);
        }
        return xx == 0 || yy == 0 ? Double.NaN : xy / Math.sqrt(xx * yy);
    }
}
