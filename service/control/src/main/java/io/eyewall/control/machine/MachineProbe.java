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
    private static final double MIN_CROSSING_ERROR_NS = 5;
    private static final double MAX_DEVIATION_NS = 30;

    private MachineProbe() {}

    /**
     * Measures the constants. Blocks the caller.
     *
     * @param window length of each measurement
     * @throws IllegalStateException if that was impossible, or other processes disturbed it
     */
    public static MachineConstants measure(Duration window)
            throws InterruptedException, InvalidTopologyException {
        List<Double> callsNs = new ArrayList<>();
        List<Double> acksNs = new ArrayList<>();
        List<Double> crossingsNs = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            double callNs = CallCostProbe.CALLS.measureBusyNsPerTuple(window);
            callsNs.add(callNs);
            acksNs.add(
                    Math.max(
                            0,
                            CallCostProbe.CALLS_AND_ACKS.measureBusyNsPerTuple(window) - callNs));
            double sameCoreNs = CallCostProbe.words(1).measureBusyNsPerTuple(window);
            double twoCoresNs = CallCostProbe.words(2).measureBusyNsPerTuple(window);
            crossingsNs.add(Math.max(0, (twoCoresNs - sameCoreNs) / 2));
        }
        double crossingNs = median(crossingsNs);
        double maxDeviationNs =
                crossingsNs.stream().mapToDouble(c -> Math.abs(c - crossingNs)).max().orElse(0);
        if (maxDeviationNs > Math.max(MAX_DEVIATION_NS, crossingNs)) {
            throw new IllegalStateException(
                    String.format(
                            Locale.ROOT,
                            "a crossing took %.0f ns +/- %.0f ns: other processes use these"
                                    + " processors, too; try again when they are idle",
                            crossingNs,
                            maxDeviationNs));
        }
        SleepProbe.WakeUps wakeUps = SleepProbe.measureWakeUps(window);
        SleepProbe.TimedSleeps sleeps = SleepProbe.measureTimedSleeps(window);
        return new MachineConstants(
                true,
                median(callsNs),
                median(acksNs),
                crossingNs,
                Math.max(MIN_CROSSING_ERROR_NS, maxDeviationNs),
                wakeUps.wake(),
                wakeUps.callNs(),
                sleeps.lateNs(),
                sleeps.sleepNs());
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
