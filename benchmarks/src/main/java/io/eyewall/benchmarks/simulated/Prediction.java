package io.eyewall.benchmarks.simulated;

import io.eyewall.model.simulation.Simulator;
import io.eyewall.model.simulation.event.Service;
import io.eyewall.model.simulation.spec.ClusterSpec;
import io.eyewall.model.simulation.spec.ComponentSpec;
import io.eyewall.model.simulation.spec.InputSpec;
import io.eyewall.model.simulation.spec.NodeSpec;
import io.eyewall.model.simulation.spec.SchedulerSpec;
import io.eyewall.model.simulation.spec.SimulationSpec;
import io.eyewall.model.simulation.spec.SourceSpec;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.model.simulation.spec.Transfer;
import io.eyewall.model.simulation.spec.WorkerSpec;
import io.eyewall.placement.place.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Simulates shapes: each core is a machine of the simulator, and each stream between two cores is a
 * crossing.
 */
final class Prediction {
    private static final double UNLIMITED = Double.POSITIVE_INFINITY;
    private static final long SEC = 1_000_000_000L;
    private static final int BATCH = 16;
    private static final int QUEUE = 1024;

    private Prediction() {}

    static double messagesPerSec(Shape shape, Costs costs) {
        List<NodeSpec> cores = new ArrayList<>();
        for (int core = 0; core < shape.cores(); core++) {
            cores.add(new NodeSpec("core-" + core, "1", 1, 1, UNLIMITED, UNLIMITED, false));
        }
        ClusterSpec cluster =
                new ClusterSpec(
                        cores,
                        ClusterSpec.Places.SLOTS,
                        UNLIMITED,
                        UNLIMITED,
                        Map.of(
                                Level.RACK,
                                new Transfer(costs.crossingNs(), costs.crossingNs(), 0, 0)),
                        Map.of(),
                        SEC / 1000,
                        0,
                        WorkerSpec.PLAIN);
        SimulationSpec spec =
                new SimulationSpec(
                        2 * SEC,
                        SEC / 2,
                        SEC,
                        1,
                        cluster,
                        List.of(topology(shape, costs)),
                        SchedulerSpec.none(),
                        List.of());
        double done = Simulator.run(spec).topology("shape").ackedPerSec();
        int perMessage = shape.emits().stream().reduce(1, (one, other) -> one * other);
        return shape.acked() ? done : done / perMessage;
    }

    private static TopologySpec topology(Shape shape, Costs costs) {
        List<ComponentSpec> components = new ArrayList<>();
        double spout = shape.acked() ? costs.ackedSpoutNs() : costs.spoutNs();
        double hop = shape.acked() ? costs.ackedHopNs() : costs.hopNs();
        for (int c = 0; c < shape.components(); c++) {
            double ns = (c == 0 ? spout : hop) + shape.work().get(c) * costs.unitNs();
            int emits = c == 0 ? 1 : shape.emits().get(c - 1);
            components.add(
                    new ComponentSpec(
                            "c" + c,
                            1,
                            c == 0 ? new SourceSpec(UNLIMITED, SourceSpec.Arrivals.EVEN) : null,
                            new Service(ns, Service.Shape.CONSTANT),
                            Service.NONE,
                            0,
                            0,
                            c == 0
                                    ? List.of()
                                    : List.of(
                                            new InputSpec(
                                                    "c" + (c - 1),
                                                    InputSpec.Grouping.SHUFFLE,
                                                    1,
                                                    0,
                                                    emits)),
                            Set.of("core-" + shape.core(c))));
        }
        return new TopologySpec(
                "shape",
                2,
                shape.acked() ? TopologySpec.Acking.COUNTED : TopologySpec.Acking.NONE,
                0,
                0,
                shape.acked() ? EngineRun.MAX_PENDING : 0,
                30 * SEC,
                QUEUE,
                BATCH,
                false,
                components);
    }
}
