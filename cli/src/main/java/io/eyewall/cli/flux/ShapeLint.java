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
        static @Nullable Edge of(YamlMap stream) {
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
        return definition.streams.stream().map(Edge::of).filter(Objects::nonNull).toList();
    }

    /**
     * Runs all checks.
     *
     * @param usedComponents ids of the components that are referred to
     */
    static void check(FluxDefinition definition, Set<String> usedComponents, Findings findings) {
        ShapeLint lint = new ShapeLint(definition, findings);
        lint.checkUse(usedComponents);
        lint.checkIds();
        lint.checkCounts(definition.spouts, "spout");
        lint.checkCounts(definition.bolts, "bolt");
        if (!definition.root().has("topologySource")) {
            lint.checkReach();
            lint.checkDoubles();
            lint.checkCycles();
        }
    }

    private void checkUse(Set<String> used) {
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
                                                + spout.place()));
                    }
                });
    }

    private void checkCounts(Map<String, YamlMap> all, String kind) {
        all.forEach(
                (id, vertex) ->
                        findings.attempt(() -> checkCounts(kind + " '" + id + "'", id, vertex)));
    }

    private void checkCounts(String what, String id, YamlMap vertex) throws FluxException {
        Long given = FluxDefinition.count(vertex, "parallelism");
        long parallelism = given == null ? 1 : given;
        if (parallelism < 1) {
            findings.add(
                    vertex.problem(
                            "parallelism",
                            what + ": parallelism is " + parallelism + "; expected 1 or more"));
        }
        Long tasks = FluxDefinition.count(vertex, "numTasks");
        if (tasks != null && tasks >= 0 && tasks < parallelism) {
            findings.warn(
                    vertex.problem(
                            "numTasks",
                            what
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
                    vertex.problem(
                            given == null ? "numTasks" : "parallelism",
                            what
                                    + ": all its streams are GLOBAL, so only the first of its tasks"
                                    + " gets tuples"));
        }
    }

    private void checkReach() {
        Set<String> reached = new HashSet<>();
        Deque<String> next = new ArrayDeque<>(definition.spouts.keySet());
        while (!next.isEmpty()) {
            String from = next.remove();
            for (Edge edge : edges) {
                if (edge.from().equals(from) && reached.add(edge.to())) {
                    next.add(edge.to());
                }
            }
        }
        definition.bolts.forEach(
                (id, bolt) -> {
                    boolean fed = edges.stream().anyMatch(edge -> edge.to().equals(id));
                    if (!fed) {
                        findings.warn(
                                bolt.problem("id", "bolt '" + id + "': no stream leads to it"));
                    } else if (!reached.contains(id)) {
                        findings.warn(
                                bolt.problem(
                                        "id", "bolt '" + id + "' can't be reached from a spout"));
                    }
                });
        definition.spouts.forEach(
                (id, spout) -> {
                    if (edges.stream().noneMatch(edge -> edge.from().equals(id))) {
                        findings.warn(
                                spout.problem("id", "spout '" + id + "': nobody takes its tuples"));
                    }
                });
    }

    private void checkDoubles() {
        Map<List<String>, Edge> seen = new HashMap<>();
        for (Edge edge : edges) {
            Edge earlier = seen.put(List.of(edge.from(), edge.streamId(), edge.to()), edge);
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
                                                + earlier.stream().place()
                                                + ", too; Storm keeps this grouping only"));
            }
        }
    }

    /**
     * Searches depth first. A stream that leads to a component on the current path closes a cycle.
     */
    private void checkCycles() {
        Set<String> done = new HashSet<>();
        Map<String, Boolean> way = new LinkedHashMap<>();
        List<String> starts = new ArrayList<>(definition.spouts.keySet());
        starts.addAll(definition.bolts.keySet());
        starts.forEach(id -> walk(id, way, done));
    }

    private void walk(String id, Map<String, Boolean> way, Set<String> done) {
        if (!done.add(id)) {
            return;
        }
        way.put(id, true);
        for (Edge edge : edges) {
            if (edge.from().equals(id)) {
                if (way.containsKey(edge.to())) {
                    List<String> path = new ArrayList<>(way.keySet());
                    path = path.subList(path.indexOf(edge.to()), path.size());
                    findings.warn(
                            edge.stream()
                                    .problem(
                                            "closes a cycle: "
                                                    + String.join(" -> ", path)
                                                    + " -> "
                                                    + edge.to()
                                                    + "; a tuple must leave it some day"));
                } else {
                    walk(edge.to(), way, done);
                }
            }
        }
        way.remove(id);
    }
}
