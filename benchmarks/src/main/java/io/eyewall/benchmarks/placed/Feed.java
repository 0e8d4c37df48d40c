package io.eyewall.benchmarks.placed;

import java.io.Serializable;
import java.util.List;

/**
 * The output of a source in one phase.
 *
 * @param load cores that the source and its bolts need for its tuples; 0 if it sends as many as are
 *     accepted
 * @param shares the share of each of its streams, in their order; they add up to 1
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

    /** Returns a feed that sends as many tuples as are accepted. */
    static Feed full(Double... shares) {
        return new Feed(0, List.of(shares));
    }

    /**
     * Returns a feed of one stream at the rate that loads the source and its bolt with {@code load}
     * cores.
     */
    static Feed paced(double load) {
        return new Feed(load, List.of(1.0));
    }

    boolean isPaced() {
        return load > 0;
    }
}
