package io.eyewall.placement.plan;

import io.eyewall.placement.place.CostTree;

/**
 * The price of traffic, and the processor time that executors use: their own load and half of the
 * processor time of each of their crossings. Processor time is summed at every vertex that limits
 * it. The lowest such vertex of each path also has the price of imbalance.
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
        double coresLeaving = load;
        double coresArriving = load;
        for (int k = flows.first(executor); k < flows.first(executor + 1); k++) {
            int place = places[flows.other(k)];
            if (place < 0) {
                continue;
            }
            double difference = 0;
            if (from >= 0) {
                int level = tree.meetHeight(from, place);
                tally.cost -= flows.price(k, level);
                double crossingCores = flows.coresAtEachEnd(k, level);
                coresLeaving += crossingCores;
                difference -= crossingCores;
            }
            if (to >= 0) {
                int level = tree.meetHeight(to, place);
                tally.cost += flows.price(k, level);
                double crossingCores = flows.coresAtEachEnd(k, level);
                coresArriving += crossingCores;
                difference += crossingCores;
            }
            if (difference != 0) {
                addToPath(place, difference);
            }
        }
        if (from >= 0) {
            addToPath(from, -coresLeaving);
        }
        if (to >= 0) {
            addToPath(to, coresArriving);
        }
        for (int i = 0; i < changes.count(); i++) {
            replaceUse(changes.index(i), tally);
        }
    }

    private void addToPath(int place, double difference) {
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
