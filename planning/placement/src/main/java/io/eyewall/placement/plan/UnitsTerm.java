package io.eyewall.placement.plan;

/** The cost of units in use: {@link Weights#openNs} for each unit that has an executor. */
final class UnitsTerm implements Term {
    private final double openNs;
    private final int[] units;
    private final int[] executors;

    UnitsTerm(Problem problem) {
        this.openNs = problem.weights().openNs();
        this.units = new int[problem.tree().placeCount()];
        for (int p = 0; p < units.length; p++) {
            units[p] = problem.unitOf(p);
        }
        this.executors = new int[problem.tree().vertices().size()];
    }

    @Override
    public void probe(int executor, int from, int to, Tally change) {
        int closed = from >= 0 ? units[from] : -1;
        int opened = to >= 0 ? units[to] : -1;
        if (closed == opened) {
            return;
        }
        if (closed >= 0 && executors[closed] == 1) {
            change.cost -= openNs;
        }
        if (opened >= 0 && executors[opened] == 0) {
            change.cost += openNs;
        }
    }

    @Override
    public void commit(int executor, int from, int to) {
        if (from >= 0) {
            executors[units[from]]--;
        }
        if (to >= 0) {
            executors[units[to]]++;
        }
    }
}
