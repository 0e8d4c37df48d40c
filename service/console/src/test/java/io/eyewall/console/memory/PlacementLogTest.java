package io.eyewall.console.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.console.memory.PlacementLog.Adopted;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.PlacementReport.Evaluation;
import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.plan.Plan;
import io.eyewall.placement.plan.Score;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A plan's promise stands beside what came of it. */
class PlacementLogTest {
    private static final ExecutorId ONE = new ExecutorId("t", "a", 1, 1);
    private static final ExecutorId OTHER = new ExecutorId("t", "b", 2, 2);

    private final PlacementLog log = new PlacementLog();

    private static Evaluation look(
            long timeMs, double presentCost, double plannedCost, double sent) {
        Plan plan =
                new Plan(
                        "affinity",
                        Map.of(),
                        new Score(0, plannedCost),
                        new Score(0, presentCost),
                        new EnumMap<>(Level.class),
                        0,
                        1,
                        0,
                        List.of(new Plan.Move(ONE, "core-0", "core-1")),
                        0,
                        List.of(),
                        List.of(),
                        List.of());
        Snapshot window =
                new Snapshot(
                        List.of(new ExecutorLoad(ONE, 0, 0), new ExecutorLoad(OTHER, 0, 0)),
                        List.of(new Traffic(ONE, OTHER, sent, 0)));
        return new Evaluation(
                timeMs,
                window,
                List.of(),
                Map.of(),
                new Advice(Advice.Verdict.ADOPT, "cheaper", plan));
    }

    private static PlacementReport report(Evaluation last, Evaluation change) {
        return new PlacementReport(Optional.of(last), Optional.of(change), 1);
    }

    @Test
    void whatCameOfAPlanIsMeasuredByTheLooksAfterIt() {
        Evaluation change = look(1_000, 500, 200, 70);
        Adopted fresh = log.update(report(change, change));
        assertThat(fresh).isNotNull();
        assertThat(log.adopted().get(0).predicted()).isEqualTo(200);
        assertThat(log.adopted().get(0).measured()).as("nothing measured yet").isNaN();

        assertThat(log.update(report(look(2_000, 210, 205, 90), change))).isNull();

        Adopted adopted = log.adopted().get(0);
        assertThat(adopted.before()).isEqualTo(500);
        assertThat(adopted.measured()).isEqualTo(210);
        assertThat(adopted.sentBefore()).isEqualTo(70);
        assertThat(adopted.sentAfter()).isEqualTo(90);
        assertThat(adopted.moves()).containsExactly("t/a:[1 1]: core-0 \u2192 core-1");
    }

    @Test
    void theNextPlanEndsTheMeasureOfTheOneBeforeAndOldOnesAreForgotten() {
        for (int i = 1; i <= 3 * PlacementLog.MAX_PLACEMENTS; i++) {
            Evaluation change = look(i * 1_000L, 100 + i, i, 1);
            log.update(report(change, change));
            log.update(report(look(i * 1_000L + 1, i + 0.5, i, 1), change));
        }

        assertThat(log.adopted()).hasSize(PlacementLog.MAX_PLACEMENTS);
        Adopted first = log.adopted().get(0);
        assertThat(first.measured()).isEqualTo(first.predicted() + 0.5);
    }

    @Test
    void knowsNothingWhereNothingIsMeasured() {
        log.update(new PlacementReport(Optional.empty(), Optional.empty(), 0));

        assertThat(log.latest()).isNull();
        assertThat(log.adopted()).isEmpty();
    }
}
