package io.eyewall.placement.plan;

/** The cost of units in use: {@link Weights#openNs} for each unit that has an executor. */
final class UnitsTerm implements Term {
    private final double openNs;
    private final int[] unitOfPlace;
    private final int[] executorsOfUnit;

    UnitsTerm(Problem problem) {
        this.openNs = problem.weights().openNs();
        this.unitOfPlace = new int[problem.tree().placeCount()];
        for (int p = 0; p < unitOfPlace.length; p++) {
            unitOfPlace[p] = problem.unitOf(p);
        }
        this.executorsOfUnit = new int[problem.tree().vertices().size()];
    }

    @Override
    public void probe(int executor, int from, int to, Tally change) {
        int leftUnit = from >= 0 ? unitOfPlace[from] : -1;
        int enteredUnit = to >= 0 ? unitOfPlace[to] : -1;
        if (leftUnit == enteredUnit) {
            return;
        }
        if (leftUnit >= 0 && executorsOfUnit[leftUnit] == 1) {
            change.cost -= openNs;
        }
        if (enteredUnit >= 0 && executorsOfUnit[enteredUnit] == 0) {
            change.cost += openNs;
        }
    }

    @Override
    public void commit(int executor, int from, int to) {
        if (from >= 0) {
            executorsOfUnit[unitOfPlace[from]]--;
        }
        if (to >= 0) {
            executorsOfUnit[unitOfPlace[to]]++;
        }
    }
}
