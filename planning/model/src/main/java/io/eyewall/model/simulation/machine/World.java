package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.event.EventHeap;
import io.eyewall.model.simulation.spec.ClusterSpec;
import io.eyewall.model.simulation.spec.Transfer;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * The state that all classes of this package share: the clock, events, batches and messages, cores
 * and links.
 */
final class World {
    // Kinds of events; see Machine.handle(...).
    static final int SLICE_END = 1;
    static final int WAIT_END = 2;
    static final int ARRIVAL = 3;
    static final int HOP = 4;
    static final int DELIVERY = 5;
    static final int WAKE = 6;
    static final int OVERHEAD = 7;
    static final int BACKGROUND_END = 8;
    static final int PAUSE_END = 9;
    static final int TIMEOUTS = 11;

    /** The first kind of event that belongs to other packages. */
    static final int MACHINE_KINDS = 32;

    final ClusterSpec cluster;
    final Places places;
    final CostTree tree;
    final EventHeap events;
    final Batches batches = new Batches();
    final Roots roots = new Roots();
    final SimulatedNetwork network;

    /** The cores that a place's executors share, by place. */
    final Cpu[] cpuOfPlace;

    /** All cores of a node, by node. */
    final List<List<Cpu>> nodeCpus = new ArrayList<>();

    final List<SimTopology> topologies = new ArrayList<>();
    final List<SimExecutor> executors = new ArrayList<>();
    final List<SimWorker> workers = new ArrayList<>();
    private final Transfer[] transfers = new Transfer[Level.values().length];

    /**
     * By node: processor time of workers that belonged to none of their executors, since the last
     * measurement.
     */
    final double[] backgroundNs;

    long nowNs;
    long eventCount;

    World(Places places, EventHeap events) {
        this.places = places;
        this.cluster = places.cluster();
        this.tree = places.tree();
        this.events = events;
        this.network = new SimulatedNetwork(cluster);
        for (Level level : Level.values()) {
            transfers[level.height()] = cluster.transfer(level);
        }
        backgroundNs = new double[cluster.nodes().size()];
        cpuOfPlace = new Cpu[places.count()];
        cluster.nodes().forEach(node -> nodeCpus.add(new ArrayList<>()));
        for (int p = 0; p < cpuOfPlace.length; p++) {
            int node = places.nodeOf(p);
            List<Cpu> cpusOfNode = nodeCpus.get(node);
            if (cluster.places() == ClusterSpec.Places.CORES && !tree.place(p).box()) {
                cpusOfNode.add(new Cpu(1));
            } else if (cpusOfNode.isEmpty()) {
                cpusOfNode.add(new Cpu(cluster.nodes().get(node).cores()));
            }
            cpuOfPlace[p] = cpusOfNode.get(cpusOfNode.size() - 1);
        }
    }

    Transfer transfer(int height) {
        return transfers[height];
    }

    /**
     * Returns the height of the level at which two executors meet; the highest if one of them has
     * no place.
     */
    int height(SimExecutor from, SimExecutor to) {
        if (from.place < 0 || to.place < 0) {
            return Level.SWITCH.height();
        }
        return tree.meetHeight(from.place, to.place);
    }

    void schedule(long timeNs, int kind, int first, int second) {
        events.add(timeNs, kind, first, second);
    }
}
