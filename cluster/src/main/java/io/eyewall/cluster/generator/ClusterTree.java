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
 * The cost tree of a cluster: slots below nodes, nodes below racks where supervisors name theirs. A
 * node at a switch is beneath its rack, or, without one, beside the racks. No state.
 */
final class ClusterTree {
    /** In {@code supervisor.scheduler.meta}: the name of the rack. */
    static final String RACK_META = "eyewall.rack";

    private static final double BYTES_PER_MBIT = 1e6 / 8;

    /**
     * Of a link, what plans may fill. What is measured are tuples, without the headers of packets;
     * and a link never carries more than it can, so that one which is full must count as too full.
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
     * @param rooms by node; nodes that have none are left out, as are those without slots
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

    /** 0 if it is not said, or nonsense. */
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
