package io.eyewall.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link TopologyTestDriver#feed}: tuples put into the middle of a topology. */
class StreamFeedTest {
    private static StormTopology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt("split", new SplitBolt()).shuffleGrouping("lines");
        builder.setBolt("count", new CountBolt(), 3).fieldsGrouping("split", new Fields("word"));
        builder.setBolt("refuse", new ScriptedBolt((tuple, out, bolt) -> out.fail(tuple)))
                .shuffleGrouping("lines", "errors");
        return builder.createTopology();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void sendsToTheSubscribersByTheirGroupings(int cores) {
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(topology()).feeding("lines").withCores(cores, 1).start()) {
            Object first = driver.feed("split", "default", "the");
            Object second = driver.feed("split", "default", "the");
            driver.runUntilIdle();
            assertThat(driver.values("count"))
                    .containsExactly(List.of("the", 1), List.of("the", 2));
            assertThat(driver.executed("count"))
                    .extracting(ExecutedTuple::source)
                    .containsOnly("split");
            assertThat(driver.executed("split")).isEmpty();
            assertThat(driver.acked("split")).containsExactly(first, second);
            assertThat(driver.emitted("split")).hasSize(2);
        }
    }

    @Test
    void reportsFailure() {
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(topology()).feeding("lines").start()) {
            Object id = driver.feed("lines", "errors", 1, "x");
            driver.runUntilIdle();
            assertThat(driver.failed()).containsExactly(id);
            assertThat(driver.acked()).isEmpty();
        }
    }

    @Test
    void acksAtOnceWithoutSubscribersOrTracking() {
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(topology()).feeding("lines").start()) {
            Object id = driver.feed("count", "default", "the", 1);
            driver.runUntilIdle();
            assertThat(driver.emitted("count")).hasSize(1);
            assertThat(driver.acked()).containsExactly(id);
        }
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(topology())
                        .feeding("lines")
                        .withConf(Config.TOPOLOGY_ACKER_EXECUTORS, 0)
                        .start()) {
            Object id = driver.feed("lines", "errors", 1, "x");
            driver.runUntilIdle();
            assertThat(driver.acked()).containsExactly(id);
            assertThat(driver.failed()).isEmpty();
        }
    }

    @Test
    void sendsDirectStreamsToAGivenTask() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt("chosen", new ScriptedBolt((tuple, out, bolt) -> out.ack(tuple)), 2)
                .directGrouping("lines", "direct");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("lines").start()) {
            int task = driver.topology().plan().component("chosen").taskIds().get(1);
            driver.feedDirect(task, "lines", "direct", "x");
            driver.runUntilIdle();
            assertThat(driver.executed("chosen"))
                    .extracting(ExecutedTuple::task)
                    .containsExactly(task);
            assertThatThrownBy(() -> driver.feedDirect(99, "lines", "direct", "x"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("has no task 99");
        }
    }

    @Test
    void rejectsUnknownComponentsStreamsAndFields() {
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(topology()).feeding("lines").start()) {
            assertThatThrownBy(() -> driver.feed("splitter", "default", "a"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no component 'splitter'");
            assertThatThrownBy(() -> driver.feed("split", "words", "a"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("declares no stream 'words'");
            assertThatThrownBy(() -> driver.feed("split", "default", "a", 2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("has the fields [word]");
        }
    }
}
