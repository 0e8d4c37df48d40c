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

/**
 * The default algorithm against the proven optimum of problems with at most 14 executors and four
 * places. The solver's work is bounded by its deterministic time, so that every run has the same
 * instances proven. {@code -Dplacement.instances=250} looks at more of them.
 */
class OptimalityGapTest {
    private static final int INSTANCES = Integer.getInteger("placement.instances", 40);
    private static final double EFFORT = 1.5;

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
            Layout found = new Layout(problem);
            AffinityAlgorithm affinity = new AffinityAlgorithm();
            affinity.place(found, new Parameters(affinity, Map.of()), 1);
            ExactSolver.Solution exact =
                    new ExactSolver(problem).hint(found.places()).solve(EFFORT);
            if (exact == null) {
                infeasible++;
                assertThat(found.violation()).as("instance %d", seed).isPositive();
            } else if (!exact.proven()) {
                unproven++;
            } else {
                Layout optimum = new Layout(problem);
                optimum.moveAll(exact.places().stream().mapToInt(Integer::intValue).toArray());
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

    private static double gap(Score found, Score optimum) {
        if (found.violation() > ROUNDING) {
            return Double.POSITIVE_INFINITY;
        }
        double difference = found.costNsPerSec() - optimum.costNsPerSec();
        return difference / Math.max(1, optimum.costNsPerSec());
    }
}
