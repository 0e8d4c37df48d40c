package io.eyewall.placement.place;

/**
 * The price of handing tuples over at one level.
 *
 * @param tupleNs price per tuple, in nanoseconds
 * @param byteNs price per byte, in nanoseconds
 * @param cpuFraction share of the price that is processor time, from 0 to 1; half of this time is
 *     the sender's, half the receiver's
 */
public record Crossing(double tupleNs, double byteNs, double cpuFraction) {
    /** A crossing without costs. */
    public static final Crossing FREE = new Crossing(0, 0, 0);

    public Crossing {
        check("tupleNs", tupleNs, Double.MAX_VALUE);
        check("byteNs", byteNs, Double.MAX_VALUE);
        check("cpuFraction", cpuFraction, 1);
    }

    /** Returns the price of a flow in nanoseconds per second. */
    public double nsPerSec(double tuplesPerSec, double bytesPerSec) {
        return tupleNs * tuplesPerSec + byteNs * bytesPerSec;
    }

    /**
     * Returns the processor time in nanoseconds that sender and receiver each spend on an empty
     * tuple.
     */
    public double tupleNsAtEachEnd() {
        return tupleNs * cpuFraction / 2;
    }

    private static void check(String name, double value, double max) {
        if (!(value >= 0 && value <= max)) {
            throw new IllegalArgumentException(
                    "crossing: " + name + " must be from 0 to " + max + ", not " + value);
        }
    }
}
