package io.eyewall.model.simulation.event;

import java.util.SplittableRandom;

/**
 * The distribution of a service time per tuple.
 *
 * @param meanNs its mean, in nanoseconds
 * @param shape how it varies
 */
public record Service(double meanNs, Shape shape) {
    /**
     * Up to this number of tuples, the time of each is drawn; the total time of more tuples is
     * drawn from a normal distribution.
     */
    private static final int MAX_DRAWN_SINGLY = 16;

    /** The shape of a distribution of times. */
    public enum Shape {
        /** Always the same. */
        CONSTANT,
        /** Exponentially distributed. */
        EXPONENTIAL,
        /** Evenly distributed from 0 to twice the mean. */
        UNIFORM;

        /**
         * Returns the squared coefficient of variation: the variance over the square of the mean.
         */
        double scv() {
            return switch (this) {
                case CONSTANT -> 0;
                case EXPONENTIAL -> 1;
                case UNIFORM -> 1 / 3.0;
            };
        }
    }

    /** A service that takes no time. */
    public static final Service NONE = new Service(0, Shape.CONSTANT);

    public Service {
        if (!(meanNs >= 0 && meanNs < 1e15)) {
            throw new IllegalArgumentException(
                    "service: mean must be from 0 to below 1e15 ns, not " + meanNs);
        }
    }

    /** Draws the total time of {@code tuples} tuples, in nanoseconds. */
    public long sampleNs(SplittableRandom random, int tuples) {
        if (meanNs == 0 || tuples == 0) {
            return 0;
        }
        if (shape == Shape.CONSTANT) {
            return Math.round(meanNs * tuples);
        }
        if (tuples > MAX_DRAWN_SINGLY) {
            double deviation = meanNs * Math.sqrt(tuples * shape.scv());
            return Math.max(0, Math.round(meanNs * tuples + deviation * standardNormal(random)));
        }
        double sum = 0;
        for (int i = 0; i < tuples; i++) {
            sum +=
                    shape == Shape.EXPONENTIAL
                            ? exponential(random, meanNs)
                            : 2 * meanNs * random.nextDouble();
        }
        return Math.round(sum);
    }

    /** Draws a number from an exponential distribution with that mean. */
    public static double exponential(SplittableRandom random, double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    /**
     * Draws from the standard normal distribution by the Box-Muller method; the second number is
     * discarded, since calls are rare.
     */
    private static double standardNormal(SplittableRandom random) {
        double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
        return radius * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
