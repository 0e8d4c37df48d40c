package io.eyewall.engine.lifecycle;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.metrics.ExecutorMetrics;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A bolt with rare long calls: a timed call stands for others, but readers must not see more busy
 * time than has elapsed.
 */
class RareLongCallsTest {
    private static final String ALL_TIME = ":all-time";
    private static final int TUPLES = 4_000;

    private final SteppedCores engine = new SteppedCores(1);
    private final AtomicLong longCalls = new AtomicLong();

    @ParameterizedTest
    @CsvSource({"10, 500", "50, 400", "100, 2000", "400, 3000"})
    void reportsNoMoreTimeThanHasElapsed(int oneOf, int longMs) {
        Shared<SteppedCores> shared = Shared.of(engine);
        Shared<AtomicLong> calls = Shared.of(longCalls);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", TestSpout.trackedNumbers(TUPLES), 1);
        builder.setBolt(
                        "bolt",
                        TestBolt.of(
                                (bolt, tuple) -> {
                                    // at random, as by a hash: no period that samples might have
                                    int number = tuple.getInteger(0) * 0x9E3779B9;
                                    boolean isLong = Integer.remainderUnsigned(number, oneOf) == 0;
                                    calls.get().addAndGet(isLong ? 1 : 0);
                                    shared.get()
                                            .clock
                                            .advance(Duration.ofMillis(isLong ? longMs : 1));
                                    bolt.collector.ack(tuple);
                                }),
                        1)
                .shuffleGrouping("spout");
        long beginNs = engine.clock.nanoTime();
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        engine.drain();
        double elapsedNs = engine.clock.nanoTime() - beginNs;
        topology.feedMetrics();

        ExecutorMetrics bolt =
                topology.metrics().executors().stream()
                        .filter(each -> each.executor().componentId().equals("bolt"))
                        .findFirst()
                        .orElseThrow();
        assertThat(bolt.executed()).isEqualTo(TUPLES);
        assertThat(longCalls.get()).isPositive();
        double busy = bolt.usefulNs() / elapsedNs;
        assertThat(busy).as("part of the time, which is all").isBetween(0.5, 1.0);

        BoltStats stats = bolt.stats().get_specific().get_bolt();
        GlobalStreamId stream = new GlobalStreamId("spout", "default");
        double meanMs = allTime(stats.get_execute_ms_avg(), stream);
        long executed = allTime(stats.get_executed(), stream);
        double capacity = meanMs * executed * 1e6 / elapsedNs;
        assertThat(capacity).as("Storm's, of the same").isBetween(busy * 0.95, busy * 1.05);
    }

    private static <T> T allTime(
            Map<String, Map<GlobalStreamId, T>> windows, GlobalStreamId stream) {
        return requireNonNull(requireNonNull(windows.get(ALL_TIME)).get(stream));
    }
}
