package io.eyewall.server.prometheus;

import io.eyewall.engine.metrics.ComponentMetrics;
import io.eyewall.server.prometheus.Exposition.Type;
import java.util.Collection;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Writes metrics of components, their streams, and the edges between them. */
final class ComponentFamilies {
    private static final double NS_PER_SEC = 1e9;
    private static final String TOPOLOGY = "topology";
    private static final String COMPONENT = "component";
    private static final String STREAM = "stream";

    private final Collection<TopologySnapshot> topologies;
    private final Exposition to;

    private ComponentFamilies(Collection<TopologySnapshot> topologies, Exposition to) {
        this.topologies = topologies;
        this.to = to;
    }

    static void write(Collection<TopologySnapshot> topologies, Exposition to) {
        if (!topologies.isEmpty()) {
            new ComponentFamilies(topologies, to).write();
        }
    }

    private void write() {
        gauge("executors", "", "Executors of a component.", ComponentMetrics::executors);
        streams("emitted_tuples", "Emitted tuples.", ComponentMetrics::emitted);
        streams("transferred_tuples", "Tuples sent to receivers.", ComponentMetrics::transferred);
        counter("executed_tuples", "tuples", "Executed tuples.", ComponentMetrics::executed);
        counter(
                "acked_tuples",
                "tuples",
                "Acked messages of a spout, or acked inputs of a bolt.",
                ComponentMetrics::acked);
        counter(
                "failed_tuples",
                "tuples",
                "Failed tuples, including timed-out ones.",
                ComponentMetrics::failed);
        counter(
                "useful_seconds",
                "seconds",
                "Time within nextTuple and execute, estimated from samples.",
                c -> c.usefulNs() / NS_PER_SEC);
        counter(
                "back_pressured_seconds",
                "seconds",
                "Time for which full receivers blocked the executors.",
                c -> c.backPressuredNs() / NS_PER_SEC);
        gauge(
                "queued_tuples",
                "tuples",
                "Tuples in the executors' queues.",
                ComponentMetrics::queuedTuples);
        gauge(
                "pending_messages",
                "messages",
                "Messages of a spout that are neither acked nor failed.",
                ComponentMetrics::pendingMessages);
        errors();
        edges();
    }

    private void gauge(
            String name, String unit, String help, ToDoubleFunction<ComponentMetrics> value) {
        family(name, Type.GAUGE, unit, help, value);
    }

    private void counter(
            String name, String unit, String help, ToDoubleFunction<ComponentMetrics> value) {
        family(name, Type.COUNTER, unit, help, value);
    }

    private void family(
            String name,
            Type type,
            String unit,
            String help,
            ToDoubleFunction<ComponentMetrics> value) {
        to.family("eyewall_component_" + name, type, unit, help);
        for (TopologySnapshot topology : topologies) {
            topology.components()
                    .forEach(
                            (id, counters) ->
                                    to.sample(
                                            value.applyAsDouble(counters),
                                            TOPOLOGY,
                                            topology.name(),
                                            COMPONENT,
                                            id));
        }
    }

    private void streams(
            String name, String help, Function<ComponentMetrics, SortedMap<String, Long>> counts) {
        to.family("eyewall_component_" + name, Type.COUNTER, "tuples", help);
        for (TopologySnapshot topology : topologies) {
            topology.components()
                    .forEach(
                            (id, counters) ->
                                    counts.apply(counters)
                                            .forEach(
                                                    (stream, count) ->
                                                            to.sample(
                                                                    count,
                                                                    TOPOLOGY,
                                                                    topology.name(),
                                                                    COMPONENT,
                                                                    id,
                                                                    STREAM,
                                                                    stream)));
        }
    }

    private void errors() {
        to.family(
                "eyewall_component_errors",
                Type.COUNTER,
                "",
                "Errors that tasks have reported, also those that were not kept.");
        for (TopologySnapshot topology : topologies) {
            topology.components()
                    .keySet()
                    .forEach(
                            id ->
                                    to.sample(
                                            topology.errors().getOrDefault(id, 0L),
                                            TOPOLOGY,
                                            topology.name(),
                                            COMPONENT,
                                            id));
        }
    }

    private void edges() {
        to.family(
                "eyewall_edge_tuples",
                Type.COUNTER,
                "tuples",
                "Tuples sent from one component to another; * is a subscriber whose tasks are"
                        + " counted together.");
        for (TopologySnapshot topology : topologies) {
            topology.edges()
                    .forEach(
                            (edge, tuples) ->
                                    to.sample(
                                            tuples,
                                            TOPOLOGY,
                                            topology.name(),
                                            "source",
                                            edge.source(),
                                            STREAM,
                                            edge.stream(),
                                            "target",
                                            edge.target()));
        }
    }
}
