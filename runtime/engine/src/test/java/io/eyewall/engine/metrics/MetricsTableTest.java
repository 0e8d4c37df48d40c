package io.eyewall.engine.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import java.util.List;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

class MetricsTableTest {
    @Test
    void printsALinePerComponentAndTheLatency() {
        SteppedCores engine = new SteppedCores(1);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", TestSpout.trackedNumbers(1_200), 1);
        builder.setBolt("relay", TestBolt.relay(), 2).shuffleGrouping("numbers");
        builder.setBolt("sink", TestBolt.of((b, tuple) -> b.collector.fail(tuple)), 1)
                .shuffleGrouping("relay");
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        engine.drain();

        List<String> lines = topology.metrics().toString().lines().toList();

        assertThat(lines)
                .contains(
                        "component  executors  emitted  executed  acked  failed  queued  pending",
                        "numbers            1     1200         0      0    1200       0        0",
                        "relay              2     1200      1200   1200       0       0        0",
                        "sink               1        0      1200      0    1200       0        0");
    }

    @Test
    void printsNoLatencyWithoutAcks() {
        LatencySnapshot latency =
                new LatencySnapshot(3, 1_500_000, 1_250_400, 2_000_000, 2_000_000, 31_000_000);
        assertThat(
                        new TopologyMetrics(
                                        List.of(),
                                        List.of(),
                                        latency,
                                        LatencySnapshot.EMPTY,
                                        List.of())
                                .toString())
                .isEqualTo(
                        "component  executors  emitted  executed  acked  failed  queued  pending\n"
                                + "from emit to ack: median 1.250 ms, 99% below 2.000 ms, longest"
                                + " 31.000 ms");
        assertThat(
                        new TopologyMetrics(
                                        List.of(),
                                        List.of(),
                                        LatencySnapshot.EMPTY,
                                        LatencySnapshot.EMPTY,
                                        List.of())
                                .toString())
                .hasLineCount(1);
    }
}
