package io.eyewall.placement.plan;

/**
 * The quality of a placement. Less violation is better than more, whatever the cost; at equal
 * violation, less cost is better.
 *
 * @param violation 0 if no limit and no rule is violated; otherwise approximately the worst excess,
 *     as a fraction of its limit (the 4-norm over all of them: {@code (sum r^4)^(1/4)})
 * @param costNsPerSec the objective: traffic, balance, open units and, spread over its horizon,
 *     migration
 */
public record Score(double violation, double costNsPerSec) {
    /**
     * Violations that differ by less than this fraction of a limit count as equal, because they are
     * fourth roots of sums, and rounding errors grow under a root.
     */
    private static final double SAME_VIOLATION = 1e-6;

    private static final double SAME_COST = 1e-9;

    /**
     * Returns whether this score is better by more than rounding errors. A score without violation
     * is always better than one with a violation.
     */
    public boolean betterThan(Score other) {
        if (isFeasible() != other.isFeasible()) {
            return isFeasible();
        }
        if (Math.abs(violation - other.violation) > SAME_VIOLATION) {
            return violation < other.violation;
        }
        double scale = Math.max(Math.abs(costNsPerSec), Math.abs(other.costNsPerSec));
        return costNsPerSec < other.costNsPerSec - SAME_COST * scale;
    }

    /** Returns whether no limit and no rule is violated. */
    public boolean isFeasible() {
        return violation == 0;
    }
}
