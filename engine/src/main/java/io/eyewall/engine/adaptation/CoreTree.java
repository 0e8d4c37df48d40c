package io.eyewall.engine.adaptation;

import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Crossing;
import io.eyewall.placement.place.Crossings;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.place.Limits;
import io.eyewall.placement.place.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The cores of an engine as places, and the price of a tuple that crosses between them: for those
 * who plan, and for those who measure what was spent.
 */
public final class CoreTree {
    private static final double CROSSING_NS = Crossings.BETWEEN_CORES_NS;

    private CoreTree() {}

    /** Cores of which nobody knows where they are: all are equally far from one another. */
    public static CostTree flat(int cores) {
        return CostTree.machine(
                cores, new Crossings(Map.of(Level.PROCESS, new Crossing(CROSSING_NS, 0, 1))));
    }

    /**
     * Cores that are pinned.
     *
     * @param nodes by core: the NUMA node that it is on
     * @param remoteToLocal how much farther the memory of another node is: so much dearer is a
     *     crossing between nodes
     */
    public static CostTree of(List<Integer> nodes, double remoteToLocal) {
        Map<Integer, List<Vertex>> byNode = new TreeMap<>();
        for (int core = 0; core < nodes.size(); core++) {
            byNode.computeIfAbsent(nodes.get(core), node -> new ArrayList<>())
                    .add(Vertex.place(Level.CORE, CoreAdviser.place(core), Limits.cores(1)));
        }
        if (byNode.size() == 1) {
            return flat(nodes.size());
        }
        List<Vertex> sockets = new ArrayList<>();
        byNode.forEach(
                (node, cores) -> sockets.add(Vertex.of(Level.SOCKET, "node-" + node, cores)));
        return new CostTree(
                Vertex.of(Level.PROCESS, "process", sockets),
                new Crossings(
                        Map.of(
                                Level.SOCKET,
                                new Crossing(CROSSING_NS, 0, 1),
                                Level.PROCESS,
                                new Crossing(CROSSING_NS * remoteToLocal, 0, 1))));
    }

    /** Processor time that a tuple from one core to another takes at each end; 0 on one core. */
    static double nsAtEachEnd(CostTree tree, int core, int other) {
        Level level = tree.meet(place(tree, core), place(tree, other));
        return tree.crossings().at(level).tupleNsAtEachEnd();
    }

    private static int place(CostTree tree, int core) {
        return tree.indexOf(CoreAdviser.place(core));
    }
}
