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

    /** The time for tries is the server's, not that of a test, which stands still meanwhile. */
    @Test
    @Timeout(30)
    void givesUpThoughTheTestsClockStandsStill() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Generator.of(number -> List.of(number), "n").count(1).build());
        builder.setBolt(
                        "out",
                        new SinkBolt(
                                (task, tasks, conf) -> new Dead(),
                                new SinkOptions(1, Duration.ofSeconds(1), Duration.ofMillis(50))))
                .shuffleGrouping("in");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology())
                        .withStormTime()
                        .feeding("in")
                        .start()) {
            Object message = driver.spout("in").emit(1L);
            driver.runUntilIdle();
            assertThat(driver.failed()).containsExactly(message);
        }
    }
}
