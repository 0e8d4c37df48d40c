package io.eyewall.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.testing.AckFailMapTracker;
import org.apache.storm.testing.FeederSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;

/** Spouts that run their own code and are fed by the test directly, such as Storm's FeederSpout. */
class OwnSpoutTest {
    private final FeederSpout feeder = new FeederSpout(new Fields("value"));
    private final AckFailMapTracker tracker = new AckFailMapTracker();

    private TopologyTestDriver start() {
        feeder.setAckFailDelegate(tracker);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feeder", feeder);
        builder.setBolt("ack", new ScriptedBolt((tuple, out, bolt) -> out.ack(tuple)))
                .shuffleGrouping("feeder");
        return TopologyTestDriver.of(builder.createTopology()).start();
    }

    @Test
    void emitFedValuesWhenTheDriverRuns() {
        try (TopologyTestDriver driver = start()) {
            for (int id = 1; id <= 3; id++) {
                driver.runUntilIdle(); // the spout has nothing to emit
                feeder.feed(new Values(id), id);
                assertThat(tracker.isAcked(id)).isFalse();
                driver.runUntilIdle();
                assertThat(tracker.isAcked(id)).isTrue();
            }
        }
    }

    @Test
    void emitFedValuesBeforeTimeAdvances() {
        try (TopologyTestDriver driver = start()) {
            driver.runUntilIdle();
            feeder.feed(new Values("a"), 1);
            driver.advance(Duration.ZERO);
            assertThat(tracker.isAcked(1)).isTrue();
        }
    }

    @Test
    void areCalledOnceEachTimeTheDriverRuns() {
        List<Integer> calls = new ArrayList<>();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("silent", new ScriptedSpout((out, spout) -> {}));
        try (TopologyTestDriver driver = TopologyTestDriver.of(builder.createTopology()).start()) {
            driver.runUntilIdle();
            ScriptedSpout spout = (ScriptedSpout) driver.instances("silent").get(0);
            for (int run = 0; run < 3; run++) {
                int before = spout.calls;
                driver.runUntilIdle();
                calls.add(spout.calls - before);
            }
        }
        assertThat(calls).containsExactly(1, 1, 1);
    }
}
