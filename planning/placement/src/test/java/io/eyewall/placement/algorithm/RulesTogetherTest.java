package io.eyewall.placement.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.placement.Instances;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Tests all rules at once, on generated problems that are known to be solvable. {@code
 * -Dplacement.instances=250} tests more of them.
 */
class RulesTogetherTest {
    private static final int INSTANCES = Integer.getInteger("placement.instances", 50);
    private static final Algorithms ALGORITHMS = Algorithms.onClassPath();

    private static Layout place(String name, Problem problem) {
        PlacementAlgorithm algorithm = ALGORITHMS.get(name);
        Layout layout = new Layout(problem);
        algorithm.place(layout, new Parameters(algorithm, Map.of()), 1);
        return layout;
    }

    private static Problem starting(Problem problem, Map<ExecutorId, String> start) {
        return new Problem(
                problem.tree(), problem.snapshot(), problem.rules(), problem.weights(), start);
    }

    /**
     * Returns the violations of the algorithm's placements, for instances that have a placement
     * without violations.
     */
    private static List<Double> violations(double spare) {
        List<Double> violations = new ArrayList<>();
        for (int seed = 0; seed < INSTANCES; seed++) {
            Instances.Ruled ruled = Instances.ruled(seed, spare);
            Layout known = Layout.atStart(starting(ruled.problem(), ruled.known()));
            assertThat(known.violation()).as("known, instance %d", seed).isZero();
            double violation = place("affinity", ruled.problem()).violation();
            if (violation > 0) {
                violations.add(violation);
            }
        }
        return violations;
    }

    @Test
    void affinityKeepsThemAllWhereAQuarterIsToSpare() {
        assertThat(violations(0.25)).isEmpty();
    }

    /** With little spare capacity, fitting loads into nodes is a hard packing problem. */
    @Test
    void affinityAlmostAlwaysKeepsThemWhereATenthIsToSpare() {
        assertThat(violations(0.1)).hasSizeLessThanOrEqualTo(INSTANCES / 20).allMatch(v -> v < 0.1);
    }

    @Test
    void nobodyIsLostOrWhereItMayNotBe() {
        for (int seed = 0; seed < INSTANCES; seed++) {
            Problem problem = Instances.ruled(seed, 0.1).problem();
            for (String name : ALGORITHMS.names()) {
                Layout layout = place(name, problem);

                assertThat(layout.isComplete()).as("%s, instance %d", name, seed).isTrue();
                for (int e = 0; e < problem.executorCount(); e++) {
                    assertThat(problem.isAllowed(e, layout.place(e)))
                            .as("%s, instance %d, executor %d", name, seed, e)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void affinityIsNeverWorseThanItsStart() {
        for (int seed = 0; seed < INSTANCES; seed++) {
            Instances.Ruled ruled = Instances.ruled(seed, 0.1);
            Problem problem = ruled.problem();
            SplittableRandom random = new SplittableRandom(seed);
            Map<ExecutorId, String> start = new HashMap<>(ruled.known());
            for (ExecutorId executor : problem.snapshot().executorIds()) {
                if (random.nextInt(4) == 0) {
                    int place = random.nextInt(problem.tree().placeCount());
                    int number = problem.indexOf(executor);
                    if (problem.isAllowed(number, place)) {
                        start.put(executor, problem.tree().place(place).id());
                    }
                }
            }
            Problem running = starting(problem, start);

            Layout layout = place("affinity", running);

            assertThat(Layout.atStart(running).score().betterThan(layout.score()))
                    .as("instance %d", seed)
                    .isFalse();
        }
    }
}
