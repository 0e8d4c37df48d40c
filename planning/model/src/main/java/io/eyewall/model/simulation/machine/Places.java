package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.spec.ClusterSpec;
import io.eyewall.model.simulation.spec.NodeSpec;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.place.Limits;
import io.eyewall.placement.place.Vertex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The places of a cluster in the order of nodes: slots {@code node:6700} and following, or cores
 * {@code node:core-0} and following. An in-network box is one place that has the box's name.
 * Immutable.
 */
public final class Places {
    private static final int FIRST_PORT = 6700;

    private final ClusterSpec cluster;
    private final CostTree tree;
    private final int[] nodes;

    /** Creates the places of a cluster. */
    public Places(ClusterSpec cluster) {
        this.cluster = cluster;
        this.tree = tree(cluster, node -> true, place -> true, NodeSpec::cores);
        this.nodes = new int[tree.placeCount()];
        Map<String, Integer> byName = new LinkedHashMap<>();
        cluster.nodes().forEach(node -> byName.put(node.name(), byName.size()));
        for (int p = 0; p < nodes.length; p++) {
            String id = tree.place(p).id();
            int colon = id.lastIndexOf(':');
            nodes[p] = byName.getOrDefault(colon < 0 ? id : id.substring(0, colon), 0);
        }
    }

    /**
     * Returns the cost tree of a part of the cluster.
     *
     * @param nodes the nodes to include
     * @param free the places to include
     * @param cores the cores of a node that executors may use; within a process each core is a
     *     place
     */
    public static CostTree tree(
            ClusterSpec cluster,
            Predicate<NodeSpec> nodes,
            Predicate<String> free,
            ToDoubleFunction<NodeSpec> cores) {
        Map<String, List<Vertex>> racks = new LinkedHashMap<>();
        for (NodeSpec node : cluster.nodes()) {
            List<Vertex> places = nodes.test(node) ? places(cluster, node, free) : List.of();
            if (!places.isEmpty()) {
                racks.computeIfAbsent(node.rack(), r -> new ArrayList<>())
                        .add(
                                node.box()
                                        ? places.get(0)
                                        : vertex(cluster, node, places, cores.applyAsDouble(node)));
            }
        }
        if (racks.isEmpty()) {
            throw new IllegalArgumentException(
                    "no place is left in the cluster; add nodes or slots");
        }
        List<Vertex> all = new ArrayList<>();
        racks.forEach(
                (rack, under) ->
                        all.add(
                                Vertex.of(
                                        Level.RACK,
                                        "rack " + rack,
                                        Limits.NONE.withUplink(cluster.rackUplinkBytesPerSec()),
                                        under)));
        return new CostTree(
                all.size() == 1 ? all.get(0) : Vertex.of(Level.SWITCH, "cluster", all),
                cluster.crossings());
    }

    private static Vertex vertex(
            ClusterSpec cluster, NodeSpec node, List<Vertex> places, double cores) {
        if (cluster.places() == ClusterSpec.Places.CORES) {
            return Vertex.of(
                    Level.NODE,
                    "node " + node.name(),
                    Limits.NONE.withMemory(node.memoryBytes()).withUplink(node.uplinkBytesPerSec()),
                    List.of(Vertex.of(Level.PROCESS, "process " + node.name(), places)));
        }
        return Vertex.of(
                Level.NODE,
                "node " + node.name(),
                new Limits(cores, node.memoryBytes(), node.uplinkBytesPerSec()),
                places);
    }

    private static List<Vertex> places(ClusterSpec cluster, NodeSpec node, Predicate<String> free) {
        List<Vertex> places = new ArrayList<>();
        if (node.box()) {
            Limits limits = new Limits(node.cores(), node.memoryBytes(), node.uplinkBytesPerSec());
            if (free.test(node.name())) {
                places.add(Vertex.box(node.name(), limits));
            }
            return places;
        }
        boolean cores = cluster.places() == ClusterSpec.Places.CORES;
        for (int i = 0; i < (cores ? node.cores() : node.slots()); i++) {
            String id = node.name() + (cores ? ":core-" + i : ":" + (FIRST_PORT + i));
            if (free.test(id)) {
                places.add(
                        Vertex.place(
                                cores ? Level.CORE : Level.PROCESS,
                                id,
                                cores ? Limits.cores(1) : Limits.NONE));
            }
        }
        return places;
    }

    /** Returns the tree of all places and nodes. */
    public CostTree tree() {
        return tree;
    }

    /** Returns the number of a place's node, in the order of the cluster's nodes. */
    public int node(int place) {
        return nodes[place];
    }

    /** Returns the number of places. */
    public int count() {
        return nodes.length;
    }

    /** Returns the cluster. */
    public ClusterSpec cluster() {
        return cluster;
    }
}
