package io.eyewall.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.storm.Config;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.windowing.TupleWindow;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windowed bolts follow the clock of {@link TopologyTestDriver}. */
class WindowTest {
    private static final Instant START = TestDriverBuilder.DEFAULT_START;

    /** Emits the content of each window, and its bounds in milliseconds since the start. */
    @NullUnmarked
    private static final class WindowBolt extends BaseWindowedBolt {
        private static final long serialVersionUID = 1L;
        private transient OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            this.collector = output;
        }

        @Override
        public void execute(TupleWindow window) {
            List<Object> numbers = window.get().stream().map(tuple -> tuple.getValue(0)).toList();
            collector.emit(
                    new Values(
                            numbers,
                            sinceStart(window.getStartTimestamp()),
                            sinceStart(window.getEndTimestamp())));
        }

        private static Long sinceStart(Long ms) {
            return ms == null ? null : (Long) (ms - START.toEpochMilli());
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("numbers", "start", "end"));
        }
    }

    private static final class FailingBolt extends BaseWindowedBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(TupleWindow window) {
            throw new IllegalStateException("can't sum " + window.get().size());
        }
    }

    private static TestDriverBuilder windowed(BaseWindowedBolt bolt) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new ScriptedSpout((out, spout) -> {}, "number", "ms"));
        builder.setBolt("window", bolt).shuffleGrouping("numbers");
        builder.setBolt("late", new ScriptedBolt((tuple, out, self) -> out.ack(tuple)))
                .shuffleGrouping("window");
        return TopologyTestDriver.of(builder.createTopology()).feeding("numbers");
    }

    private static void emit(TopologyTestDriver driver, int number) {
        driver.spout("numbers").emit(number, driver.now().toEpochMilli());
        driver.runUntilIdle();
    }

    private static List<Object> numbers(TopologyTestDriver driver) {
        return driver.values("window").stream().map(values -> values.get(0)).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void tumblingByTime(int cores) {
        BaseWindowedBolt bolt =
                new WindowBolt().withTumblingWindow(BaseWindowedBolt.Duration.seconds(10));
        try (TopologyTestDriver driver = windowed(bolt).withCores(cores, 7).start()) {
            emit(driver, 1);
            driver.advance(Duration.ofMillis(9_999));
            emit(driver, 2);
            assertThat(driver.values("window")).isEmpty();
            driver.advance(Duration.ofMillis(1));
            emit(driver, 3); // in the next window, which starts now
            assertThat(driver.values("window"))
                    .containsExactly(List.of(List.of(1, 2), -1L, 9_999L));
            assertThat(driver.emitted("window").get(0).time()).isEqualTo(START.plusSeconds(10));
            assertThat(driver.emitted("window").get(0).messageIds()).containsExactly(1L, 2L);
            assertThat(driver.acked()).isEmpty();
            driver.advance(Duration.ofSeconds(10));
            assertThat(numbers(driver)).containsExactly(List.of(1, 2), List.of(3));
            assertThat(driver.acked()).as("expired from the window").containsExactly(1L, 2L);
        }
    }

    @Test
    void slidingByTime() {
        BaseWindowedBolt bolt =
                new WindowBolt()
                        .withWindow(
                                BaseWindowedBolt.Duration.seconds(10),
                                BaseWindowedBolt.Duration.seconds(5));
        try (TopologyTestDriver driver = windowed(bolt).start()) {
            for (int second = 0; second < 20; second++) {
                emit(driver, second);
                driver.advance(Duration.ofSeconds(1));
            }
            assertThat(numbers(driver))
                    .containsExactly(range(0, 5), range(0, 10), range(5, 15), range(10, 20));
        }
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    @Test
    void slidingByCountOverATime() {
        BaseWindowedBolt bolt =
                new WindowBolt()
                        .withWindow(
                                BaseWindowedBolt.Duration.seconds(10),
                                new BaseWindowedBolt.Count(2));
        try (TopologyTestDriver driver = windowed(bolt).start()) {
            for (int number = 0; number < 6; number++) {
                emit(driver, number);
                driver.advance(Duration.ofSeconds(6));
            }
            assertThat(numbers(driver))
                    .containsExactly(List.of(0, 1), List.of(2, 3), List.of(4, 5));
        }
    }

    @Test
    void tumblingByCountUsesVirtualTime() {
        BaseWindowedBolt bolt = new WindowBolt().withTumblingWindow(new BaseWindowedBolt.Count(2));
        try (TopologyTestDriver driver = windowed(bolt).start()) {
            emit(driver, 1);
            driver.advance(Duration.ofSeconds(3));
            emit(driver, 2);
            assertThat(driver.emitted("window"))
                    .singleElement()
                    .satisfies(
                            tuple -> {
                                assertThat(tuple.value(0)).isEqualTo(List.of(1, 2));
                                assertThat(tuple.value(2)).isEqualTo(3_000L);
                            });
        }
    }

    /** With more than 100 tuples Storm searches for expired ones before the first window. */
    @Test
    void expiresNothingBeforeItsVirtualTime() {
        BaseWindowedBolt bolt =
                new WindowBolt()
                        .withWindow(
                                BaseWindowedBolt.Duration.seconds(5),
                                BaseWindowedBolt.Duration.seconds(10));
        try (TopologyTestDriver driver = windowed(bolt).start()) {
            for (int number = 0; number < 150; number++) {
                emit(driver, number);
            }
            driver.advance(Duration.ofSeconds(6));
            assertThat(driver.acked()).isEmpty();
            for (int number = 150; number < 300; number++) {
                emit(driver, number);
            }
            assertThat(driver.acked()).as("older than 5 s").hasSize(150);
            driver.advance(Duration.ofSeconds(4));
            assertThat(numbers(driver)).containsExactly(range(150, 300));
        }
    }

    @Test
    void watermarksFollowVirtualTime() {
        BaseWindowedBolt bolt =
                new WindowBolt()
                        .withTumblingWindow(BaseWindowedBolt.Duration.seconds(10))
                        .withTimestampField("ms")
                        .withLag(BaseWindowedBolt.Duration.seconds(1))
                        .withLateTupleStream("late");
        try (TopologyTestDriver driver =
                windowed(bolt)
                        .withConf(Config.TOPOLOGY_BOLTS_WATERMARK_EVENT_INTERVAL_MS, 2_000)
                        .start()) {
            long ms = START.toEpochMilli();
            SpoutFeed numbers = driver.spout("numbers");
            numbers.emit(1, ms + 4_000);
            numbers.emit(2, ms + 14_000); // watermark: 13 s
            driver.advance(Duration.ofMillis(1_999));
            assertThat(driver.values("window")).isEmpty();
            driver.advance(Duration.ofMillis(1));
            assertThat(driver.values("window", "default"))
                    .containsExactly(List.of(List.of(1), 0L, 10_000L));
            Object late = numbers.emit(3, ms + 5_000);
            driver.runUntilIdle();
            assertThat(driver.emitted("window", "late"))
                    .singleElement()
                    .satisfies(
                            tuple ->
                                    assertThat(((Tuple) tuple.value(0)).getInteger(0))
                                            .isEqualTo(3));
            assertThat(driver.acked()).contains(late);
        }
    }

    @Test
    void failsTheTopologyWhenAWindowThrows() {
        BaseWindowedBolt bolt =
                new FailingBolt().withTumblingWindow(BaseWindowedBolt.Duration.seconds(10));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new ScriptedSpout((out, spout) -> {}, "number", "ms"));
        builder.setBolt("window", bolt).shuffleGrouping("numbers");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feedingAllSpouts().start()) {
            emit(driver, 1);
            assertThatThrownBy(() -> driver.advance(Duration.ofSeconds(10)))
                    .isInstanceOf(TopologyFailedException.class)
                    .hasMessageContaining("component 'window'")
                    .hasRootCauseMessage("can't sum 1");
        }
    }
}
