package io.eyewall.cluster.generator;

import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Crossings;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.place.Limits;
import io.eyewall.placement.place.Vertex;
import io.eyewall.plugin.wire.ClusterView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Builds the cost tree of a cluster: slots below nodes, nodes below racks where supervisors name
 * their racks. A node at a switch is below its rack or, without one, beside the racks. No state.
 */
final class ClusterTree {
    /** The key of {@code supervisor.scheduler.meta} that names a node's rack. */
    static final String RACK_META = "eyewall.rack";

    private static final double BYTES_PER_MBIT = 1e6 / 8;

    /**
     * The share of a link's rate that plans may fill. Measured traffic counts tuples without packet
     * headers, so a link is full before its measured traffic reaches the rate; a full link must
     * count as overloaded.
     */
    private static final double MAX_LINK_SHARE = 0.8;

    private ClusterTree() {}

    /**
     * The resources of a node that plans may use.
     *
     * @param cores processor time per second, in seconds
     * @param memoryBytes memory in bytes; infinite for no limit
     * @param ports the ports of slots
     */
    record NodeResources(double cores, double memoryBytes, Set<Integer> ports) {}

    /** Returns the name of a slot in the tree: node and port, separated by a colon. */
    static String placeName(String node, int port) {
        return node + ":" + port;
    }

    /**
     * Returns the cost tree of the nodes.
     *
     * @param resourcesByNode usable resources by node id; nodes without an entry or without ports
     *     are left out
     */
    static CostTree build(
            List<ClusterView.Node> nodes, Map<String, NodeResources> resourcesByNode) {
        Map<String, List<Vertex>> racks = new TreeMap<>();
        List<Vertex> besideRacks = new ArrayList<>();
        for (ClusterView.Node node : nodes) {
            NodeResources resources = resourcesByNode.get(node.id());
            if (resources != null && !resources.ports().isEmpty()) {
                if (node.isAtSwitch() && !node.meta().containsKey(RACK_META)) {
                    besideRacks.add(nodeVertex(node, resources));
                    continue;
                }
                racks.computeIfAbsent(
                                node.meta().getOrDefault(RACK_META, ""), rack -> new ArrayList<>())
                        .add(nodeVertex(node, resources));
            }
        }
        if (racks.size() == 1) {
            List<Vertex> vertices = new ArrayList<>(racks.values().iterator().next());
            vertices.addAll(besideRacks);
            return withCostsOfStorm(Vertex.of(Level.RACK, "cluster", vertices));
        }
        List<Vertex> vertices = new ArrayList<>(besideRacks);
        racks.forEach(
                (rack, rackNodes) ->
                        vertices.add(Vertex.of(Level.RACK, "rack " + rack, rackNodes)));
        return withCostsOfStorm(Vertex.of(Level.SWITCH, "cluster", vertices));
    }

    private static CostTree withCostsOfStorm(Vertex root) {
        return new CostTree(root, Crossings.ofStorm());
    }

    private static Vertex nodeVertex(ClusterView.Node node, NodeResources resources) {
        List<Vertex> slots = new ArrayList<>();
        resources.ports().stream()
                .sorted()
                .forEach(
                        port ->
                                slots.add(
                                        new Vertex(
                                                Level.PROCESS,
                                                placeName(node.id(), port),
                                                Limits.NONE,
                                                node.isAtSwitch(),
                                                List.of())));
        Limits limits = Limits.cores(resources.cores());
        if (resources.memoryBytes() < Double.POSITIVE_INFINITY) {
            limits = limits.withMemory(Math.max(1, resources.memoryBytes()));
        }
        double uplink = uplinkBytesPerSec(node);
        if (uplink > 0) {
            limits = limits.withUplink(MAX_LINK_SHARE * uplink);
        }
        return Vertex.of(Level.NODE, "node " + node.id(), limits, slots);
    }

    /**
     * Returns the rate of a node's link; 0 if its supervisor gives none, or not a finite number.
     */
    private static double uplinkBytesPerSec(ClusterView.Node node) {
        try {
            double mbit =
                    Double.parseDouble(node.meta().getOrDefault(ClusterView.UPLINK_META, "0"));
            return mbit < Double.POSITIVE_INFINITY ? mbit * BYTES_PER_MBIT : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
