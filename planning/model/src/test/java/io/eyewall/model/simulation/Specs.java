package io.eyewall.model.simulation;

import io.eyewall.model.simulation.event.Service;
import io.eyewall.model.simulation.spec.ClusterSpec;
import io.eyewall.model.simulation.spec.ComponentSpec;
import io.eyewall.model.simulation.spec.Incident;
import io.eyewall.model.simulation.spec.InputSpec;
import io.eyewall.model.simulation.spec.InputSpec.Grouping;
import io.eyewall.model.simulation.spec.NodeSpec;
import io.eyewall.model.simulation.spec.SchedulerSpec;
import io.eyewall.model.simulation.spec.SimulationSpec;
import io.eyewall.model.simulation.spec.SourceSpec;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.model.simulation.spec.TopologySpec.Acking;
import io.eyewall.model.simulation.spec.Transfer;
import io.eyewall.model.simulation.spec.WorkerSpec;
import io.eyewall.placement.advice.AdoptionRules;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Descriptions for tests, with what does not matter left at its simplest. */
final class Specs {
    static final long SEC = 1_000_000_000L;
    static final double INFINITE = Double.POSITIVE_INFINITY;

    private Specs() {}

    static Service exponential(double meanNs) {
        return new Service(meanNs, Service.Shape.EXPONENTIAL);
    }

    static Service constant(double ns) {
        return new Service(ns, Service.Shape.CONSTANT);
    }

    static ComponentSpec spout(
            String name, int executors, double rate, SourceSpec.Arrivals arrivals, Service cost) {
        return component(name, executors, new SourceSpec(rate, arrivals), cost, 100, List.of());
    }

    static ComponentSpec bolt(String name, int executors, Service service, String... from) {
        List<InputSpec> inputs = new ArrayList<>();
        for (String sender : from) {
            inputs.add(new InputSpec(sender, Grouping.SHUFFLE, 1, 0, 1));
        }
        return component(name, executors, null, service, 100, inputs);
    }

    static ComponentSpec component(
            String name,
            int executors,
            @Nullable SourceSpec source,
            Service service,
            double bytes,
            List<InputSpec> inputs) {
        return new ComponentSpec(
                name, executors, source, service, Service.NONE, bytes, 0, inputs, Set.of());
    }

    static TopologySpec topology(Acking acking, int maxPending, ComponentSpec... components) {
        return new TopologySpec(
                "test",
                100,
                acking,
                acking == Acking.ACKERS ? 2 : 0,
                0,
                maxPending,
                30 * SEC,
                Integer.MAX_VALUE,
                1,
                false,
                List.of(components));
    }

    static ClusterSpec cluster(int nodes, int slots, int cores, double uplink) {
        return cluster(nodes(nodes, slots, cores, uplink), Map.of(), WorkerSpec.PLAIN);
    }

    static List<NodeSpec> nodes(int nodes, int slots, int cores, double uplink) {
        List<NodeSpec> list = new ArrayList<>();
        for (int n = 1; n <= nodes; n++) {
            list.add(new NodeSpec("node-" + n, "1", slots, cores, INFINITE, uplink, false));
        }
        return list;
    }

    static ClusterSpec cluster(
            List<NodeSpec> nodes, Map<Level, Transfer> transfers, WorkerSpec worker) {
        return new ClusterSpec(
                nodes,
                ClusterSpec.Places.SLOTS,
                INFINITE,
                5e6,
                transfers,
                Map.of(),
                10_000_000,
                0,
                worker);
    }

    static SchedulerSpec scheduler(String algorithm, Map<String, Double> parameters) {
        return scheduler(
                algorithm,
                parameters,
                SchedulerSpec.Adopt.ALWAYS,
                SchedulerSpec.Handover.SMOOTH,
                SchedulerSpec.Initial.ROUND_ROBIN);
    }

    static SchedulerSpec scheduler(
            String algorithm,
            Map<String, Double> parameters,
            SchedulerSpec.Adopt adopt,
            SchedulerSpec.Handover handover,
            SchedulerSpec.Initial initial) {
        return new SchedulerSpec(
                algorithm,
                parameters,
                initial,
                adopt,
                Rules.cluster(),
                Weights.cluster(),
                AdoptionRules.DEFAULT,
                20 * SEC,
                0,
                0.5,
                300 * SEC,
                10 * SEC,
                10 * SEC,
                30 * SEC,
                handover,
                0);
    }

    static SimulationSpec simulation(
            double seconds, long seed, ClusterSpec cluster, TopologySpec... topologies) {
        return simulation(
                seconds,
                seed,
                cluster,
                scheduler(SchedulerSpec.NONE, Map.of()),
                List.of(),
                topologies);
    }

    static SimulationSpec simulation(
            double seconds,
            long seed,
            ClusterSpec cluster,
            SchedulerSpec scheduler,
            List<Incident> incidents,
            TopologySpec... topologies) {
        return new SimulationSpec(
                (long) (seconds * SEC),
                (long) (seconds * SEC / 10),
                10 * SEC,
                seed,
                cluster,
                List.of(topologies),
                scheduler,
                incidents);
    }
}
