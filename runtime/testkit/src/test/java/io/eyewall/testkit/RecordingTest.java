package io.eyewall.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;

/** The records that {@link TopologyTestDriver} offers to tests. */
class RecordingTest {
    private static StormTopology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt("split", new SplitBolt()).shuffleGrouping("lines");
        builder.setBolt("count", new CountBolt(), 2).fieldsGrouping("split", new Fields("word"));
        return builder.createTopology();
    }

    @Test
    void recordsEmitterValuesStreamMessageAndTargets() {
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(topology()).feeding("lines").start()) {
            Object id = driver.spout("lines").emit("x");
            driver.runUntilIdle();
            EmittedTuple word = driver.emitted("split", "default").get(0);
            int split = driver.topology().plan().component("split").taskIds().get(0);
            assertThat(word.task()).isEqualTo(split);
            assertThat(word.values()).containsExactly("x");
            assertThat(word.value(0)).isEqualTo("x");
            assertThat(word.messageIds()).containsExactly(id);
            assertThat(word.targets()).containsExactly(driver.executed("count").get(0).task());
            assertThat(word.time()).isEqualTo(TestDriverBuilder.DEFAULT_START);
            assertThat(driver.emitted("lines").get(0).messageIds()).containsExactly(id);
            assertThat(driver.emitted("lines").get(0).targets()).containsExactly(split);
            assertThat(driver.emitted("count").get(0).targets()).isEmpty();
            assertThat(driver.emitted()).hasSize(3);
        }
    }

    @Test
    void recordsAllMessagesOfATuple() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt(
                        "pair",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            Tuple first = (Tuple) bolt.state.remove("first");
                                            if (first == null) {
                                                bolt.state.put("first", tuple);
                                            } else {
                                                out.emit(List.of(first, tuple), new Values("pair"));
                                                out.ack(first);
                                                out.ack(tuple);
                                                out.emit(List.of(first, tuple), new Values("late"));
                                            }
                                        })
                                .emitting("what"))
                .shuffleGrouping("lines");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("lines").start()) {
            Object one = driver.spout("lines").emit("1");
            Object two = driver.spout("lines").emit("2");
            driver.runUntilIdle();
            assertThat(driver.emitted("pair"))
                    .extracting(EmittedTuple::messageIds)
                    .containsExactly(List.of(one, two), List.of());
        }
    }

    @Test
    void keepsEmittedValuesThatTheEmitterChangesLater() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt(
                        "careless",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            List<Object> list = new ArrayList<>();
                                            list.add(null);
                                            list.add("before");
                                            out.emit(list);
                                            list.set(1, "after");
                                        })
                                .emitting("nothing", "text"))
                .shuffleGrouping("lines");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("lines").start()) {
            driver.spout("lines").emit("1");
            driver.runUntilIdle();
            assertThat(driver.values("careless")).containsExactly(Arrays.asList(null, "before"));
        }
    }

    @Test
    void recordsExecutedTicks() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt(
                        "ticked",
                        new ScriptedBolt((tuple, out, bolt) -> out.ack(tuple))
                                .with(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 7))
                .shuffleGrouping("lines");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("lines").start()) {
            driver.advance(Duration.ofSeconds(7));
            ExecutedTuple tick = driver.executed("ticked").get(0);
            assertThat(tick.source()).isEqualTo("__system");
            assertThat(tick.sourceTask()).isEqualTo(-1);
            assertThat(tick.stream()).isEqualTo("__tick");
            assertThat(tick.values()).containsExactly(7);
            assertThat(tick.value(0)).isEqualTo(7);
            assertThat(tick.time()).isEqualTo(TestDriverBuilder.DEFAULT_START.plusSeconds(7));
        }
    }

    @Test
    void clearsTheRecords() {
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(topology()).feeding("lines").start()) {
            driver.spout("lines").emit("x");
            driver.runUntilIdle();
            driver.clear();
            assertThat(driver.emitted()).isEmpty();
            assertThat(driver.executed("count")).isEmpty();
            assertThat(driver.acked()).isEmpty();
            driver.spout("lines").emit("x");
            driver.runUntilIdle();
            assertThat(driver.values("count")).containsExactly(List.of("x", 2));
        }
    }

    @Test
    void returnsInstancesInTheOrderOfTheirTasks() {
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(topology()).feeding("lines").start()) {
            assertThat(driver.instances("count")).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @Test
    void rejectsUnknownComponentsAndStreams() {
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(topology()).feeding("lines").start()) {
            assertThatThrownBy(() -> driver.emitted("Split"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no component 'Split'");
            assertThatThrownBy(() -> driver.emitted("split", "words"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("declares no stream 'words'");
        }
    }
}
