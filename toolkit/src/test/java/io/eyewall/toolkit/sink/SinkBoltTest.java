package io.eyewall.toolkit.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.net.LineSink;
import io.eyewall.toolkit.punctuation.Punctuation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SinkBoltTest {
    /** Its server is never there. */
    private static final class Dead implements SinkWriter {
        @Override
        public void open() throws IOException {
            throw new IOException("nobody is there");
        }

        @Override
        public int write(List<Tuple> tuples) {
            throw new IllegalStateException("it was never open");
        }

        @Override
        public void close() {
            // It was never open.
        }
    }

    /** A table that has no rows this time. */
    @Test
    void aFileIsReplacedThoughNothingIsWritten(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("out"), "of yesterday");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Generator.of(number -> List.of(number), "n").count(0).build());
        Punctuation.follow(
                builder.setBolt(
                                "out",
                                LineSink.file(file, Encoder.field("n")).header("number").build())
                        .globalGrouping("in"),
                "in");
        Run.untilDrained(builder.createTopology(), "in");
        assertThat(file).hasContent("number\n");
    }

    private static TopologyTestDriver toNobody(Duration retryFor) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Generator.of(number -> List.of(number), "n").count(1).build());
        builder.setBolt(
                        "out",
                        new SinkBolt(
                                (task, tasks, conf) -> new Dead(),
                                new SinkOptions(1, Duration.ofSeconds(1), retryFor)))
                .shuffleGrouping("in");
        return TopologyTestDriver.of(builder.createTopology())
                .withStormTime()
                .feeding("in")
                .start();
    }

    /** However many tuples it costs. */
    @Test
    void aServerThatIsAwayIsReportedOnce() {
        try (TopologyTestDriver driver = toNobody(Duration.ofMillis(50))) {
            for (long i = 0; i < 4; i++) {
                driver.spout("in").emit(i);
                driver.runUntilIdle();
                driver.advance(Duration.ofMinutes(1));
            }
            assertThat(driver.failed()).hasSize(4);
            assertThat(driver.topology().errors()).hasSize(1);
        }
    }

    /** Not only until the next pause would be longer. */
    @Test
    void triesForAsLongAsItIsTold() {
        Duration retryFor = Duration.ofMillis(600); // tries at 0, 100, 300, and not only then
        try (TopologyTestDriver driver = toNobody(retryFor)) {
            driver.spout("in").emit(1L);
            long before = System.nanoTime();
            driver.runUntilIdle();
            assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(retryFor.toNanos());
            assertThat(driver.failed()).hasSize(1);
        }
    }

    /** The time for tries is the server's, not that of a test, which stands still meanwhile. */
    @Test
    @Timeout(30)
    void givesUpThoughTheTestsClockStandsStill() throws Exception {
        try (TopologyTestDriver driver = toNobody(Duration.ofMillis(50))) {
            Object message = driver.spout("in").emit(1L);
            driver.runUntilIdle();
            assertThat(driver.failed()).containsExactly(message);
        }
    }
}
