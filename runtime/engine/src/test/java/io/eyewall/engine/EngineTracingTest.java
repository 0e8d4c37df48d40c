package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceOutcome;
import io.eyewall.engine.trace.TraceQuery;
import io.eyewall.engine.trace.TraceSpan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Traces where executors have threads. */
@Timeout(120)
class EngineTracingTest {
    private static final String DEDICATED = "eyewall.executor.dedicated";
    private static final TraceQuery ALL = new TraceQuery(0, 256);

    private static List<Trace> settled(RunningTopology topology) {
        return topology.traces().report(ALL).traces().stream().filter(Trace::isSettled).toList();
    }

    @Test
    void executorsWithThreadsOfTheirOwnAreTraced() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", TestSpout.trackedNumbers(50)).addConfiguration(DEDICATED, true);
        builder.setBolt("relay", TestBolt.relay())
                .addConfiguration(DEDICATED, true)
                .shuffleGrouping("spout");
        builder.setBolt("sink", TestBolt.of((bolt, tuple) -> bolt.collector.ack(tuple)))
                .shuffleGrouping("relay");
        try (Engine engine = Engines.start(2)) {
            RunningTopology topology =
                    Engines.submit(
                            engine,
                            builder,
                            "eyewall.trace.every",
                            1,
                            "eyewall.trace.per.second",
                            1_000_000);
            Engines.until("all are traced", () -> settled(topology).size() == 50);

            assertThat(settled(topology))
                    .allSatisfy(
                            trace -> {
                                assertThat(trace.outcome()).isEqualTo(TraceOutcome.ACKED);
                                assertThat(trace.spans())
                                        .extracting(TraceSpan::component)
                                        .containsExactly("spout", "relay", "sink");
                                assertThat(trace.spans().get(1).thread())
                                        .startsWith("eyewall-relay:");
                            });
        }
    }

    /** Whatever moves while it is traced, each message has one trace, and each tuple one span. */
    @Test
    void tracesAreWholeWhileTasksMove() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", TestSpout.trackedNumbers(Integer.MAX_VALUE), 2)
                .setNumTasks(2)
                .setMaxSpoutPending(50);
        builder.setBolt("relay", TestBolt.relay(), 2).setNumTasks(4).shuffleGrouping("spout");
        builder.setBolt("sink", TestBolt.of((bolt, tuple) -> bolt.collector.ack(tuple)), 2)
                .setNumTasks(4)
                .shuffleGrouping("relay");
        try (Engine engine = Engines.start(2)) {
            RunningTopology topology = Engines.submit(engine, builder, "eyewall.trace.every", 10);
            for (int round = 0; round < 6; round++) {
                int executors = 1 + round % 4;
                topology.rebalance(
                        Map.of("relay", executors, "sink", 5 - executors, "spout", 1 + round % 2),
                        Duration.ofSeconds(10));
            }
            long begun = topology.traces().report(ALL).begun();
            Engines.until("more begin", () -> topology.traces().report(ALL).begun() > begun);
            topology.deactivate();
            Engines.until("it is quiet", topology::isQuiet);

            assertThat(topology.traces().report(ALL).traces())
                    .isNotEmpty()
                    .allSatisfy(
                            trace -> {
                                assertThat(trace.outcome()).isEqualTo(TraceOutcome.ACKED);
                                assertThat(trace.spans()).hasSize(3);
                                assertThat(trace.isSettled()).isTrue();
                            });
        }
    }
}
