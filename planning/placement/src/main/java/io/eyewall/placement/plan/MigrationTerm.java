package io.eyewall.placement.plan;

/**
 * The one-time cost of changing the present placement into this one, spread over the horizon of
 * {@link Weights.Migration}. A place counts as touched if it had executors at the start, and an
 * executor leaves it or arrives at it.
 */
final class MigrationTerm implements Term {
    private final Problem problem;
    private final Weights.Migration migration;
    private final boolean[] inUseAtStart;
    private final int[] changesOfPlace;
    private int movedExecutors;
    private int touchedPlaces;
    private double onceNs;

    MigrationTerm(Problem problem) {
        this.problem = problem;
        this.migration = problem.weights().migration();
        this.inUseAtStart = new boolean[problem.tree().placeCount()];
        this.changesOfPlace = new int[inUseAtStart.length];
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
        double costBefore = onceNs;
        int movedBefore = movedExecutors;
        commit(executor, from, to);
        change.cost += (onceNs - costBefore) / migration.horizonSec();
        commit(executor, to, from);
        onceNs = costBefore;
        movedExecutors = movedBefore;
    }

    @Override
    public void commit(int executor, int from, int to) {
        countMove(executor, from, -1);
        countMove(executor, to, 1);
    }

    private void countMove(int executor, int place, int difference) {
        int start = problem.start(executor);
        if (place < 0 || place == start) {
            return;
        }
        countChange(place, difference);
        if (start >= 0) {
            countChange(start, difference);
            movedExecutors += difference;
            double bytes = problem.load(executor).memoryBytes();
            onceNs += difference * (migration.perExecutorNs() + migration.perByteNs() * bytes);
        }
    }

    private void countChange(int place, int difference) {
        if (!inUseAtStart[place]) {
            return;
        }
        boolean wasTouched = changesOfPlace[place] > 0;
        changesOfPlace[place] += difference;
        boolean isTouched = changesOfPlace[place] > 0;
        if (wasTouched != isTouched) {
            touchedPlaces += isTouched ? 1 : -1;
            onceNs += (isTouched ? 1 : -1) * migration.perPlaceNs();
        }
    }
}
