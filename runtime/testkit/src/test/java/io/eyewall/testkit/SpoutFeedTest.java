package io.eyewall.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

class SpoutFeedTest {
    private static StormTopology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout(), 2);
        builder.setBolt("split", new SplitBolt()).shuffleGrouping("lines");
        builder.setBolt("errors", new ScriptedBolt((tuple, out, bolt) -> out.fail(tuple)))
                .shuffleGrouping("lines", "errors");
        builder.setBolt("chosen", new ScriptedBolt((tuple, out, bolt) -> out.ack(tuple)), 2)
                .directGrouping("lines", "direct");
        return builder.createTopology();
    }

    private static TopologyTestDriver start() {
        return TopologyTestDriver.of(topology()).feeding("lines").start();
    }

    @Test
    void tracksEachMessageUnderASeparateId() {
        try (TopologyTestDriver driver = start()) {
            SpoutFeed lines = driver.spout("lines");
            Object good = lines.emit("a b");
            Object empty = lines.emit("");
            driver.runUntilIdle();
            assertThat(good).isNotEqualTo(empty);
            assertThat(driver.values("split")).containsExactly(List.of("a"), List.of("b"));
            assertThat(lines.acked()).containsExactly(good);
            assertThat(lines.failed()).containsExactly(empty);
            assertThat(lines.pending()).isEmpty();
        }
    }

    @Test
    void emitsNothingBeforeTheDriverRuns() {
        try (TopologyTestDriver driver = start()) {
            driver.spout("lines").emit("a");
            assertThat(driver.spout("lines").waiting()).isEqualTo(1);
            assertThat(driver.emitted()).isEmpty();
            driver.runUntilIdle();
            assertThat(driver.spout("lines").waiting()).isZero();
            assertThat(driver.emitted("lines")).hasSize(1);
        }
    }

    @Test
    void emitsOnOtherStreamsAndUnderGivenIds() {
        try (TopologyTestDriver driver = start()) {
            driver.spout("lines").onStream("errors").emitAs("seven", 7, "disk full");
            driver.runUntilIdle();
            assertThat(driver.executed("errors"))
                    .singleElement()
                    .extracting(ExecutedTuple::values)
                    .isEqualTo(List.of(7, "disk full"));
            assertThat(driver.failed()).containsExactly("seven");
            assertThat(driver.executed("split")).isEmpty();
        }
    }

    @Test
    void emitsDirectlyToAGivenTask() {
        try (TopologyTestDriver driver = start()) {
            List<Integer> tasks = driver.topology().plan().component("chosen").taskIds();
            Object id = driver.spout("lines").onStream("direct").toTask(tasks.get(1)).emit("x");
            driver.runUntilIdle();
            assertThat(driver.executed("chosen"))
                    .singleElement()
                    .extracting(ExecutedTuple::task)
                    .isEqualTo(tasks.get(1));
            assertThat(driver.acked()).containsExactly(id);
        }
    }

    @Test
    void emitsFromAGivenTask() {
        try (TopologyTestDriver driver = start()) {
            List<Integer> tasks = driver.topology().plan().component("lines").taskIds();
            driver.spout("lines").onTask(1).emit("x");
            driver.runUntilIdle();
            assertThat(driver.emitted("lines").get(0).task()).isEqualTo(tasks.get(1));
            assertThatThrownBy(() -> driver.spout("lines").onTask(2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'lines' has no task number 2; it has 2");
        }
    }

    @Test
    void doesNotTrackTuplesWithoutAnId() {
        try (TopologyTestDriver driver = start()) {
            driver.spout("lines").emitUntracked("a");
            driver.runUntilIdle();
            assertThat(driver.values("split")).containsExactly(List.of("a"));
            assertThat(driver.emitted("split").get(0).messageIds()).isEmpty();
            assertThat(driver.acked()).isEmpty();
        }
    }

    @Test
    void rejectsTuplesThatTheSpoutCouldNotEmit() {
        try (TopologyTestDriver driver = start()) {
            assertThatThrownBy(() -> driver.spout("lines").emit("a", "b"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("has the fields [line], but 2 values were fed");
            assertThatThrownBy(() -> driver.spout("lines").onStream("warnings").emit("a"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("declares no stream 'warnings'")
                    .hasMessageContaining("errors");
        }
    }

    @Test
    void rejectsFeedingAComponentThatRunsItsOwnCode() {
        try (TopologyTestDriver driver = start()) {
            assertThatThrownBy(() -> driver.spout("split"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'split' is not fed by the test");
        }
        assertThatThrownBy(() -> TopologyTestDriver.of(topology()).feeding("line").start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "no spout 'line' to be fed; the topology has the spouts [lines]");
    }

    @Test
    void honoursMaxSpoutPending() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt(
                        "hold",
                        new ScriptedBolt((tuple, out, bolt) -> bolt.state.put("held", tuple)))
                .shuffleGrouping("lines");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology())
                        .feedingAllSpouts()
                        .withConf(Config.TOPOLOGY_MAX_SPOUT_PENDING, 2)
                        .start()) {
            for (int i = 0; i < 5; i++) {
                driver.spout("lines").emit("line " + i);
            }
            driver.runUntilIdle();
            assertThat(driver.pending()).hasSize(2);
            assertThat(driver.spout("lines").waiting()).isEqualTo(3);
        }
    }
}
