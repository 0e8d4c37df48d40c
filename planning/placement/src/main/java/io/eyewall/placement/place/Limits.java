package io.eyewall.placement.place;

/**
 * The resources that the executors beneath a vertex share; infinite where there is no limit.
 *
 * @param cores processor time per second, in seconds: 4 for four cores
 * @param memoryBytes memory
 * @param uplinkBytesPerSec bandwidth of the link to the parent vertex, in each direction
 */
public record Limits(double cores, double memoryBytes, double uplinkBytesPerSec) {
    /** Unlimited resources. */
    public static final Limits NONE =
            new Limits(
                    Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    public Limits {
        check("cores", cores);
        check("memoryBytes", memoryBytes);
        check("uplinkBytesPerSec", uplinkBytesPerSec);
    }

    /** Returns limits of processor time only. */
    public static Limits cores(double cores) {
        return NONE.withCores(cores);
    }

    /** Returns the same limits with another limit of processor time. */
    public Limits withCores(double cores) {
        return new Limits(cores, memoryBytes, uplinkBytesPerSec);
    }

    /** Returns the same limits with another limit of memory. */
    public Limits withMemory(double memoryBytes) {
        return new Limits(cores, memoryBytes, uplinkBytesPerSec);
    }

    /** Returns the same limits with another bandwidth. */
    public Limits withUplink(double uplinkBytesPerSec) {
        return new Limits(cores, memoryBytes, uplinkBytesPerSec);
    }

    private static void check(String name, double value) {
        if (!(value > 0)) {
            throw new IllegalArgumentException(
                    "limits: " + name + " must be above 0, not " + value);
        }
    }
}
