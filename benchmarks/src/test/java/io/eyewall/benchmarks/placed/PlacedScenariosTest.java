package io.eyewall.benchmarks.placed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The scenarios in a time of their own, in which each run is the same. */
class PlacedScenariosTest {
    private static final double PHASE_SEC = 3;
    private static final double TWO_PERIODS_SEC = 2 * PHASE_SEC / 6;

    /** Cores stop at the end of a step, up to some hundred microseconds after the time wanted. */
    private static final double STEP_SEC = 0.001;

    private static PlacedRunner.Outcome run(PlacedScenario scenario, String... ways)
            throws Exception {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        PlacedRunner runner = new PlacedRunner(new Tempo(PHASE_SEC), List.of(ways), true, nowhere);
        PlacedRunner.Outcome outcome = runner.run(scenario);
        assertThat(outcome.runs()).allSatisfy(run -> assertThat(run.problems()).isEmpty());
        return outcome;
    }

    private static List<Evaluation> evaluations(PlacedRunner.Outcome outcome, String way) {
        return outcome.evaluations().stream().filter(one -> one.run().way().equals(way)).toList();
    }

    private static void assertSoonAsGoodAsTheBest(Evaluation one) {
        assertThat(one.untilGoodSec()).isPresent();
        assertThat(one.untilGoodSec().getAsDouble())
                .isLessThanOrEqualTo(TWO_PERIODS_SEC + STEP_SEC);
        assertThat(one.toBestAtEnd()).isGreaterThanOrEqualTo(Evaluation.GOOD);
    }

    @Test
    void aHotKeyRangeGetsACore() throws Exception {
        PlacedRunner.Outcome outcome = run(PlacedScenario.P1, "affinity", "off");

        assertThat(outcome.bestPlans().get(0).cores())
                .isEqualTo(
                        Map.of(
                                "events", 0, "range-0", 1, "range-1", 0, "range-2", 0, "range-3",
                                0));
        assertThat(evaluations(outcome, "affinity"))
                .allSatisfy(PlacedScenariosTest::assertSoonAsGoodAsTheBest);
        assertThat(evaluations(outcome, "off"))
                .allSatisfy(one -> assertThat(one.toBestAtEnd()).isLessThan(0.6));
    }

    @Test
    void aHotPathThatFlipsIsFollowedWithinTwoPeriods() throws Exception {
        PlacedRunner.Outcome outcome = run(PlacedScenario.P2, "affinity");

        assertThat(evaluations(outcome, "affinity"))
                .hasSize(3)
                .allSatisfy(PlacedScenariosTest::assertSoonAsGoodAsTheBest)
                .allSatisfy(one -> assertThat(one.moves()).isBetween(1, 4));
    }

    @Test
    void anOverloadIsRelievedAndItsLatenessGoesAway() throws Exception {
        PlacedRunner.Outcome outcome = run(PlacedScenario.P3, "affinity", "off");

        assertThat(evaluations(outcome, "affinity"))
                .allSatisfy(PlacedScenariosTest::assertSoonAsGoodAsTheBest)
                .allSatisfy(one -> assertThat(one.p99Ms()).isLessThan(5));
        Evaluation overloaded = evaluations(outcome, "off").get(1);
        assertThat(overloaded.toBestAtEnd()).isLessThan(0.8);
        assertThat(overloaded.p99Ms()).isGreaterThan(90);
    }

    @Test
    void aBurstHasAllCoresAndWhatIsAlmostIdleHasOne() throws Exception {
        List<Evaluation> phases = evaluations(run(PlacedScenario.P4, "affinity"), "affinity");

        assertThat(phases).extracting(Evaluation::cores).containsExactly(1, 2, 1);
        assertThat(phases).allSatisfy(PlacedScenariosTest::assertSoonAsGoodAsTheBest);
    }

    @Test
    void everyRunIsTheSame() throws Exception {
        assertThat(run(PlacedScenario.P4, "affinity").runs())
                .isEqualTo(run(PlacedScenario.P4, "affinity").runs());
    }
}
