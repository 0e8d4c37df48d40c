package io.eyewall.benchmarks.placed;

import java.util.List;

/** Chooses the stream of each tuple: evenly mixed and deterministic. Used by one thread. */
final class Shares {
    private final double[] shares;
    private final double[] credit;

    Shares(List<Double> shares) {
        this.shares = shares.stream().mapToDouble(Double::doubleValue).toArray();
        this.credit = new double[this.shares.length];
    }

    /** Returns the number of the next tuple's stream. */
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
