package io.eyewall.benchmarks.placed;

import java.io.Serializable;
import java.util.List;

/**
 * What a source sends in one phase.
 *
 * @param load cores that the source and its bolts need for what it sends; 0: it sends as much as is
 *     taken from it
 * @param shares of each of its streams, in their order; they add up to 1
 */
record Feed(double load, List<Double> shares) implements Serializable {
    private static final double ROUNDING = 1e-9;

    Feed {
        shares = List.copyOf(shares);
        double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
        if (load < 0 || Math.abs(sum - 1) > ROUNDING) {
            throw new IllegalArgumentException(
                    "load "
                            + load
                            + " must not be negative, shares "
                            + shares
                            + " must sum up to 1");
        }
    }

    /** As much as is taken. */
    static Feed full(Double... shares) {
        return new Feed(0, List.of(shares));
    }

    /** One stream, so many tuples that it and its bolt need a part of a core. */
    static Feed paced(double load) {
        return new Feed(load, List.of(1.0));
    }

    boolean isPaced() {
        return load > 0;
    }
}
