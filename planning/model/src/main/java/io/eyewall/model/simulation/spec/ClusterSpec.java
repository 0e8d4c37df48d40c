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
 * The machines of a cluster and their connections.
 *
 * @param nodes the machines
 * @param places the kind of places on which executors run
 * @param rackUplinkBytesPerSec bandwidth of each rack's link, in each direction
 * @param linkBufferBytes a sender stops while more than this number of bytes waits for a link
 *     (Netty's high water mark)
 * @param transfers cost of handing a tuple over, by level; levels that it lacks cost nothing
 * @param prices by level: the cost that placement algorithms assume; for levels that it lacks they
 *     assume the transfer's processor time
 * @param quantumNs time on a core after which an executor yields to other executors that wait
 * @param switchNs cost of giving a core to an executor
 * @param worker costs and behaviour of workers
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

    /** The kind of a place. */
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

    /** Returns the cost of handing a tuple over at a level. */
    public Transfer transfer(Level level) {
        return transfers.getOrDefault(level, Transfer.FREE);
    }

    /** Returns the prices that placement algorithms assume. */
    public Crossings crossings() {
        Map<Level, Crossing> byLevel = new EnumMap<>(Level.class);
        transfers.forEach((level, transfer) -> byLevel.put(level, transfer.price()));
        byLevel.putAll(prices);
        return new Crossings(byLevel);
    }
}
