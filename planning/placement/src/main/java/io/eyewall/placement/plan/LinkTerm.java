package io.eyewall.placement.plan;

import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Limits;

/**
 * The bandwidth of uplinks, separately in each direction. A flow uses the links between its two
 * places.
 */
final class LinkTerm implements Term {
    private final FlowTable flows;
    private final CostTree tree;
    private final int[] places;
    private final int[][] linkPaths;
    private final double[] capacity;

    /**
     * Bytes per second: index 2v holds the traffic up from vertex v, index 2v + 1 the traffic down
     * to it.
     */
    private final double[] bytes;

    /** The changes, by index of {@code bytes}, of the move that was probed last. */
    private final Changes changes;

    LinkTerm(Problem problem, int[] places) {
        this.flows = problem.flows();
        this.tree = problem.tree();
        this.places = places;
        int vertexCount = tree.vertices().size();
        this.capacity = new double[vertexCount];
        this.bytes = new double[2 * vertexCount];
        this.changes = new Changes(2 * vertexCount);
        for (int v = 0; v < vertexCount; v++) {
            capacity[v] = tree.vertices().get(v).limits().uplinkBytesPerSec();
        }
        this.linkPaths = LimitedPaths.byPlace(tree, Limits::uplinkBytesPerSec);
    }

    /** Returns whether any link is limited. */
    static boolean isNeeded(CostTree tree) {
        return tree.vertices().stream()
                .anyMatch(vertex -> Double.isFinite(vertex.limits().uplinkBytesPerSec()));
    }

    @Override
    public void probe(int executor, int from, int to, Tally tally) {
        changes.clear();
        for (int k = flows.first(executor); k < flows.first(executor + 1); k++) {
            int place = places[flows.other(k)];
            if (place >= 0) {
                addFlow(from, place, k, -1);
                addFlow(to, place, k, 1);
            }
        }
        for (int i = 0; i < changes.count(); i++) {
            int link = changes.index(i);
            double limit = capacity[link / 2];
            double after = bytes[link] + changes.difference(link);
            tally.replaceUse(bytes[link] / limit, after / limit);
        }
    }

    /**
     * Adds a flow to the links between its two places, or removes it.
     *
     * @param place the place of the entry's executor
     * @param otherPlace the place of the entry's other executor
     * @param sign 1 to add, -1 to remove
     */
    private void addFlow(int place, int otherPlace, int entry, int sign) {
        if (place < 0) {
            return;
        }
        for (int v : linkPaths[place]) {
            if (!tree.isBeneath(otherPlace, v)) {
                changes.add(2 * v, sign * flows.outBytes(entry));
                changes.add(2 * v + 1, sign * flows.inBytes(entry));
            }
        }
        for (int v : linkPaths[otherPlace]) {
            if (!tree.isBeneath(place, v)) {
                changes.add(2 * v, sign * flows.inBytes(entry));
                changes.add(2 * v + 1, sign * flows.outBytes(entry));
            }
        }
    }

    @Override
    public void commit(int executor, int from, int to) {
        changes.addTo(bytes);
    }
}
