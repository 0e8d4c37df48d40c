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
    private static final double LINK_SHARE = 0.8;

    private ClusterTree() {}

    /** The resources of a node that plans may use. */
    record Room(double cores, double memoryBytes, Set<Integer> ports) {}

    /** Returns the name of a node's slot in the tree. */
    static String place(String node, int port) {
        return node + ":" + port;
    }

    /**
     * Returns the cost tree of the nodes.
     *
     * @param rooms usable resources by node id; nodes without an entry or without ports are left
     *     out
     */
    static CostTree of(List<ClusterView.Node> nodes, Map<String, Room> rooms) {
        Map<String, List<Vertex>> racks = new TreeMap<>();
        List<Vertex> atTop = new ArrayList<>();
        for (ClusterView.Node node : nodes) {
            Room room = rooms.get(node.id());
            if (room != null && !room.ports().isEmpty()) {
                if (node.isBox() && !node.meta().containsKey(RACK_META)) {
                    atTop.add(vertex(node, room));
                    continue;
                }
                racks.computeIfAbsent(
                                node.meta().getOrDefault(RACK_META, ""), rack -> new ArrayList<>())
                        .add(vertex(node, room));
            }
        }
        if (racks.size() == 1) {
            List<Vertex> all = new ArrayList<>(racks.values().iterator().next());
            all.addAll(atTop);
            return tree(Vertex.of(Level.RACK, "cluster", all));
        }
        List<Vertex> all = new ArrayList<>(atTop);
        racks.forEach((rack, under) -> all.add(Vertex.of(Level.RACK, "rack " + rack, under)));
        return tree(Vertex.of(Level.SWITCH, "cluster", all));
    }

    private static CostTree tree(Vertex root) {
        return new CostTree(root, Crossings.ofStorm());
    }

    private static Vertex vertex(ClusterView.Node node, Room room) {
        List<Vertex> slots = new ArrayList<>();
        room.ports().stream()
                .sorted()
                .forEach(
                        port ->
                                slots.add(
                                        new Vertex(
                                                Level.PROCESS,
                                                place(node.id(), port),
                                                Limits.NONE,
                                                node.isBox(),
                                                List.of())));
        Limits limits = Limits.cores(room.cores());
        if (room.memoryBytes() < Double.POSITIVE_INFINITY) {
            limits = limits.withMemory(Math.max(1, room.memoryBytes()));
        }
        double uplink = uplinkBytesPerSec(node);
        if (uplink > 0) {
            limits = limits.withUplink(LINK_SHARE * uplink);
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
