package io.eyewall.cli.flux;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Checks the graph of a definition for unused parts, bolts that no tuple can reach, cycles, and
 * numbers of executors and tasks that do not fit.
 */
final class ShapeLint {
    /** A stream from one component to another. */
    record Edge(String from, String streamId, String to, String grouping, YamlMap stream) {
        /** Returns the edge; null if the stream is incomplete, which another check reports. */
        static @Nullable Edge parse(YamlMap stream) {
            try {
                String from = stream.text("from");
                String to = stream.text("to");
                YamlMap grouping = stream.map("grouping", "a grouping");
                if (from == null || to == null || grouping == null) {
                    return null;
                }
                String id =
                        Objects.requireNonNullElse(
                                grouping.text("streamId"), Utils.DEFAULT_STREAM_ID);
                return new Edge(from, id, to, String.valueOf(grouping.text("type")), stream);
            } catch (FluxException e) {
                return null;
            }
        }
    }

    private final FluxDefinition definition;
    private final Findings findings;
    private final List<Edge> edges;

    private ShapeLint(FluxDefinition definition, Findings findings) {
        this.definition = definition;
        this.findings = findings;
        this.edges = edges(definition);
    }

    static List<Edge> edges(FluxDefinition definition) {
        return definition.streams.stream().map(Edge::parse).filter(Objects::nonNull).toList();
    }

    /**
     * Runs all checks.
     *
     * @param usedComponents ids of the components that are referred to
     */
    static void check(FluxDefinition definition, Set<String> usedComponents, Findings findings) {
        ShapeLint lint = new ShapeLint(definition, findings);
        lint.checkComponentsUsed(usedComponents);
        lint.checkIds();
        lint.checkCounts(definition.spouts, "spout");
        lint.checkCounts(definition.bolts, "bolt");
        if (!definition.root().has("topologySource")) {
            lint.checkReachability();
            lint.checkDuplicateSubscriptions();
            lint.checkCycles();
        }
    }

    private void checkComponentsUsed(Set<String> used) {
        definition.components.forEach(
                (id, component) -> {
                    if (!used.contains(id)) {
                        findings.warn(
                                component.problem("id", "component '" + id + "' is not used"));
                    }
                });
    }

    private void checkIds() {
        definition.bolts.forEach(
                (id, bolt) -> {
                    YamlMap spout = definition.spouts.get(id);
                    if (spout != null) {
                        findings.add(
                                bolt.problem(
                                        "id",
                                        "'"
                                                + id
                                                + "' is the id of a spout, too, at "
                                                + spout.position()));
                    }
                });
    }

    private void checkCounts(Map<String, YamlMap> spoutsOrBolts, String kind) {
        spoutsOrBolts.forEach(
                (id, spoutOrBolt) ->
                        findings.attempt(
                                () -> checkCounts(kind + " '" + id + "'", id, spoutOrBolt)));
    }

    private void checkCounts(String subject, String id, YamlMap spoutOrBolt) throws FluxException {
        Long declaredParallelism = FluxDefinition.wholeNumber(spoutOrBolt, "parallelism");
        long parallelism = declaredParallelism == null ? 1 : declaredParallelism;
        if (parallelism < 1) {
            findings.add(
                    spoutOrBolt.problem(
                            "parallelism",
                            subject + ": parallelism is " + parallelism + "; expected 1 or more"));
        }
        Long tasks = FluxDefinition.wholeNumber(spoutOrBolt, "numTasks");
        if (tasks != null && tasks >= 0 && tasks < parallelism) {
            findings.warn(
                    spoutOrBolt.problem(
                            "numTasks",
                            subject
                                    + ": "
                                    + tasks
                                    + " tasks can't fill "
                                    + parallelism
                                    + " executors; raise numTasks or lower parallelism"));
        }
        List<Edge> inputs = edges.stream().filter(edge -> edge.to().equals(id)).toList();
        if (Math.max(parallelism, tasks == null ? 0 : tasks) > 1
                && !inputs.isEmpty()
                && inputs.stream().allMatch(edge -> edge.grouping().equals("GLOBAL"))) {
            findings.warn(
                    spoutOrBolt.problem(
                            declaredParallelism == null ? "numTasks" : "parallelism",
                            subject
                                    + ": all its streams are GLOBAL, so only the first of its tasks"
                                    + " gets tuples"));
        }
    }

    private void checkReachability() {
        Set<String> reachable = new HashSet<>();
        Deque<String> next = new ArrayDeque<>(definition.spouts.keySet());
        while (!next.isEmpty()) {
            String from = next.remove();
            for (Edge edge : edges) {
                if (edge.from().equals(from) && reachable.add(edge.to())) {
                    next.add(edge.to());
                }
            }
        }
        definition.bolts.forEach(
                (id, bolt) -> {
                    boolean isFed = edges.stream().anyMatch(edge -> edge.to().equals(id));
                    if (!isFed) {
                        findings.warn(
                                bolt.problem("id", "bolt '" + id + "': no stream leads to it"));
                    } else if (!reachable.contains(id)) {
                        findings.warn(
                                bolt.problem(
                                        "id", "bolt '" + id + "' can't be reached from a spout"));
                    }
                });
        definition.spouts.forEach(
                (id, spout) -> {
                    if (edges.stream().noneMatch(edge -> edge.from().equals(id))) {
                        findings.warn(
                                spout.problem(
                                        "id",
                                        "spout '" + id + "': no bolt subscribes to its streams"));
                    }
                });
    }

    private void checkDuplicateSubscriptions() {
        Map<List<String>, Edge> edgesBySubscription = new HashMap<>();
        for (Edge edge : edges) {
            Edge earlier =
                    edgesBySubscription.put(List.of(edge.from(), edge.streamId(), edge.to()), edge);
            if (earlier != null) {
                findings.warn(
                        edge.stream()
                                .problem(
                                        "'"
                                                + edge.to()
                                                + "' subscribes to stream '"
                                                + edge.streamId()
                                                + "' of '"
                                                + edge.from()
                                                + "' at "
                                                + earlier.stream().position()
                                                + ", too; Storm uses only this grouping"));
            }
        }
    }

    /**
     * Searches depth first. A stream that leads to a component on the current path closes a cycle.
     */
    private void checkCycles() {
        Set<String> visited = new HashSet<>();
        Map<String, Boolean> currentPath = new LinkedHashMap<>();
        List<String> starts = new ArrayList<>(definition.spouts.keySet());
        starts.addAll(definition.bolts.keySet());
        starts.forEach(id -> searchCycles(id, currentPath, visited));
    }

    private void searchCycles(String id, Map<String, Boolean> currentPath, Set<String> visited) {
        if (!visited.add(id)) {
            return;
        }
        currentPath.put(id, true);
        for (Edge edge : edges) {
            if (edge.from().equals(id)) {
                if (currentPath.containsKey(edge.to())) {
                    List<String> cycle = new ArrayList<>(currentPath.keySet());
                    cycle = cycle.subList(cycle.indexOf(edge.to()), cycle.size());
                    findings.warn(
                            edge.stream()
                                    .problem(
                                            "closes a cycle: "
                                                    + String.join(" -> ", cycle)
                                                    + " -> "
                                                    + edge.to()
                                                    + "; each tuple must leave it at some time"));
                } else {
                    searchCycles(edge.to(), currentPath, visited);
                }
            }
        }
        currentPath.remove(id);
    }
}
