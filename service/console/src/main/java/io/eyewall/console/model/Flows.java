package io.eyewall.console.model;

import io.eyewall.control.figures.TopologySample;
import io.eyewall.engine.metrics.EdgeMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tuples sent between two samples, summed by edge, by task and by pair of cores. Used once, by
 * one thread.
 */
final class Flows {
    private final TopologySample now;
    private final double seconds;
    private final Map<Integer, Integer> taskIndex = new HashMap<>();
    private final Map<Integer, Integer> coreOf = new HashMap<>();
    private final Map<EdgeKey, Integer> edgeIndex = new HashMap<>();
    private final Map<StreamKey, Integer> onlyTarget = new HashMap<>();
    private final double[][] edges;
    private final double[][] tasks;
    private final double[][] crossing;

    private record EdgeKey(String from, String stream, String to) {}

    private record StreamKey(String from, String stream) {}

    private record Link(int source, String stream, int target) {}

    /**
     * @param before the earlier sample, of the same structure
     * @param seconds the time between the two samples
     */
    Flows(Structure structure, TopologySample before, TopologySample now, double seconds) {
        this.now = now;
        this.seconds = seconds;
        List<Structure.Edge> all = structure.edges();
        for (int i = 0; i < all.size(); i++) {
            Structure.Edge edge = all.get(i);
            String from = structure.components().get(edge.from()).id();
            String to = structure.components().get(edge.to()).id();
            edgeIndex.put(new EdgeKey(from, edge.stream(), to), i);
            onlyTarget.merge(new StreamKey(from, edge.stream()), i, (one, other) -> -1);
        }
        for (int i = 0; i < structure.tasks().size(); i++) {
            taskIndex.put(structure.tasks().get(i).id(), i);
        }
        for (ExecutorMetrics executor : now.metrics().executors()) {
            for (int task = executor.executor().firstTask();
                    task <= executor.executor().lastTask();
                    task++) {
                coreOf.put(task, executor.core());
            }
        }
        edges = new double[all.size()][2];
        tasks = new double[structure.tasks().size()][2];
        int cores = now.metrics().cores().size();
        crossing = new double[cores][cores];
        Map<Link, Long> past = tuples(before);
        tuples(now).forEach((link, sent) -> add(link, sent, past.getOrDefault(link, 0L)));
    }

    /** Sums the counts of each link: a task has one counter per emitting thread. */
    private static Map<Link, Long> tuples(TopologySample sample) {
        Map<Link, Long> tuples = new HashMap<>();
        for (EdgeMetrics edge : sample.metrics().edges()) {
            tuples.merge(link(edge), edge.tuples(), Long::sum);
        }
        return tuples;
    }

    private static Link link(EdgeMetrics edge) {
        return new Link(edge.sourceTask(), edge.streamId(), edge.targetTask());
    }

    private void add(Link link, long tuples, long before) {
        // The counters of replaced executors start at zero.
        long sent = tuples >= before ? tuples - before : tuples;
        double perSec = sent / seconds;
        Integer row = edgeRow(link);
        if (row != null && row >= 0) {
            edges[row][0] += perSec;
            edges[row][1] += tuples;
        }
        add(tasks, taskIndex.get(link.target()), 0, perSec);
        add(tasks, taskIndex.get(link.source()), 1, perSec);
        Integer from = coreOf.get(link.source());
        Integer to = coreOf.get(link.target());
        if (from != null && to != null && from < crossing.length && to < crossing.length) {
            crossing[from][to] += perSec;
        }
    }

    private static void add(double[][] table, @Nullable Integer row, int column, double value) {
        if (row != null) {
            table[row][column] += value;
        }
    }

    /**
     * Returns the row of a link's edge. Without a target task, the edge is known only if the stream
     * has a single subscriber.
     */
    private @Nullable Integer edgeRow(Link link) {
        String from = now.plan().taskToComponent().get(link.source());
        if (from == null) {
            return null;
        }
        String to = now.plan().taskToComponent().get(link.target());
        return to == null
                ? onlyTarget.get(new StreamKey(from, link.stream()))
                : edgeIndex.get(new EdgeKey(from, link.stream(), to));
    }

    RowTable edges() {
        return RowTable.of(edges);
    }

    RowTable tasks() {
        return RowTable.of(tasks);
    }

    RowTable crossing() {
        return RowTable.of(crossing);
    }
}
