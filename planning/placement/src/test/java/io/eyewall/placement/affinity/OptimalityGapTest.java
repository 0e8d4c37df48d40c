package io.eyewall.placement.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.placement.Instances;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.exact.ExactSolver;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Score;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Compares the default algorithm with the proven optimum of problems with at most 14 executors and
 * four places. The solver's work is bounded by its deterministic time, so that every run proves the
 * same instances. {@code -Dplacement.instances=250} tests more of them. Larger problems, whose
 * optimum can't be proven, are compared with the best result of the solver in about a minute each:
 * {@code -Dplacement.larger=3}.
 */
class OptimalityGapTest {
    private static final int INSTANCES = Integer.getInteger("placement.instances", 40);
    private static final double EFFORT = 1.5;
    private static final int LARGER_EFFORT = Integer.getInteger("placement.effort", 60);

    /** Loads are rounded to millionths of a core for the solver. */
    private static final double ROUNDING = 1e-3;

    private static final double SAME_COST = 1e-6;

    @Test
    void reachesTheOptimumOfSmallProblems() {
        List<Double> gaps = new ArrayList<>();
        int infeasible = 0;
        int unproven = 0;
        for (int seed = 0; seed < INSTANCES; seed++) {
            Problem problem = Instances.small(seed);
            Layout found = placed(problem);
            ExactSolver.Solution exact =
                    new ExactSolver(problem).hint(found.places()).solve(EFFORT);
            if (exact == null) {
                infeasible++;
                assertThat(found.violation()).as("instance %d", seed).isPositive();
            } else if (!exact.proven()) {
                unproven++;
            } else {
                Layout optimum = layout(problem, exact);
                assertThat(optimum.violation()).as("instance %d", seed).isLessThan(ROUNDING);
                double gap = gap(found.score(), optimum.score());
                gaps.add(gap);
                if (gap > SAME_COST) {
                    System.out.printf(
                            "instance %d: found %s, optimum %s%n",
                            seed, found.score(), optimum.score());
                }
            }
        }
        Collections.sort(gaps);
        double median = gaps.get(gaps.size() / 2);
        double p90 = gaps.get(gaps.size() * 9 / 10);
        System.out.printf(
                "optimum proven %d, infeasible %d, unproven %d; gap: median %.5f, p90 %.5f, worst"
                        + " %.5f, above 0: %d%n",
                gaps.size(),
                infeasible,
                unproven,
                median,
                p90,
                gaps.get(gaps.size() - 1),
                gaps.stream().filter(gap -> gap > SAME_COST).count());

        assertThat(gaps).hasSizeGreaterThan(INSTANCES * 4 / 5);
        assertThat(median).as("median").isLessThan(1e-6);
        assertThat(p90).as("90%").isLessThan(0.02);
    }

    /**
     * The solver does not receive the algorithm's result; in much less than a minute it finds none
     * of its own.
     */
    @Test
    @EnabledIfSystemProperty(named = "placement.larger", matches = "[1-9]\\d*")
    void isNotFarFromTheSolversBestOnLargerProblems() {
        List<Double> gaps = new ArrayList<>();
        for (int seed = 0; seed < Integer.getInteger("placement.larger"); seed++) {
            Problem problem = Instances.large(seed, 40, 2, 2, 2);
            Layout found = placed(problem);
            ExactSolver.Solution best = new ExactSolver(problem).solve(LARGER_EFFORT);
            if (best == null) {
                System.out.printf("40 executors, instance %d: nothing to compare with%n", seed);
                continue;
            }
            double gap = gap(found.score(), layout(problem, best).score());
            System.out.printf("40 executors, instance %d: gap %.5f%n", seed, gap);
            gaps.add(gap);
        }
        assertThat(gaps).isNotEmpty().allSatisfy(gap -> assertThat(gap).isLessThan(0.02));
    }

    private static Layout placed(Problem problem) {
        Layout found = new Layout(problem);
        AffinityAlgorithm affinity = new AffinityAlgorithm();
        affinity.place(found, new Parameters(affinity, Map.of()), 1);
        return found;
    }

    private static Layout layout(Problem problem, ExactSolver.Solution solution) {
        Layout layout = new Layout(problem);
        layout.moveAll(solution.places().stream().mapToInt(Integer::intValue).toArray());
        return layout;
    }

    private static double gap(Score found, Score optimum) {
        if (found.violation() > ROUNDING) {
            return Double.POSITIVE_INFINITY;
        }
        double difference = found.costNsPerSec() - optimum.costNsPerSec();
        return difference / Math.max(1, optimum.costNsPerSec());
    }
}
