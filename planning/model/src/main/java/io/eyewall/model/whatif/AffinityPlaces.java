package io.eyewall.model.whatif;

import io.eyewall.model.capacity.Capacity;
import io.eyewall.model.capacity.Load;
import io.eyewall.model.capacity.Placement;
import io.eyewall.model.topology.TopologyModel;
import io.eyewall.placement.affinity.AffinityAlgorithm;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Places executors on a cluster's slots as our schedule generator does: with the affinity
 * algorithm, by the load and traffic at the highest throughput of the placement by Storm's default
 * scheduler.
 */
final class AffinityPlaces {
    /**
     * Bound of the algorithm's trials. It is low because many placements are computed, and few
     * nodes are not a hard problem.
     */
    private static final double TRIALS = 2_000;

    private static final long SEED = 18;

    private AffinityPlaces() {}

    static Placement findPlacement(TopologyModel topology, Setting setting) {
        Placement defaultPlacement = ClusterPlaces.findPlacement(topology, setting);
        Load load = Capacity.of(defaultPlacement, 1, true).maxLoad();
        Snapshot snapshot = load.snapshot(defaultPlacement);
        Problem problem =
                new Problem(setting.tree(), snapshot, Rules.cluster(), Weights.cluster(), Map.of());
        Layout layout = new Layout(problem);
        AffinityAlgorithm affinity = new AffinityAlgorithm();
        affinity.place(
                layout, new Parameters(affinity, Map.of(AffinityAlgorithm.TRIALS, TRIALS)), SEED);
        Map<ExecutorId, String> assignment = layout.assignment();
        Map<String, int[]> places = new HashMap<>();
        topology.components().forEach(c -> places.put(c.id(), new int[c.executors()]));
        Map<String, Integer> next = new HashMap<>();
        List<Placement.Executor> executors = defaultPlacement.executors();
        for (int e = 0; e < executors.size(); e++) {
            String component = executors.get(e).component().id();
            int index = next.merge(component, 1, Integer::sum) - 1;
            ExecutorId id = Load.executorId(defaultPlacement, e);
            int[] placesOfComponent = places.getOrDefault(component, new int[0]);
            placesOfComponent[index] = setting.tree().indexOf(assignment.getOrDefault(id, ""));
        }
        return new Placement(setting.tree(), topology, places);
    }
}
