package io.eyewall.model.simulation.spec;

import io.eyewall.placement.place.Crossing;
import io.eyewall.placement.place.Crossings;
import io.eyewall.placement.place.Level;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Machines and what connects them.
 *
 * @param nodes the machines
 * @param places what executors are placed on
 * @param rackUplinkBytesPerSec the link of each rack, each way
 * @param linkBufferBytes who has more than this waiting for a link stops until it has less (Netty's
 *     high water mark)
 * @param transfers what it takes to hand a tuple over, by level; free where missing
 * @param prices what algorithms think that it takes; by default the transfers' processor time
 * @param quantumNs after so long on a core an executor gives way to others that wait
 * @param switchNs what it takes to give a core to an executor
 * @param worker what workers cost
 */
public record ClusterSpec(
        List<NodeSpec> nodes,
        Places places,
        double rackUplinkBytesPerSec,
        double linkBufferBytes,
        Map<Level, Transfer> transfers,
        Map<Level, Crossing> prices,
        long quantumNs,
        long switchNs,
        WorkerSpec worker) {

    /** What a place is. */
    public enum Places {
        /** A slot of a node: executors are threads, which share the node's cores. */
        SLOTS,
        /** A core thread of one process, as within our engine; each node is such a process. */
        CORES
    }

    public ClusterSpec {
        nodes = List.copyOf(nodes);
        transfers = Map.copyOf(transfers);
        prices = Map.copyOf(prices);
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("the cluster has no nodes; it needs at least one");
        }
        Set<String> names = new HashSet<>();
        for (NodeSpec node : nodes) {
            if (!names.add(node.name())) {
                throw new IllegalArgumentException("two nodes are called '" + node.name() + "'");
            }
        }
        Check.positive("cluster", "rack-uplink", rackUplinkBytesPerSec);
        Check.positive("cluster", "link-buffer", linkBufferBytes);
        Check.positive("cluster", "quantum", quantumNs);
        Check.notNegative("cluster", "switch", switchNs);
    }

    /** What it takes to hand a tuple over at a level. */
    public Transfer transfer(Level level) {
        return transfers.getOrDefault(level, Transfer.FREE);
    }

    /** What algorithms reckon with. */
    public Crossings crossings() {
        Map<Level, Crossing> byLevel = new EnumMap<>(Level.class);
        transfers.forEach((level, transfer) -> byLevel.put(level, transfer.price()));
        byLevel.putAll(prices);
        return new Crossings(byLevel);
    }
}
