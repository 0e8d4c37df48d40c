package io.eyewall.placement.plan;

import io.eyewall.placement.place.CostTree;

/**
 * The price of traffic, and the processor time that executors use: their own load and half of the
 * processor time of each of their crossings. Loads are summed at every vertex that limits processor
 * time; the lowest such vertex of each path also pays for imbalance.
 */
final class CrossingTerm implements Term {
    private final Problem problem;
    private final FlowTable flows;
    private final CostTree tree;
    private final int[] places;
    private final int[][] corePaths;
    private final double[] capacity;
    private final double[] balanceNs;
    private final double[] cores;

    /** The changes, by vertex, of the move that was probed last. */
    private final Changes changes;

    /**
     * Creates the term without executors.
     *
     * @param places the places of executors; the layout owns the array and keeps it up to date
     */
    CrossingTerm(Problem problem, int[] places) {
        this.problem = problem;
        this.flows = problem.flows();
        this.tree = problem.tree();
        this.places = places;
        int vertexCount = tree.vertices().size();
        this.capacity = new double[vertexCount];
        this.balanceNs = new double[vertexCount];
        this.cores = new double[vertexCount];
        this.changes = new Changes(vertexCount);
        this.corePaths = problem.corePaths();
        for (int v = 0; v < vertexCount; v++) {
            capacity[v] = tree.vertices().get(v).limits().cores();
        }
        for (int[] path : corePaths) {
            if (path.length > 0) {
                balanceNs[path[0]] = problem.weights().balanceNs();
            }
        }
    }

    /** Returns the processor time used at a vertex that limits it, in cores. */
    double cores(int vertex) {
        return cores[vertex];
    }

    @Override
    public void probe(int executor, int from, int to, Tally tally) {
        changes.clear();
        double load = problem.placedLoad(executor);
        double left = load;
        double entered = load;
        for (int k = flows.first(executor); k < flows.first(executor + 1); k++) {
            int place = places[flows.other(k)];
            if (place < 0) {
                continue;
            }
            double difference = 0;
            if (from >= 0) {
                int level = tree.meetHeight(from, place);
                tally.cost -= flows.price(k, level);
                double spent = flows.coresAtEachEnd(k, level);
                left += spent;
                difference -= spent;
            }
            if (to >= 0) {
                int level = tree.meetHeight(to, place);
                tally.cost += flows.price(k, level);
                double spent = flows.coresAtEachEnd(k, level);
                entered += spent;
                difference += spent;
            }
            if (difference != 0) {
                touch(place, difference);
            }
        }
        if (from >= 0) {
            touch(from, -left);
        }
        if (to >= 0) {
            touch(to, entered);
        }
        for (int i = 0; i < changes.count(); i++) {
            replaceUse(changes.index(i), tally);
        }
    }

    private void touch(int place, double difference) {
        for (int v : corePaths[place]) {
            changes.add(v, difference);
        }
    }

    private void replaceUse(int v, Tally tally) {
        double before = cores[v] / capacity[v];
        double after = (cores[v] + changes.difference(v)) / capacity[v];
        double theta = problem.rules().theta();
        tally.replaceUse(before / theta, after / theta);
        tally.cost += balanceNs[v] * capacity[v] * (after * after - before * before);
    }

    @Override
    public void commit(int executor, int from, int to) {
        changes.addTo(cores);
    }
}
