package io.eyewall.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.figures.TopologySample;
import io.eyewall.control.health.Crashes;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.EdgeMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.testkit.fake.FakePlans;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.StreamPlan;
import io.eyewall.topology.SubscriptionPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.NullStruct;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.Test;

/** Predictions cost processor time: they are made for those who look only. */
class ModelReaderTest {
    private static final long SECOND_NS = 1_000_000_000L;

    /** After so many the model knows enough. */
    private static final int LEARNT = 7;

    private static final TopologyPlan PLAN = plan();

    private final PredictionBudget budget = new PredictionBudget();
    private final ModelReader reader =
            new ModelReader(Optional.of(MachineConstants.ASSUMED), budget);
    private long second;

    private static TopologyPlan plan() {
        StreamPlan stream =
                new StreamPlan(
                        "default",
                        new Fields("n"),
                        false,
                        List.of(new SubscriptionPlan("out", Grouping.shuffle(new NullStruct()))));
        ComponentPlan in =
                new ComponentPlan(
                        "in",
                        ComponentPlan.Kind.SPOUT,
                        new ComponentObject(),
                        List.of(1),
                        Map.of(),
                        Map.of("default", stream));
        ComponentPlan out =
                new ComponentPlan(
                        "out",
                        ComponentPlan.Kind.BOLT,
                        new ComponentObject(),
                        List.of(2),
                        Map.of(),
                        Map.of());
        return FakePlans.of(
                "t",
                "t-1-2",
                List.of(in, out),
                List.of(new ExecutorPlan("in", 1, 1), new ExecutorPlan("out", 2, 2)));
    }

    /** A second later, in which 100,000 tuples were emitted and executed in 1 µs each. */
    private TopologySample next() {
        second++;
        long tuples = 100_000 * second;
        return new TopologySample(
                second * SECOND_NS,
                second * 1_000,
                PLAN,
                TopologyStatus.ACTIVE,
                10,
                new TopologyMetrics(
                        List.of(
                                executor("in", 1, tuples, 0, 2_000 * tuples),
                                executor("out", 2, 0, tuples, 1_000 * tuples)),
                        List.of(new EdgeMetrics(1, "default", 2, tuples)),
                        LatencySnapshot.EMPTY,
                        LatencySnapshot.EMPTY,
                        List.of(new CoreMetrics(0, 2, 2_000 * tuples, 0))),
                Map.of(),
                Crashes.NONE,
                null);
    }

    private static ExecutorMetrics executor(
            String id, int task, long emitted, long executed, long usefulNs) {
        return new ExecutorMetrics(
                new ExecutorPlan(id, task, task),
                0,
                false,
                10,
                Map.of("default", emitted),
                Map.of("default", emitted),
                executed,
                0,
                0,
                usefulNs,
                0,
                -1,
                0,
                0,
                0,
                0,
                new ExecutorStats());
    }

    private void learn() {
        for (int i = 0; i < LEARNT; i++) {
            assertThat(reader.add(next(), false)).as("nobody reads it").isNull();
        }
    }

    @Test
    void learnsWhileNobodyLooksAndPredictsForWhoLooks() {
        learn();

        assertThat(reader.add(next(), true)).isNotNull();
    }

    @Test
    void aPredictionIsChargedToTheBudget() {
        learn();
        long beforeNs = System.nanoTime();
        assertThat(budget.isLeft(beforeNs)).isTrue();

        reader.add(next(), true);

        assertThat(budget.isLeft(beforeNs)).isFalse();
    }

    @Test
    void predictsNothingWhileTheBudgetIsSpent() {
        learn();
        budget.spent(System.nanoTime(), 3_600 * SECOND_NS);

        assertThat(reader.add(next(), true)).isNull();
    }

    @Test
    void predictsNothingWithoutTheMachinesConstants() {
        ModelReader off = new ModelReader(Optional.empty(), budget);
        for (int i = 0; i <= LEARNT; i++) {
            assertThat(off.add(next(), true)).isNull();
        }
    }
}
