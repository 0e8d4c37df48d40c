package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.spec.ClusterSpec;
import io.eyewall.model.simulation.spec.NodeSpec;
import io.eyewall.placement.place.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The links between nodes: each node and each rack has an uplink, with two directions. */
final class SimulatedNetwork {
    /** Out of a node, out of its rack, into another rack, into another node. */
    private static final int MAX_HOPS = 4;

    private final SimulatedLink[] nodeUp;
    private final SimulatedLink[] nodeDown;
    private final SimulatedLink[] rackUp;
    private final SimulatedLink[] rackDown;
    private final int[] rackOfNode;

    SimulatedNetwork(ClusterSpec cluster) {
        int n = cluster.nodes().size();
        nodeUp = new SimulatedLink[n];
        nodeDown = new SimulatedLink[n];
        rackOfNode = new int[n];
        Map<String, Integer> rackNumbers = new LinkedHashMap<>();
        for (int i = 0; i < n; i++) {
            NodeSpec node = cluster.nodes().get(i);
            nodeUp[i] = new SimulatedLink(node.uplinkBytesPerSec());
            nodeDown[i] = new SimulatedLink(node.uplinkBytesPerSec());
            rackOfNode[i] = rackNumbers.computeIfAbsent(node.rack(), r -> rackNumbers.size());
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
     * @return its hop, or {@link Batches#NONE} if no link on the rest of the path is limited
     */
    int nextHop(int fromNode, int toNode, Level level, int hop) {
        if (level.height() <= Level.NODE.height()) {
            return Batches.NONE;
        }
        for (int h = hop; h < MAX_HOPS; h++) {
            boolean isOnPath = h == 0 || h == MAX_HOPS - 1 || level == Level.SWITCH;
            if (isOnPath && link(fromNode, toNode, h).isLimited()) {
                return h;
            }
        }
        return Batches.NONE;
    }

    /**
     * Returns the link at a hop: out of the node, out of its rack, into the other rack, into the
     * node.
     */
    SimulatedLink link(int fromNode, int toNode, int hop) {
        return switch (hop) {
            case 0 -> nodeUp[fromNode];
            case 1 -> rackUp[rackOfNode[fromNode]];
            case 2 -> rackDown[rackOfNode[toNode]];
            default -> nodeDown[toNode];
        };
    }
}
