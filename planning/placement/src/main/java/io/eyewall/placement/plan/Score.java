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
    /** A fraction of a limit. Violations, which are fourth roots of sums, differ by rounding. */
    private static final double SAME_VIOLATION = 1e-6;

    private static final double SAME_COST = 1e-9;

    /**
     * Returns whether this score is better by more than rounding; no violation is always better
     * than any.
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
