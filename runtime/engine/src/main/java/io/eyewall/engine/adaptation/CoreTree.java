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
 * The cores of an engine as a cost tree, with the price of a tuple that crosses between them. Used
 * to plan and to measure what crossings cost. Stateless.
 */
public final class CoreTree {
    private static final double CROSSING_NS = Crossings.BETWEEN_CORES_NS;

    private CoreTree() {}

    /** Returns the tree of cores in unknown positions: all are equally far from one another. */
    public static CostTree flat(int cores) {
        return CostTree.machine(
                cores, new Crossings(Map.of(Level.PROCESS, new Crossing(CROSSING_NS, 0, 1))));
    }

    /**
     * Returns the tree of cores that are each pinned to a processor. With one NUMA node, as {@link
     * #flat}.
     *
     * @param nodes NUMA node of each core
     * @param remoteToLocal distance of another node's memory relative to local memory; a crossing
     *     between nodes is dearer by this factor
     */
    public static CostTree ofNumaNodes(List<Integer> nodes, double remoteToLocal) {
        Map<Integer, List<Vertex>> byNode = new TreeMap<>();
        for (int core = 0; core < nodes.size(); core++) {
            byNode.computeIfAbsent(nodes.get(core), node -> new ArrayList<>())
                    .add(Vertex.place(Level.CORE, CoreAdviser.placeName(core), Limits.cores(1)));
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

    /**
     * Returns the processor time that a tuple from one core to another takes at each end; 0 on one
     * core.
     */
    static double crossingNsAtEachEnd(CostTree tree, int core, int other) {
        Level level = tree.meet(placeIndex(tree, core), placeIndex(tree, other));
        return tree.crossings().at(level).tupleNsAtEachEnd();
    }

    private static int placeIndex(CostTree tree, int core) {
        return tree.indexOf(CoreAdviser.placeName(core));
    }
}
