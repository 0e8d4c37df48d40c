package io.eyewall.benchmarks.placed;

import java.util.List;

/** Says which stream the next tuple is for: evenly mixed, without chance. One thread. */
final class Shares {
    private final double[] shares;
    private final double[] credit;

    Shares(List<Double> shares) {
        this.shares = shares.stream().mapToDouble(Double::doubleValue).toArray();
        this.credit = new double[this.shares.length];
    }

    /** Number of the stream. */
    int next() {
        int most = 0;
        for (int i = 0; i < credit.length; i++) {
            credit[i] += shares[i];
            if (credit[i] > credit[most]) {
                most = i;
            }
        }
        credit[most]--;
        return most;
    }
}
