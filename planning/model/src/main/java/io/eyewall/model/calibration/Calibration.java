package io.eyewall.model.calibration;

import io.eyewall.model.topology.TopologyModel;
import java.util.List;
import java.util.Map;

/**
 * A topology model together with the costs that calibration estimated for it.
 *
 * @param topology the model
 * @param estimates one per component, followed by the estimate of a crossing's cost
 * @param crossingNs processor time at each end for a tuple that goes to another place
 * @param cores number of the engine's cores
 * @param places by component: the places of its executors in the last window
 * @param engineMovedExecutors whether the engine moved executors to other cores by measured load
 *     and traffic
 * @param measured the latency measured in the last window
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
        boolean engineMovedExecutors,
        Recording.Latencies measured,
        double measuredRootsPerSec,
        double measuredCores) {
    /** The term of the estimate of a crossing's cost. */
    public static final String CROSSING = "crossing";

    public Calibration {
        estimates = List.copyOf(estimates);
        places = Map.copyOf(places);
    }

    /** Returns the estimate of a component's cost or of {@link #CROSSING}. */
    public Estimate estimate(String term) {
        return estimates.stream()
                .filter(e -> e.term().equals(term))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no estimate of " + term));
    }
}
