package io.eyewall.model.whatif;

import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.queueing.Delays;
import io.eyewall.model.stepping.CoreTimes;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Crossings;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.place.Limits;
import io.eyewall.placement.place.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The machine or cluster on which a topology would run.
 *
 * @param name a name for display
 * @param tree its places
 * @param delays delays between places of a Storm cluster, where each executor is a thread; empty
 *     for our engine
 * @param times times that cores of our engine need for sleeping and waking; empty for a Storm
 *     cluster
 * @param size its cost: the number of cores of our engine, or of nodes
 * @param byTraffic whether executors are placed by load and traffic: by our engine, as it does by
 *     default, or on a Storm cluster by our schedule generator. Otherwise executors stay where our
 *     engine starts them, or Storm's default scheduler places them
 */
public record Setting(
        String name,
        CostTree tree,
        Optional<Delays> delays,
        Optional<CoreTimes> times,
        int size,
        boolean byTraffic) {
    /** The first port of Storm's supervisors by default. */
    private static final int FIRST_PORT = 6700;

    private static final double TRANSFER_BATCH_TUPLES = 1;
    private static final double TRANSFER_FLUSH_NS = 1e6;

    /**
     * Returns the setting of our engine on {@code cores} cores of a machine with as many
     * processors, placing executors by load and traffic.
     */
    public static Setting engine(int cores, MachineConstants machine, double crossingNs) {
        return new Setting(
                cores == 1 ? "1 core" : cores + " cores",
                CostTree.machine(cores, MachineConstants.crossings(crossingNs)),
                Optional.empty(),
                Optional.of(machine.times(crossingNs)),
                cores,
                true);
    }

    /**
     * Returns whether this is a Storm cluster, where each executor is a thread; otherwise it is our
     * engine, where each place is a core.
     */
    public boolean isCluster() {
        return times.isEmpty();
    }

    /**
     * A machine of a Storm cluster.
     *
     * @param name its name
     * @param cores processors
     * @param workers processes of the topology on it
     * @param bytesPerSec bandwidth of its link, each way; infinite if it does not matter
     */
    public record Node(String name, double cores, int workers, double bytesPerSec) {
        public Node {
            if (!(cores > 0) || workers < 1 || !(bytesPerSec > 0)) {
                throw new IllegalArgumentException(
                        "node '%s': %s cores, %d workers, %s bytes/s; all must be above 0"
                                .formatted(name, cores, workers, bytesPerSec));
            }
        }
    }

    /** Returns the setting of a Storm cluster, with the prices that the schedule generator uses. */
    public static Setting storm(List<Node> nodes) {
        return storm(nodes, Crossings.ofStorm().at(Level.RACK).tupleNsAtEachEnd());
    }

    /**
     * Returns the setting of a Storm cluster on one switch. Prices are in the proportion of {@link
     * Crossings#ofStorm}; the part of a price that is not processor time is a delay. By default
     * Storm sends batches of one tuple, and flushes them every millisecond.
     *
     * @param crossingNs processor time at each end for a tuple to another node
     */
    public static Setting storm(List<Node> nodes, double crossingNs) {
        List<Vertex> machines = new ArrayList<>();
        for (Node node : nodes) {
            List<Vertex> slots = new ArrayList<>();
            for (int w = 0; w < node.workers(); w++) {
                slots.add(
                        Vertex.place(
                                Level.PROCESS, node.name() + ":" + (FIRST_PORT + w), Limits.NONE));
            }
            Limits limits = Limits.cores(node.cores()).withUplink(node.bytesPerSec());
            machines.add(Vertex.of(Level.NODE, node.name(), limits, slots));
        }
        Crossings defaults = Crossings.ofStorm();
        Crossings prices = defaults.times(crossingNs / defaults.at(Level.RACK).tupleNsAtEachEnd());
        Map<Level, Double> delays =
                Map.of(
                        Level.PROCESS, waitNs(prices, Level.PROCESS),
                        Level.NODE, waitNs(prices, Level.NODE),
                        Level.RACK, waitNs(prices, Level.RACK));
        return new Setting(
                nodes.size() == 1 ? "1 node" : nodes.size() + " nodes",
                new CostTree(Vertex.of(Level.RACK, "cluster", machines), prices),
                Optional.of(new Delays(delays, TRANSFER_BATCH_TUPLES, TRANSFER_FLUSH_NS)),
                Optional.empty(),
                nodes.size(),
                false);
    }

    /**
     * Returns the same setting without moves: executors stay where the engine starts them, or where
     * they were measured.
     */
    public Setting withoutMoves() {
        return new Setting(name, tree, delays, times, size, false);
    }

    /** Returns the same cluster with executors placed by load and traffic. */
    public Setting placedByTraffic() {
        return new Setting(name + " by affinity", tree, delays, times, size, true);
    }

    /**
     * Returns the same setting with twice the bandwidth of some links, as if each had a second link
     * beside it.
     *
     * @param ids vertices that have a link, such as nodes
     */
    public Setting withSecondLinks(Set<String> ids) {
        Vertex widened = withSecondLinks(tree.vertices().get(0), ids);
        return new Setting(
                name, new CostTree(widened, tree.crossings()), delays, times, size, byTraffic);
    }

    private static Vertex withSecondLinks(Vertex vertex, Set<String> ids) {
        Limits limits = vertex.limits();
        return new Vertex(
                vertex.level(),
                vertex.id(),
                ids.contains(vertex.id())
                        ? limits.withUplink(2 * limits.uplinkBytesPerSec())
                        : limits,
                vertex.box(),
                vertex.children().stream().map(child -> withSecondLinks(child, ids)).toList());
    }

    /** Returns the part of a crossing's price that is not processor time, in nanoseconds. */
    private static double waitNs(Crossings prices, Level level) {
        return prices.at(level).tupleNs() * (1 - prices.at(level).cpuFraction());
    }
}
