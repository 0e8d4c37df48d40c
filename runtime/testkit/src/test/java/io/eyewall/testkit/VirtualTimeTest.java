package io.eyewall.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.grouping.LoadAwareCustomStreamGrouping;
import org.apache.storm.grouping.LoadMapping;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Things that follow the clock of {@link TopologyTestDriver}. */
@ResourceLock("org.apache.storm.utils.Time")
class VirtualTimeTest {
    private static final Instant START = Instant.parse("2026-03-29T00:59:50Z");

    /** Returns a topology whose bolt keeps every tuple and never acks. */
    private static TestDriverBuilder holding() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt("hold", new ScriptedBolt((tuple, out, bolt) -> bolt.state.put("", tuple)))
                .shuffleGrouping("lines");
        return TopologyTestDriver.of(builder.createTopology()).feeding("lines");
    }

    @Test
    void startsAtAGivenTimeAndAdvancesOnlyOnRequest() {
        try (TopologyTestDriver driver = holding().withStartTime(START).start()) {
            assertThat(driver.now()).isEqualTo(START);
            driver.spout("lines").emit("a");
            driver.runUntilIdle();
            assertThat(driver.now()).isEqualTo(START);
            driver.advance(Duration.ofMillis(1234));
            assertThat(driver.now()).isEqualTo(START.plusMillis(1234));
            assertThat(driver.topology().launchTimeSecs()).isEqualTo((int) START.getEpochSecond());
            assertThat(driver.topology().uptimeSecs()).isEqualTo(1);
            assertThatThrownBy(() -> driver.skip(Duration.ofMillis(-1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("can't be set back");
        }
    }

    @Test
    void deliversTicksAtTheirTimes() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt(
                        "ticked",
                        new ScriptedBolt((tuple, out, bolt) -> out.ack(tuple))
                                .with(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 10))
                .shuffleGrouping("lines");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology())
                        .feeding("lines")
                        .withStartTime(START)
                        .start()) {
            driver.advance(Duration.ofMillis(9_999));
            assertThat(driver.executed("ticked")).isEmpty();
            driver.advance(Duration.ofMillis(1));
            assertThat(driver.executed("ticked")).hasSize(1);
            driver.advance(Duration.ofSeconds(25));
            assertThat(driver.executed("ticked"))
                    .extracting(ExecutedTuple::time)
                    .containsExactly(
                            START.plusSeconds(10), START.plusSeconds(20), START.plusSeconds(30));
        }
    }

    /** Records the loads it is given; sends all tuples to the first task. */
    private static final class LoadNotes implements LoadAwareCustomStreamGrouping {
        private static final long serialVersionUID = 1;
        private static final List<Double> LOADS = new ArrayList<>();

        private List<Integer> targets = List.of();

        @Override
        public void prepare(
                WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
            targets = targetTasks;
        }

        @Override
        public void refreshLoad(LoadMapping load) {
            targets.forEach(task -> LOADS.add(load.get(task)));
        }

        @Override
        public List<Integer> chooseTasks(int taskId, List<Object> values) {
            return targets.subList(0, 1);
        }
    }

    @Test
    void reportsTheLoadToGroupingsEverySecond() {
        LoadNotes.LOADS.clear();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout(), 1)
                .setNumTasks(2); // both tasks share a grouping object
        builder.setBolt("sink", new ScriptedBolt((tuple, out, bolt) -> out.ack(tuple)), 2)
                .customGrouping("lines", new LoadNotes());
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("lines").start()) {
            driver.advance(Duration.ofMillis(999));
            assertThat(LoadNotes.LOADS).isEmpty();
            driver.advance(Duration.ofMillis(2_001));
            assertThat(LoadNotes.LOADS).containsExactly(0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        }
    }

    @Test
    void runsATimerOnceThatIsLateBySeveralPeriods() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt(
                        "ticked",
                        new ScriptedBolt((tuple, out, bolt) -> out.ack(tuple))
                                .with(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 10))
                .shuffleGrouping("lines");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("lines").start()) {
            driver.skip(Duration.ofSeconds(35));
            assertThat(driver.executed("ticked")).isEmpty();
            driver.runUntilIdle();
            assertThat(driver.executed("ticked")).hasSize(1);
            driver.advance(Duration.ofSeconds(5));
            assertThat(driver.executed("ticked")).hasSize(2);
        }
    }

    @Test
    void timesOutBetweenOnceAndTwiceTheTimeout() {
        try (TopologyTestDriver driver =
                holding().withConf(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 30).start()) {
            driver.advance(Duration.ofSeconds(10));
            Object id = driver.spout("lines").emit("a");
            driver.advance(Duration.ofSeconds(30));
            assertThat(driver.pending()).containsExactly(id);
            driver.advance(Duration.ofSeconds(30));
            assertThat(driver.failed()).containsExactly(id);
            assertThat(driver.pending()).isEmpty();
        }
    }

    @Test
    void timesOutNothingIfTimeoutsAreDisabled() {
        try (TopologyTestDriver driver =
                holding().withConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, false).start()) {
            Object id = driver.spout("lines").emit("a");
            driver.advance(Duration.ofDays(1));
            assertThat(driver.pending()).containsExactly(id);
        }
    }

    @Test
    void endsAKilledTopologyAfterItsWait() {
        try (TopologyTestDriver driver = holding().start()) {
            driver.topology().kill(Duration.ofSeconds(30));
            driver.advance(Duration.ofSeconds(29));
            assertThat(driver.topology().status().isOver()).isFalse();
            driver.advance(Duration.ofSeconds(1));
            assertThat(driver.topology().status().isOver()).isTrue();
        }
    }

    @Test
    void callsAnIdleSpoutAgainWhenRunAndAfterAMillisecond() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "numbers",
                new ScriptedSpout(
                                (out, spout) -> {
                                    if (spout.calls % 2 == 0) {
                                        out.emit(new Values(spout.calls));
                                    }
                                },
                                "number")
                        // would become a dedicated executor
                        .with(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY, "com.example.Unknown")
                        .with("eyewall.executor.dedicated", true));
        try (TopologyTestDriver driver = TopologyTestDriver.of(builder.createTopology()).start()) {
            driver.runUntilIdle();
            assertThat(driver.values("numbers")).isEmpty();
            driver.advance(Duration.ofMillis(3)); // calls the spout at once and at each millisecond
            assertThat(driver.values("numbers"))
                    .containsExactly(List.of(2), List.of(4), List.of(6), List.of(8));
        }
    }

    @Test
    void advancesStormsClockOnRequest() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt(
                        "stamp",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            out.emit(new Values(Time.currentTimeMillis()));
                                            Utils.sleep(25);
                                            out.emit(new Values(Time.currentTimeMillis()));
                                        })
                                .emitting("ms"))
                .shuffleGrouping("lines");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology())
                        .feeding("lines")
                        .withStartTime(START)
                        .withStormTime()
                        .start()) {
            driver.advance(Duration.ofSeconds(90));
            driver.spout("lines").emit("a");
            driver.runUntilIdle();
            long ms = START.plusSeconds(90).toEpochMilli();
            assertThat(driver.values("stamp")).containsExactly(List.of(ms), List.of(ms + 25));
            assertThat(driver.now()).isEqualTo(START.plusSeconds(90).plusMillis(25));
            assertThatThrownBy(() -> holding().withStormTime().start())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("being simulated already");
        }
        assertThat(Time.isSimulating()).isFalse();
    }

    @Test
    void releasesStormsClockWhenTheStartFails() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        assertThatThrownBy(
                        () ->
                                TopologyTestDriver.of(builder.createTopology())
                                        .withStormTime()
                                        .start())
                .isInstanceOf(TopologyFailedException.class)
                .hasMessageContaining("component 'lines'")
                .hasMessageContaining("threw in open");
        assertThat(Time.isSimulating()).isFalse();
    }
}
