package io.eyewall.benchmarks.placed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvaluationTest {
    /** One sample per second. */
    private static List<Sample> samples(int... tuples) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < tuples.length; i++) {
            samples.add(new Sample(0, 10 + i + 1, 1, tuples[i], 0, i, i, 2, 3, 1.5, 0.25));
        }
        return samples;
    }

    @Test
    void itIsGoodFromTheFirstStepOfSomeThatAre() {
        assertThat(Evaluation.secondsUntil(samples(50, 50, 100, 100, 100, 100), 95)).hasValue(2);
        assertThat(Evaluation.secondsUntil(samples(100, 100, 100), 95)).hasValue(0);
    }

    @Test
    void oneGoodStepByChanceIsNotEnough() {
        assertThat(Evaluation.secondsUntil(samples(50, 100, 50, 50, 95, 95, 95), 95)).hasValue(4);
        assertThat(Evaluation.secondsUntil(samples(50, 100, 50, 50, 60), 95)).isEmpty();
    }

    @Test
    void aPhaseIsComparedWithTheBestStaticPlans() {
        Run best = new Run(PlacedScenario.P1, Run.BEST_STATIC, samples(100, 100, 100), List.of());
        Run run = new Run(PlacedScenario.P1, "affinity", samples(50, 100, 90), List.of());

        Evaluation one = Evaluation.of(run, best).get(0);

        assertThat(one.tuplesPerSec()).isEqualTo(80);
        assertThat(one.toBest()).isEqualTo(0.8);
        assertThat(one.toBestAtEnd()).isEqualTo(0.9);
        assertThat(one.untilGoodSec()).hasValue(1);
        assertThat(one.moves()).isEqualTo(2);
        assertThat(one.executors()).isEqualTo(3);
        assertThat(one.otherCores()).isEqualTo(0.25);
    }

    @Test
    void amongPlansThatAreAsGoodTheOneThatNeedsLeastIsBest() {
        var idle = new PlacedRunner.Tried(StaticPlans.all(List.of("a", "b")).get(0), 99, 0.5);
        var polls = new PlacedRunner.Tried(StaticPlans.all(List.of("a", "b")).get(1), 100, 0.7);
        var slow = new PlacedRunner.Tried(StaticPlans.all(List.of("a", "b")).get(1), 90, 0.1);

        assertThat(PlacedRunner.best(List.of(slow, polls, idle))).isEqualTo(idle);
        assertThat(PlacedRunner.best(List.of(idle, slow, polls))).isEqualTo(idle);
    }
}
