package io.eyewall.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KryoRoundTripTest {
    /** Emits a list and changes it afterwards; the receiver emits what it has received. */
    private static TestDriverBuilder sharingAList() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt(
                        "share",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            List<String> shared = new ArrayList<>();
                                            shared.add("before");
                                            bolt.state.put("shared", shared);
                                            out.emit(new Values(shared));
                                        })
                                .emitting("list"))
                .shuffleGrouping("lines");
        builder.setBolt(
                        "change",
                        new ScriptedBolt(
                                        (tuple, out, bolt) -> {
                                            @SuppressWarnings("unchecked")
                                            List<String> got = (List<String>) tuple.getValue(0);
                                            got.add("changed by the receiver");
                                        })
                                .emitting("list"))
                .shuffleGrouping("share");
        return TopologyTestDriver.of(builder.createTopology()).feeding("lines");
    }

    private static @Nullable Object shared(TopologyTestDriver driver) {
        return ((ScriptedBolt) driver.instances("share").get(0)).state.get("shared");
    }

    @Test
    void givesReceiversTheirOwnValues() {
        try (TopologyTestDriver driver = sharingAList().withKryoRoundTrip().start()) {
            driver.spout("lines").emit("a");
            driver.runUntilIdle();
            assertThat(shared(driver)).isEqualTo(List.of("before"));
            assertThat(driver.executed("change").get(0).value(0))
                    .isEqualTo(List.of("before", "changed by the receiver"));
        }
    }

    @Test
    void sharesValuesWithoutARoundTrip() {
        try (TopologyTestDriver driver = sharingAList().start()) {
            driver.spout("lines").emit("a");
            driver.runUntilIdle();
            assertThat(shared(driver)).isEqualTo(List.of("before", "changed by the receiver"));
        }
    }

    @Test
    void findsValuesThatCannotBeSerialized() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt(
                        "thread",
                        new ScriptedBolt((tuple, out, bolt) -> out.emit(new Values(new Thread())))
                                .emitting("thread"))
                .shuffleGrouping("lines");
        builder.setBolt("sink", new ScriptedBolt((tuple, out, bolt) -> out.ack(tuple)))
                .shuffleGrouping("thread");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology())
                        .feeding("lines")
                        .withKryoRoundTrip()
                        .withConf(Config.TOPOLOGY_FALL_BACK_ON_JAVA_SERIALIZATION, true)
                        .start()) {
            driver.spout("lines").emit("a");
            assertThatThrownBy(driver::runUntilIdle)
                    .isInstanceOf(TopologyFailedException.class)
                    .hasMessageContaining("component 'thread' stream 'default'")
                    .hasMessageContaining("do not survive Storm's serialization");
            assertThat(driver.executed("sink")).isEmpty();
        }
    }

    @Test
    void copiesFedValuesAndSkipsTuplesWithoutReceivers() {
        try (TopologyTestDriver driver = sharingAList().withKryoRoundTrip().start()) {
            List<String> fed = new ArrayList<>();
            driver.feed("share", "default", fed);
            driver.feed("change", "default", new Thread()); // the stream has no subscribers
            driver.runUntilIdle();
            assertThat(fed).isEmpty();
            assertThat(driver.executed("change").get(0).value(0))
                    .isEqualTo(List.of("changed by the receiver"));
        }
    }
}
