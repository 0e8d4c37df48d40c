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
 * @param times times that our engine's cores need for sleeping and waking, where a place is a core;
 *     empty for a Storm cluster
 * @param size its cost: the number of cores of our engine, or of nodes
 * @param byTraffic whether executors are placed by load and traffic: in our engine as it does by
 *     default, on a Storm cluster as our schedule generator does. Otherwise they stay where the
 *     engine starts them, or are placed as by Storm's default scheduler
 */
public record Setting(
        String name,
        CostTree tree,
        Optional<Delays> delays,
        Optional<CoreTimes> times,
        int size,
        boolean byTraffic) {
    private static final double BATCH = 1;
    private static final double FLUSH_NS = 1e6;

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

    /** Returns whether an executor is a thread (Storm); otherwise a place is one (our engine). */
    public boolean threads() {
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
     * Crossings#ofStorm}; the part of them that is not processor time becomes delay. Storm's
     * transfer batch is 1 by default, and flushed every millisecond.
     *
     * @param crossingNs processor time at each end for a tuple to another node
     */
    public static Setting storm(List<Node> nodes, double crossingNs) {
        List<Vertex> machines = new ArrayList<>();
        for (Node node : nodes) {
            List<Vertex> slots = new ArrayList<>();
            for (int w = 0; w < node.workers(); w++) {
                slots.add(Vertex.place(Level.PROCESS, node.name() + ":" + (6700 + w), Limits.NONE));
            }
            Limits limits = Limits.cores(node.cores()).withUplink(node.bytesPerSec());
            machines.add(Vertex.of(Level.NODE, node.name(), limits, slots));
        }
        Crossings usual = Crossings.ofStorm();
        Crossings prices = usual.times(crossingNs / usual.at(Level.RACK).tupleNsAtEachEnd());
        Map<Level, Double> delays =
                Map.of(
                        Level.PROCESS, idle(prices, Level.PROCESS),
                        Level.NODE, idle(prices, Level.NODE),
                        Level.RACK, idle(prices, Level.RACK));
        return new Setting(
                nodes.size() == 1 ? "1 node" : nodes.size() + " nodes",
                new CostTree(Vertex.of(Level.RACK, "cluster", machines), prices),
                Optional.of(new Delays(delays, BATCH, FLUSH_NS)),
                Optional.empty(),
                nodes.size(),
                false);
    }

    /**
     * Returns the same setting with executors where the engine starts them, or where they were
     * measured.
     */
    public Setting notPlaced() {
        return new Setting(name, tree, delays, times, size, false);
    }

    /** Returns the same cluster with executors placed by load and traffic. */
    public Setting placedByTraffic() {
        return new Setting(name + " by affinity", tree, delays, times, size, true);
    }

    /**
     * Returns the same setting with a second link beside each of some links.
     *
     * @param ids vertices that have a link, such as nodes
     */
    public Setting withSecondLinks(Set<String> ids) {
        Vertex wider = withSecondLinks(tree.vertices().get(0), ids);
        return new Setting(
                name, new CostTree(wider, tree.crossings()), delays, times, size, byTraffic);
    }

    private static Vertex withSecondLinks(Vertex one, Set<String> ids) {
        Limits limits = one.limits();
        return new Vertex(
                one.level(),
                one.id(),
                ids.contains(one.id()) ? limits.withUplink(2 * limits.uplinkBytesPerSec()) : limits,
                one.box(),
                one.children().stream().map(child -> withSecondLinks(child, ids)).toList());
    }

    private static double idle(Crossings prices, Level level) {
        return prices.at(level).tupleNs() * (1 - prices.at(level).cpuFraction());
    }
}
