package io.eyewall.control.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.model.calibration.Recording;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.util.Map;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.ExecutorSpecificStats;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.testing.TestWordCounter;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.utils.Utils;
import org.apache.storm.windowing.TupleWindow;
import org.junit.jupiter.api.Test;

class HeldTuplesTest {
    private static final GlobalStreamId WORDS =
            new GlobalStreamId("words", Utils.DEFAULT_STREAM_ID);
    private static final GlobalStreamId TICKS = new GlobalStreamId("__system", "__tick");

    /** Ticks are executed, and acked by nobody. */
    private static ExecutorMetrics bolt(
            long executed, long acked, double executeMs, double processMs) {
        String all = ":all-time";
        BoltStats bolt =
                new BoltStats(
                        Map.of(all, Map.of(WORDS, acked)),
                        Map.of(all, Map.of()),
                        Map.of(all, Map.of(WORDS, processMs)),
                        Map.of(all, Map.of(WORDS, executed, TICKS, 5_000L)),
                        Map.of(all, Map.of(WORDS, executeMs, TICKS, 700.0)));
        ExecutorStats stats = new ExecutorStats();
        stats.set_specific(ExecutorSpecificStats.bolt(bolt));
        return metrics(stats);
    }

    private static ExecutorMetrics metrics(ExecutorStats stats) {
        return new ExecutorMetrics(
                new ExecutorPlan("count", 2, 2),
                0,
                false,
                1,
                Map.of(),
                Map.of(),
                0,
                0,
                0,
                0,
                0,
                -1,
                0,
                0,
                0,
                0,
                stats);
    }

    @Test
    void acksInExecuteHoldNothing() {
        ExecutorMetrics before = bolt(1_000, 999, 0.02, 0.019);
        ExecutorMetrics now = bolt(3_000, 2_999, 0.02, 0.4);

        assertThat(HeldTuples.areHeld(before, now)).as("one is being executed").isFalse();
    }

    /** A window of 10 ms at 20,000/s: 100 tuples are in it on average. */
    @Test
    void tuplesOfAWindowAreHeld() {
        ExecutorMetrics before = bolt(100_000, 99_900, 0.001, 0.6);
        ExecutorMetrics now = bolt(120_000, 119_920, 0.001, 0.6);

        assertThat(HeldTuples.areHeld(before, now)).isTrue();
        assertThat(HeldTuples.areHeld(before, bolt(120_000, 120_000, 0.001, 0.6))).isFalse();
    }

    /** One in a thousand is acked by nobody: those that are, are acked in execute. */
    @Test
    void tuplesThatAreNeverAckedAreNotHeld() {
        ExecutorMetrics before = bolt(1_000_000, 999_000, 0.02, 0.02);
        ExecutorMetrics now = bolt(2_000_000, 1_998_000, 0.02, 0.02);

        assertThat(HeldTuples.areHeld(before, now)).isFalse();
    }

    @Test
    void withoutStatisticsNothingIsKnown() {
        ExecutorMetrics none = metrics(new ExecutorStats());

        assertThat(HeldTuples.areHeld(none, none)).isFalse();
        assertThat(HeldTuples.areHeld(none, bolt(9, 1, 1, 9))).isFalse();
    }

    @Test
    void windowsAreKnownByTheirConfiguration() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new TestWordSpout());
        builder.setBolt("count", new TestWordCounter()).shuffleGrouping("words");
        builder.setBolt(
                        "last",
                        new TestWindowBolt().withTumblingWindow(BaseWindowedBolt.Count.of(5)))
                .shuffleGrouping("words");
        builder.setBolt(
                        "second",
                        new TestWindowBolt()
                                .withWindow(
                                        BaseWindowedBolt.Duration.seconds(2),
                                        BaseWindowedBolt.Duration.seconds(1)))
                .shuffleGrouping("words");
        TopologyPlan plan =
                TopologyPlanner.plan(
                        "windows",
                        "windows-1-1",
                        Utils.readDefaultConfig(),
                        Map.of(),
                        builder.createTopology());

        assertThat(new Recorder(plan).recording().components())
                .filteredOn(Recording.Component::holds)
                .extracting(Recording.Component::id)
                .containsExactlyInAnyOrder("last", "second");
    }

    /** Does nothing. */
    private static final class TestWindowBolt extends BaseWindowedBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(TupleWindow window) {
            // only its configuration matters
        }
    }
}
