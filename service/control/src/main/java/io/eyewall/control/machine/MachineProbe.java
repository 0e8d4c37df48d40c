package io.eyewall.control.machine;

import io.eyewall.model.calibration.MachineConstants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.storm.generated.InvalidTopologyException;

/**
 * Measures the constants of this machine for the performance model, on two processors that must be
 * idle otherwise.
 */
public final class MachineProbe {
    /** The number of measurements of the given length, each after a warm-up of the same length. */
    public static final int MEASUREMENTS = 14;

    private static final int ROUNDS = 3;
    private static final double MIN_SD_NS = 5;
    private static final double MAX_SPREAD_NS = 30;

    private MachineProbe() {}

    /**
     * Measures the constants. Blocks the caller.
     *
     * @param window length of each measurement
     * @throws IllegalStateException if that was impossible, or other processes disturbed it
     */
    public static MachineConstants measure(Duration window)
            throws InterruptedException, InvalidTopologyException {
        List<Double> calls = new ArrayList<>();
        List<Double> acks = new ArrayList<>();
        List<Double> crossings = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            double call = CallCostProbe.OF_CALLS.busyNs(window);
            calls.add(call);
            acks.add(Math.max(0, CallCostProbe.OF_ACKS.busyNs(window) - call));
            double together = CallCostProbe.ofWords(1).busyNs(window);
            double apart = CallCostProbe.ofWords(2).busyNs(window);
            crossings.add(Math.max(0, (apart - together) / 2));
        }
        double crossing = median(crossings);
        double spread = crossings.stream().mapToDouble(c -> Math.abs(c - crossing)).max().orElse(0);
        if (spread > Math.max(MAX_SPREAD_NS, crossing)) {
            throw new IllegalStateException(
                    String.format(
                            Locale.ROOT,
                            "a crossing took %.0f ns +/- %.0f ns: other processes use these"
                                    + " processors, too; try again when they are idle",
                            crossing,
                            spread));
        }
        SleepProbe.Waking waking = SleepProbe.waking(window);
        SleepProbe.Sleeping sleeping = SleepProbe.sleeping(window);
        return new MachineConstants(
                true,
                median(calls),
                median(acks),
                crossing,
                Math.max(MIN_SD_NS, spread),
                waking.wake(),
                waking.callNs(),
                sleeping.late(),
                sleeping.sleepNs());
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
