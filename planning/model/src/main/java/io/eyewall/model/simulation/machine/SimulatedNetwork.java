package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.spec.ClusterSpec;
import io.eyewall.model.simulation.spec.NodeSpec;
import io.eyewall.placement.place.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The links between nodes: each node has one, each rack has one, in two directions. */
final class SimulatedNetwork {
    private static final int MAX_HOPS = 4;

    private final SimulatedLink[] nodeUp;
    private final SimulatedLink[] nodeDown;
    private final SimulatedLink[] rackUp;
    private final SimulatedLink[] rackDown;
    private final int[] racks;

    SimulatedNetwork(ClusterSpec cluster) {
        int n = cluster.nodes().size();
        nodeUp = new SimulatedLink[n];
        nodeDown = new SimulatedLink[n];
        racks = new int[n];
        Map<String, Integer> rackNumbers = new LinkedHashMap<>();
        for (int i = 0; i < n; i++) {
            NodeSpec node = cluster.nodes().get(i);
            nodeUp[i] = new SimulatedLink(node.uplinkBytesPerSec());
            nodeDown[i] = new SimulatedLink(node.uplinkBytesPerSec());
            racks[i] = rackNumbers.computeIfAbsent(node.rack(), r -> rackNumbers.size());
        }
        List<SimulatedLink> up = new ArrayList<>();
        List<SimulatedLink> down = new ArrayList<>();
        for (int r = 0; r < rackNumbers.size(); r++) {
            up.add(new SimulatedLink(cluster.rackUplinkBytesPerSec()));
            down.add(new SimulatedLink(cluster.rackUplinkBytesPerSec()));
        }
        rackUp = up.toArray(new SimulatedLink[0]);
        rackDown = down.toArray(new SimulatedLink[0]);
    }

    /**
     * Finds the first link with limited bandwidth on a path, from a hop on.
     *
     * @return its hop, or {@link Packets#NONE} if no link on the rest of the path is limited
     */
    int nextHop(int fromNode, int toNode, Level level, int hop) {
        if (level.height() <= Level.NODE.height()) {
            return Packets.NONE;
        }
        for (int h = hop; h < MAX_HOPS; h++) {
            boolean isOnWay = h == 0 || h == MAX_HOPS - 1 || level == Level.SWITCH;
            if (isOnWay && link(fromNode, toNode, h).isLimited()) {
                return h;
            }
        }
        return Packets.NONE;
    }

    /**
     * Returns the link at a hop: out of the node, out of its rack, into the other rack, into the
     * node.
     */
    SimulatedLink link(int fromNode, int toNode, int hop) {
        return switch (hop) {
            case 0 -> nodeUp[fromNode];
            case 1 -> rackUp[racks[fromNode]];
            case 2 -> rackDown[racks[toNode]];
            default -> nodeDown[toNode];
        };
    }
}
