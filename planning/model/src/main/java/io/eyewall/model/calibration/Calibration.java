package io.eyewall.model.calibration;

import io.eyewall.model.topology.TopologyModel;
import java.util.List;
import java.util.Map;

/**
 * A topology model together with the costs that calibration estimated for it.
 *
 * @param topology the model
 * @param estimates one per component, followed by the crossing's
 * @param crossingNs processor time at each end for a tuple that goes to another place
 * @param cores number of the engine's cores
 * @param places by component: where its executors were in the last window
 * @param placed whether the engine moved executors by measurement
 * @param measured the last window's latency
 * @param measuredRootsPerSec root tuples per second, mean of all windows
 * @param measuredCores processor time of all places in the last window, in cores; negative if
 *     unknown
 */
public record Calibration(
        TopologyModel topology,
        List<Estimate> estimates,
        double crossingNs,
        int cores,
        Map<String, List<Integer>> places,
        boolean placed,
        Recording.Latencies measured,
        double measuredRootsPerSec,
        double measuredCores) {
    /** The name of the crossing among the estimates. */
    public static final String CROSSING = "crossing";

    public Calibration {
        estimates = List.copyOf(estimates);
        places = Map.copyOf(places);
    }

    /** The estimate of a component or of the crossing. */
    public Estimate estimate(String term) {
        return estimates.stream()
                .filter(e -> e.term().equals(term))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no estimate of " + term));
    }
}
