package io.eyewall.toolkit.time;

import static io.eyewall.toolkit.time.TimedOperator.IN;
import static io.eyewall.toolkit.time.TimedOperator.OPERATOR;
import static io.eyewall.toolkit.time.TimedOperator.OTHER;
import static io.eyewall.toolkit.time.TimedOperator.SET_AT_SEC;
import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.TestDriverBuilder;
import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.NumberSpout;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.region.Batch;
import io.eyewall.toolkit.region.InOrderBolt;
import io.eyewall.toolkit.source.EventTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.storm.topology.TopologyBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that operators do the same, second by second, whether or not the wall clock is set
 * meanwhile. The message timeout is 30 s, so everything that waits for two or three timeouts is due
 * within the test.
 */
class WallClockTest {
    private static final int SECONDS = 220;

    private static Stream<Arguments> allAndAnHour() {
        return Stream.of(TimedOperator.values())
                .flatMap(
                        kind ->
                                Stream.of(-1, 1)
                                        .map(hours -> Arguments.of(kind, Duration.ofHours(hours))));
    }

    @ParameterizedTest
    @MethodSource("allAndAnHour")
    void ignoresChangesOfTheWallClockInOperators(TimedOperator kind, Duration by) {
        List<String> asEver = run(kind, Duration.ZERO);
        assertThat(asEver.get(SECONDS - 1))
                .as("something is still to happen when the clock is set")
                .isNotEqualTo(asEver.get(SET_AT_SEC));

        assertThat(run(kind, by)).isEqualTo(asEver);
    }

    private static List<String> run(TimedOperator kind, Duration by) {
        FlowBuilder flows = new FlowBuilder();
        Input<Integer> number = tuple -> tuple.getInteger(0);
        kind.connect(
                flows.source(IN, new NumberSpout(3, 0), number),
                flows.source(OTHER, new NumberSpout(0, 0), number));
        return run(
                TopologyTestDriver.of(flows.build()).feeding(kind.fed().toArray(String[]::new)),
                kind::feed,
                by);
    }

    private interface Feed {
        void feed(TopologyTestDriver driver, int second);
    }

    /**
     * Returns what has happened by each second: tuples that the operator has emitted, acks,
     * failures.
     */
    private static List<String> run(TestDriverBuilder builder, Feed feed, Duration by) {
        AtomicReference<TopologyTestDriver> running = new AtomicReference<>();
        try (SteppedClocks clocks = new SteppedClocks(() -> nowMs(running.get()));
                TopologyTestDriver driver = builder.start()) {
            running.set(driver);
            List<String> seconds = new ArrayList<>();
            for (int second = 0; second < SECONDS; second++) {
                if (second == SET_AT_SEC) {
                    clocks.setWallClock(by);
                }
                feed.feed(driver, second);
                driver.advance(Duration.ofSeconds(1));
                seconds.add(
                        driver.values(OPERATOR).size()
                                + " emitted, "
                                + driver.acked().size()
                                + " acked, "
                                + driver.failed().size()
                                + " failed");
            }
            return seconds;
        }
    }

    private static long nowMs(@Nullable TopologyTestDriver driver) {
        return driver == null
                ? TestDriverBuilder.DEFAULT_START.toEpochMilli()
                : driver.now().toEpochMilli();
    }

    @ParameterizedTest
    @MethodSource("anHour")
    void givesUpMissingNumbersInTime(Duration by) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(IN, new NumberSpout(0, 0));
        builder.setBolt(OPERATOR, new InOrderBolt<Integer>()).globalGrouping(IN);
        Feed feed =
                (driver, second) -> {
                    if (second > 0 && second < SET_AT_SEC) {
                        driver.feed(IN, "default", new Batch<>(2L * second, List.of(second)));
                    }
                };

        List<String> asEver = run(driver(builder), feed, Duration.ZERO);

        assertThat(asEver.get(SET_AT_SEC)).startsWith("0 emitted");
        assertThat(asEver.get(SECONDS - 1)).startsWith("11 emitted");
        assertThat(run(driver(builder), feed, by)).isEqualTo(asEver);
    }

    @ParameterizedTest
    @MethodSource("anHour")
    void continuesMarkersOfProcessingTime(Duration by) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                OPERATOR,
                Generator.of(n -> List.of(n), "n")
                        .count(0)
                        .eventTime(EventTime.clock((values, nowMs) -> values))
                        .build());
        Feed none = (driver, second) -> {};

        List<String> asEver =
                run(TopologyTestDriver.of(builder.createTopology()), none, Duration.ZERO);

        assertThat(asEver.get(SECONDS - 1)).isNotEqualTo(asEver.get(SET_AT_SEC));
        assertThat(run(TopologyTestDriver.of(builder.createTopology()), none, by))
                .isEqualTo(asEver);
    }

    private static TestDriverBuilder driver(TopologyBuilder builder) {
        return TopologyTestDriver.of(builder.createTopology()).feeding(IN);
    }

    private static Stream<Duration> anHour() {
        return Stream.of(Duration.ofHours(-1), Duration.ofHours(1));
    }
}
