package io.eyewall.placement.plan;

/**
 * How good a placement is. Less violation is better than more, whatever the cost; then less cost.
 *
 * @param violation 0 if no limit and no rule is violated; otherwise about the worst excess, as a
 *     fraction of its limit (the 4-norm over all of them: {@code (sum r^4)^(1/4)})
 * @param costNsPerSec the objective: traffic, balance, open units and, spread over its horizon,
 *     migration
 */
public record Score(double violation, double costNsPerSec) {
    /** Of a limit. Violations differ by rounding: they are fourth roots of sums. */
    private static final double SAME_VIOLATION = 1e-6;

    private static final double SAME_COST = 1e-9;

    /** Whether this is better by more than rounding; to violate nothing is always better. */
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

    /** Whether no limit and no rule is violated. */
    public boolean isFeasible() {
        return violation == 0;
    }
}
