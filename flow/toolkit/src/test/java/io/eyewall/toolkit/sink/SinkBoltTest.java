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
    /** A writer whose server can never be reached. */
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
            // The writer was never open.
        }
    }

    /** A file must not keep the rows of an earlier run if there are none this time. */
    @Test
    void replacesAFileEvenIfNothingIsWritten(@TempDir Path folder) throws Exception {
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

    /** The error is reported once, however many tuples fail. */
    @Test
    void reportsAnUnreachableServerOnce() {
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

    /** The last attempt comes at the limit, not before a pause that would exceed it. */
    @Test
    void retriesUntilTheLimit() {
        Duration retryFor = Duration.ofMillis(600); // attempts at 0, 100, 300 and 600 ms
        try (TopologyTestDriver driver = toNobody(retryFor)) {
            driver.spout("in").emit(1L);
            long before = System.nanoTime();
            driver.runUntilIdle();
            assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(retryFor.toNanos());
            assertThat(driver.failed()).hasSize(1);
        }
    }

    /**
     * The limit is measured in real time, not in the virtual time of the test, which stands still.
     */
    @Test
    @Timeout(30)
    void givesUpWhileTheVirtualClockStandsStill() throws Exception {
        try (TopologyTestDriver driver = toNobody(Duration.ofMillis(50))) {
            Object message = driver.spout("in").emit(1L);
            driver.runUntilIdle();
            assertThat(driver.failed()).containsExactly(message);
        }
    }
}
