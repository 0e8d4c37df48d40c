package io.eyewall.benchmarks.placed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scenarios in a time of their own, in which each run is the same. */
@Tag("more")
class PlacedScenariosTest {
    private static final double PHASE_SEC = 3;
    private static final double SECONDS_FOR_NUMBERS = 12;
    private static final double TWO_PERIODS_SEC = 2 * PHASE_SEC / 6;

    /** Cores stop at the end of a step, up to some hundred microseconds after the time wanted. */
    private static final double STEP_SEC = 0.001;

    private static PlacedRunner.Outcome run(PlacedScenario scenario, String... ways)
            throws Exception {
        return run(scenario, PHASE_SEC, ways);
    }

    private static PlacedRunner.Outcome run(
            PlacedScenario scenario, double phaseSec, String... ways) throws Exception {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        PlacedRunner runner = new PlacedRunner(new Tempo(phaseSec), List.of(ways), true, nowhere);
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
    @Tag("complete")
    void aHotPathThatFlipsIsFollowedWithinTwoPeriods() throws Exception {
        PlacedRunner.Outcome outcome = run(PlacedScenario.P2, "affinity");

        assertThat(evaluations(outcome, "affinity"))
                .hasSize(3)
                .allSatisfy(PlacedScenariosTest::assertSoonAsGoodAsTheBest)
                .allSatisfy(one -> assertThat(one.moves()).isBetween(1, 4));
    }

    @Test
    @Tag("complete")
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

    /** A second passes between two looks at numbers of executors, six agree before they go. */
    @Test
    @Tag("complete")
    void aBoltThatNeedsMoreThanACoreHasMoreExecutorsMeanwhile() throws Exception {
        PlacedRunner.Outcome outcome =
                run(PlacedScenario.P5, SECONDS_FOR_NUMBERS, "affinity", "off");

        for (String way : List.of("affinity", "off")) {
            List<Evaluation> one = evaluations(outcome, way);
            List<Evaluation> following = evaluations(outcome, way + Run.FOLLOWING);
            assertThat(one).extracting(Evaluation::executors).containsExactly(2, 2, 2);
            assertThat(following).extracting(Evaluation::executors).containsExactly(2, 3, 2);
            assertThat(following.get(1).toBestAtEnd()).as(way).isGreaterThan(1.3);
            assertThat(following.get(1).p99Ms()).as(way).isLessThan(5);
            assertThat(one.get(1).toBestAtEnd()).as(way).isLessThanOrEqualTo(1.01);
            assertThat(following.get(2).toBestAtEnd()).as(way).isGreaterThan(0.99);
        }
    }

    @Test
    void everyRunIsTheSame() throws Exception {
        assertThat(run(PlacedScenario.P4, "affinity").runs())
                .isEqualTo(run(PlacedScenario.P4, "affinity").runs());
    }
}
