package io.eyewall.model.calibration;

import io.eyewall.model.stepping.CoreTimes;
import io.eyewall.model.stepping.Spread;
import io.eyewall.placement.place.Crossing;
import io.eyewall.placement.place.Crossings;
import io.eyewall.placement.place.Level;
import java.util.Map;

/**
 * The times that this machine needs for the engine's basic operations, measured by {@code eyewall
 * calibrate} or assumed.
 *
 * @param measured whether the constants were measured on this machine
 * @param callNs time of a tuple by direct call between components that do nothing, both ends
 *     together
 * @param ackNs additional time of a tuple that is acked, in a message that is tracked
 * @param crossingNs time at each end of a tuple to another core, in excess of a direct call
 * @param crossingSdNs standard deviation of {@code crossingNs}
 * @param wake time from the call that wakes a sleeping thread until that thread begins to work
 * @param wakingNs time that the call which wakes a sleeping thread costs its caller
 * @param late time from the moment for which a sleeping thread has set its timer until the thread
 *     begins to work
 * @param sleepNs processor time of a thread's sleep with the wake-up that ends it
 */
public record MachineConstants(
        boolean measured,
        double callNs,
        double ackNs,
        double crossingNs,
        double crossingSdNs,
        Spread wake,
        double wakingNs,
        Spread late,
        double sleepNs) {
    /**
     * Constants for machines without measurements. The price of a crossing is the one with which
     * the engine plans (decision 33), known to a factor of two; the other constants are orders of
     * magnitude.
     */
    public static final MachineConstants ASSUMED =
            new MachineConstants(
                    false,
                    15,
                    20,
                    Crossings.BETWEEN_CORES_NS / 2,
                    Crossings.BETWEEN_CORES_NS / 4,
                    Spread.constant(50_000),
                    5_000,
                    Spread.constant(50_000),
                    12_000);

    public MachineConstants {
        if (wake == null || late == null) {
            throw new IllegalArgumentException(
                    "machine constants need both delays: of woken threads (wake), and of timers"
                            + " (late)");
        }
        if (!(sleepNs > 0)) {
            throw new IllegalArgumentException(
                    "machine constants: the processor time of a sleep, sleepNs, must be above 0,"
                            + " not "
                            + sleepNs);
        }
        if (!(callNs >= 0 && ackNs >= 0 && crossingNs >= 0 && crossingSdNs > 0 && wakingNs >= 0)) {
            throw new IllegalArgumentException(
                    ("machine constants must not be negative, and the deviation above 0: call %s,"
                                    + " ack %s, crossing %s +- %s, waking %s")
                            .formatted(callNs, ackNs, crossingNs, crossingSdNs, wakingNs));
        }
    }

    /** Returns the prices between cores if a crossing costs {@code nsAtEachEnd} at each end. */
    public static Crossings crossings(double nsAtEachEnd) {
        return new Crossings(Map.of(Level.PROCESS, new Crossing(2 * nsAtEachEnd, 0, 1)));
    }

    /**
     * Returns the times that cores need for sleeping and waking.
     *
     * @param nsAtEachEnd price of a crossing at each end, in nanoseconds
     */
    public CoreTimes times(double nsAtEachEnd) {
        return new CoreTimes(nsAtEachEnd, wake, wakingNs, late, sleepNs);
    }
}
