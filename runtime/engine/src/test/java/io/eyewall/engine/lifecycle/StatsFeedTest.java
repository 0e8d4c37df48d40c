package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.time.Duration;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;

/** Compares Storm's statistics with the counters that are fed into them. */
class StatsFeedTest {
    private static final String ALL_TIME = ":all-time";
    private static final GlobalStreamId FROM_SPOUT = new GlobalStreamId("spout", "default");

    private final SteppedCores engine = new SteppedCores(1);
    private final TopologyRuntime topology;

    StatsFeedTest() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", TestSpout.trackedNumbers(10).stream("extra", "value"), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    int number = tuple.getInteger(0);
                                    if (number < 3) {
                                        bolt.collector.fail(tuple);
                                    } else if (number < 9) {
                                        bolt.collector.emit(tuple, new Values(number));
                                        bolt.collector.ack(tuple);
                                    }
                                }),
                        1)
                .shuffleGrouping("spout");
        topology = engine.submit(Plans.of(builder, Config.TOPOLOGY_STATS_SAMPLE_RATE, 1.0));
        engine.drain();
    }

    private ExecutorStats statsOf(String component) {
        return topology.metrics().executors().stream()
                .filter(e -> e.executor().componentId().equals(component))
                .findFirst()
                .orElseThrow()
                .stats();
    }

    @Test
    void showsASpout() {
        ExecutorStats spout = statsOf("spout");

        assertThat(spout.get_emitted().get(ALL_TIME)).isEqualTo(Map.of("default", 10L));
        assertThat(spout.get_transferred().get(ALL_TIME)).isEqualTo(Map.of("default", 10L));
        assertThat(spout.get_specific().get_spout().get_acked().get(ALL_TIME))
                .isEqualTo(Map.of("default", 6L));
        assertThat(spout.get_specific().get_spout().get_failed().get(ALL_TIME))
                .isEqualTo(Map.of("default", 3L));
        assertThat(spout.get_specific().get_spout().get_complete_ms_avg().get(ALL_TIME))
                .containsKey("default");
        assertThat(spout.get_rate()).as("every tuple is counted").isEqualTo(1.0);
    }

    @Test
    void showsABolt() {
        ExecutorStats bolt = statsOf("bolt");

        assertThat(bolt.get_emitted().get(ALL_TIME)).isEqualTo(Map.of("default", 6L));
        assertThat(bolt.get_transferred().get(ALL_TIME))
                .as("nobody listens")
                .isEqualTo(Map.of("default", 0L));
        assertThat(bolt.get_specific().get_bolt().get_executed().get(ALL_TIME))
                .isEqualTo(Map.of(FROM_SPOUT, 10L));
        assertThat(bolt.get_specific().get_bolt().get_acked().get(ALL_TIME))
                .isEqualTo(Map.of(FROM_SPOUT, 6L));
        assertThat(bolt.get_specific().get_bolt().get_failed().get(ALL_TIME))
                .isEqualTo(Map.of(FROM_SPOUT, 3L));
        assertThat(bolt.get_specific().get_bolt().get_execute_ms_avg().get(ALL_TIME))
                .containsKey(FROM_SPOUT);
        assertThat(bolt.get_specific().get_bolt().get_process_ms_avg().get(ALL_TIME))
                .containsKey(FROM_SPOUT);
    }

    @Test
    void feedingAgainAddsNothingTwice() {
        topology.feedMetrics();
        topology.feedMetrics();

        assertThat(statsOf("spout").get_emitted().get(ALL_TIME)).isEqualTo(Map.of("default", 10L));
    }

    @Test
    void keepsTheCountersOfAFinishedTopology() {
        topology.kill(Duration.ZERO);
        engine.drain();

        assertThat(statsOf("spout").get_emitted().get(ALL_TIME)).isEqualTo(Map.of("default", 10L));
    }
}
