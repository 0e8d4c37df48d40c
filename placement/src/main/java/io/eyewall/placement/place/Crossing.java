package io.eyewall.placement.place;

/**
 * What it costs to hand tuples over at one level.
 *
 * @param tupleNs price of a tuple, in nanoseconds
 * @param byteNs price of a byte, in nanoseconds
 * @param cpuFraction how much of that price is processor time, from 0 to 1; sender and receiver
 *     carry half of it each
 */
public record Crossing(double tupleNs, double byteNs, double cpuFraction) {
    /** Costs nothing. */
    public static final Crossing FREE = new Crossing(0, 0, 0);

    public Crossing {
        check("tupleNs", tupleNs, Double.MAX_VALUE);
        check("byteNs", byteNs, Double.MAX_VALUE);
        check("cpuFraction", cpuFraction, 1);
    }

    /** Nanoseconds per second that a flow costs. */
    public double nsPerSec(double tuplesPerSec, double bytesPerSec) {
        return tupleNs * tuplesPerSec + byteNs * bytesPerSec;
    }

    /** Nanoseconds of processor time that sender and receiver spend on a tuple without bytes. */
    public double tupleNsAtEachEnd() {
        return tupleNs * cpuFraction / 2;
    }

    private static void check(String name, double value, double most) {
        if (!(value >= 0 && value <= most)) {
            throw new IllegalArgumentException(
                    "crossing: " + name + " must be from 0 to " + most + ", not " + value);
        }
    }
}
