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
 * algorithm, by load and traffic at the rate that Storm's default scheduler's placement would
 * sustain.
 */
final class AffinityPlaces {
    /**
     * The bound of trials per placement: many placements are evaluated, and few nodes are no hard
     * problem.
     */
    private static final double TRIALS = 2_000;

    private static final long SEED = 18;

    private AffinityPlaces() {}

    static Placement find(TopologyModel topology, Setting setting) {
        Placement dealt = ClusterPlaces.find(topology, setting);
        Load load = Capacity.of(dealt, 1, true).most();
        Snapshot snapshot = load.snapshot(dealt);
        Problem problem =
                new Problem(setting.tree(), snapshot, Rules.cluster(), Weights.cluster(), Map.of());
        Layout layout = new Layout(problem);
        AffinityAlgorithm affinity = new AffinityAlgorithm();
        affinity.place(
                layout, new Parameters(affinity, Map.of(AffinityAlgorithm.TRIALS, TRIALS)), SEED);
        Map<ExecutorId, String> found = layout.assignment();
        Map<String, int[]> places = new HashMap<>();
        topology.components().forEach(c -> places.put(c.id(), new int[c.executors()]));
        Map<String, Integer> next = new HashMap<>();
        List<Placement.Executor> executors = dealt.executors();
        for (int e = 0; e < executors.size(); e++) {
            String component = executors.get(e).component().id();
            int own = next.merge(component, 1, Integer::sum) - 1;
            ExecutorId id = Load.id(dealt, e);
            int[] of = places.getOrDefault(component, new int[0]);
            of[own] = setting.tree().indexOf(found.getOrDefault(id, ""));
        }
        return new Placement(setting.tree(), topology, places);
    }
}
