package io.eyewall.model.calibration;

import io.eyewall.model.queueing.Delays;
import io.eyewall.placement.place.Crossing;
import io.eyewall.placement.place.Crossings;
import io.eyewall.placement.place.Level;
import java.util.Map;

/**
 * What this machine takes for what the engine does, measured by {@code eyewall calibrate} or
 * assumed.
 *
 * @param measured whether it was measured here
 * @param callNs a tuple by direct call between components that do nothing, both ends
 * @param ackNs as much more if its message is tracked and it is acked
 * @param crossingNs a tuple to another core, at each end, over a direct call
 * @param crossingSdNs how sure that is
 * @param wakeNs until a tuple to a core that sleeps is worked on, one way
 */
public record MachineConstants(
        boolean measured,
        double callNs,
        double ackNs,
        double crossingNs,
        double crossingSdNs,
        double wakeNs) {
    /**
     * Where nothing was measured: the price of a crossing that the engine plans with (decision 33),
     * known to a factor of two; the rest as orders of magnitude.
     */
    public static final MachineConstants ASSUMED =
            new MachineConstants(
                    false,
                    15,
                    20,
                    Crossings.BETWEEN_CORES_NS / 2,
                    Crossings.BETWEEN_CORES_NS / 4,
                    50_000);

    public MachineConstants {
        if (!(callNs >= 0 && ackNs >= 0 && crossingNs >= 0 && crossingSdNs > 0 && wakeNs >= 0)) {
            throw new IllegalArgumentException(
                    "machine constants must not be negative, and the deviation above 0: call "
                            + callNs
                            + ", ack "
                            + ackNs
                            + ", crossing "
                            + crossingNs
                            + " +- "
                            + crossingSdNs
                            + ", wake "
                            + wakeNs);
        }
    }

    /** Prices between cores, with this price of a crossing at each end. */
    public static Crossings crossings(double nsAtEachEnd) {
        return new Crossings(Map.of(Level.PROCESS, new Crossing(2 * nsAtEachEnd, 0, 1)));
    }

    /** Times on the way between cores. */
    public Delays delays() {
        return new Delays(Map.of(Level.PROCESS, crossingNs), wakeNs, 1, 0);
    }
}
