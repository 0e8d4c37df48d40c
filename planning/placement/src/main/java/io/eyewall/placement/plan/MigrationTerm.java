package io.eyewall.placement.plan;

/**
 * The cost of changing the present placement into this one, spread over its horizon. A place counts
 * as touched if it had executors at the start, and an executor leaves it or arrives at it.
 */
final class MigrationTerm implements Term {
    private final Problem problem;
    private final Weights.Migration prices;
    private final boolean[] inUseAtStart;
    private final int[] changes;
    private int movedExecutors;
    private int touchedPlaces;
    private double onceNs;

    MigrationTerm(Problem problem) {
        this.problem = problem;
        this.prices = problem.weights().migration();
        this.inUseAtStart = new boolean[problem.tree().placeCount()];
        this.changes = new int[inUseAtStart.length];
        for (int e = 0; e < problem.executorCount(); e++) {
            if (problem.start(e) >= 0) {
                inUseAtStart[problem.start(e)] = true;
            }
        }
    }

    int movedExecutors() {
        return movedExecutors;
    }

    int touchedPlaces() {
        return touchedPlaces;
    }

    /** Returns the whole one-time cost, in nanoseconds. */
    double onceNs() {
        return onceNs;
    }

    @Override
    public void probe(int executor, int from, int to, Tally change) {
        double before = onceNs;
        int movedBefore = movedExecutors;
        commit(executor, from, to);
        change.cost += (onceNs - before) / prices.horizonSec();
        commit(executor, to, from);
        onceNs = before;
        movedExecutors = movedBefore;
    }

    @Override
    public void commit(int executor, int from, int to) {
        add(executor, from, -1);
        add(executor, to, 1);
    }

    private void add(int executor, int place, int difference) {
        int start = problem.start(executor);
        if (place < 0 || place == start) {
            return;
        }
        touch(place, difference);
        if (start >= 0) {
            touch(start, difference);
            movedExecutors += difference;
            double bytes = problem.load(executor).memoryBytes();
            onceNs += difference * (prices.perExecutorNs() + prices.perByteNs() * bytes);
        }
    }

    private void touch(int place, int difference) {
        if (!inUseAtStart[place]) {
            return;
        }
        boolean before = changes[place] > 0;
        changes[place] += difference;
        boolean after = changes[place] > 0;
        if (before != after) {
            touchedPlaces += after ? 1 : -1;
            onceNs += (after ? 1 : -1) * prices.perPlaceNs();
        }
    }
}
