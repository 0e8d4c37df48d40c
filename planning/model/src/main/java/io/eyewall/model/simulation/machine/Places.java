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
    /** The first port of Storm's supervisors by default. */
    private static final int FIRST_PORT = 6700;

    private final ClusterSpec cluster;
    private final CostTree tree;
    private final int[] nodeOfPlace;

    /** Creates the places of a cluster. */
    public Places(ClusterSpec cluster) {
        this.cluster = cluster;
        this.tree = tree(cluster, node -> true, place -> true, NodeSpec::cores);
        this.nodeOfPlace = new int[tree.placeCount()];
        Map<String, Integer> byName = new LinkedHashMap<>();
        cluster.nodes().forEach(node -> byName.put(node.name(), byName.size()));
        for (int p = 0; p < nodeOfPlace.length; p++) {
            String id = tree.place(p).id();
            int colon = id.lastIndexOf(':');
            nodeOfPlace[p] = byName.getOrDefault(colon < 0 ? id : id.substring(0, colon), 0);
        }
    }

    /**
     * Returns the cost tree of a part of the cluster.
     *
     * @param includesNode whether a node is included
     * @param includesPlace whether a place is included
     * @param cores the number of a node's cores that executors may use; not needed if places are
     *     cores
     */
    public static CostTree tree(
            ClusterSpec cluster,
            Predicate<NodeSpec> includesNode,
            Predicate<String> includesPlace,
            ToDoubleFunction<NodeSpec> cores) {
        Map<String, List<Vertex>> racks = new LinkedHashMap<>();
        for (NodeSpec node : cluster.nodes()) {
            List<Vertex> places =
                    includesNode.test(node) ? places(cluster, node, includesPlace) : List.of();
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
        List<Vertex> rackVertices = new ArrayList<>();
        racks.forEach(
                (rack, nodesOfRack) ->
                        rackVertices.add(
                                Vertex.of(
                                        Level.RACK,
                                        "rack " + rack,
                                        Limits.NONE.withUplink(cluster.rackUplinkBytesPerSec()),
                                        nodesOfRack)));
        return new CostTree(
                rackVertices.size() == 1
                        ? rackVertices.get(0)
                        : Vertex.of(Level.SWITCH, "cluster", rackVertices),
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

    private static List<Vertex> places(
            ClusterSpec cluster, NodeSpec node, Predicate<String> includesPlace) {
        List<Vertex> places = new ArrayList<>();
        if (node.box()) {
            Limits limits = new Limits(node.cores(), node.memoryBytes(), node.uplinkBytesPerSec());
            if (includesPlace.test(node.name())) {
                places.add(Vertex.box(node.name(), limits));
            }
            return places;
        }
        boolean cores = cluster.places() == ClusterSpec.Places.CORES;
        for (int i = 0; i < (cores ? node.cores() : node.slots()); i++) {
            String id = node.name() + (cores ? ":core-" + i : ":" + (FIRST_PORT + i));
            if (includesPlace.test(id)) {
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
    public int nodeOf(int place) {
        return nodeOfPlace[place];
    }

    /** Returns the number of places. */
    public int count() {
        return nodeOfPlace.length;
    }

    /** Returns the cluster. */
    public ClusterSpec cluster() {
        return cluster;
    }
}
