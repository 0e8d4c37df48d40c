package io.eyewall.toolkit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Counted;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.file.Compression;
import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.file.FileSource;
import io.eyewall.toolkit.file.TailSource;
import io.eyewall.toolkit.net.HttpSource;
import io.eyewall.toolkit.net.LineSource;
import io.eyewall.toolkit.progress.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceSpoutTest {
    /**
     * A reader of which every seventh call fails, including close. After each connection it reads
     * all messages that are not done again.
     */
    private static final class Broken implements SourceReader {
        private static final int END = 20;
        private final List<Long> undone =
                new ArrayList<>(LongStream.range(0, END).boxed().toList());
        private int calls;
        private boolean connected;
        private boolean asked;

        private void perhapsFail(String call) throws IOException {
            if (++calls % 7 == 0) {
                throw new IOException(call + " fails");
            }
        }

        @Override
        public void open() throws IOException {
            perhapsFail("open");
            connected = true;
        }

        @Override
        public List<Incoming> poll() throws IOException {
            assertThat(connected).isTrue();
            perhapsFail("poll");
            List<Incoming> messages = new ArrayList<>();
            for (long number : undone) {
                messages.add(new Message(new Position("broken", number, calls), number));
            }
            return messages;
        }

        @Override
        public void done(Incoming message) {
            assertThat(undone.remove((Object) message.position().offset())).isTrue();
        }

        @Override
        public void commit() throws IOException {
            perhapsFail("commit");
        }

        @Override
        public boolean ended() {
            if (!asked) {
                asked = true;
                throw new IllegalStateException("ended fails");
            }
            return undone.isEmpty();
        }

        @Override
        public void close() {
            connected = false;
            throw new IllegalStateException("close fails");
        }
    }

    private record Message(Position position, long number) implements Incoming {
        @Override
        public List<Object> values() {
            return List.of(number);
        }

        @Override
        public String text() {
            return String.valueOf(number);
        }
    }

    @Test
    void emitsEveryMessageOnceDespiteBrokenConnections() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "in",
                new SourceSpout(
                        (task, tasks, conf) -> new Broken(),
                        new Fields("number"),
                        new SourceOptions(
                                10,
                                Integer.MAX_VALUE,
                                Duration.ofMillis(1),
                                Duration.ofMillis(1),
                                false,
                                false,
                                null,
                                null)));
        builder.setBolt("out", new Collect("broken")).shuffleGrouping("in");
        Run.untilDrained(builder.createTopology(), "in");
        assertThat(Collect.firstsOf("broken"))
                .map(Long.class::cast)
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 20).boxed().toList());
    }

    /** An exactly-once sink would mistake messages of a second process for those of the first. */
    @Test
    void rejectsWithPositionForReusedPositions() {
        List<SourceBuilder<?>> sources =
                List.of(
                        LineSource.tcp("localhost", 7),
                        LineSource.standardInput(),
                        HttpSource.onPort(8),
                        FileSource.standardInput(FileFormat.lines("line", Compression.none())));
        for (SourceBuilder<?> source : sources) {
            assertThatThrownBy(source::withPosition)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("withPosition()", "repeated", "Kafka");
        }
        FileSource.of(Path.of("some.txt"), FileFormat.lines("line", Compression.none()))
                .withPosition();
        TailSource.of(Path.of("some.log"), "line").withPosition();
    }

    /** The record stands for four: it goes as one dead letter. */
    @Test
    void countsTheRecordsThatASuperfluousQuoteJoins(@TempDir Path folder) throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("parts.csv"),
                        """
                        id,name
                        1,bolt
                        2,"5 inch nail
                        3,nut
                        4,washer
                        5,"6 inch"
                        6,pin
                        """);
        FileFormat csv = FileFormat.csv(Compression.none(), "id", "name");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(collect(FileSource.of(file, csv).build(), "quote"))
                        .withConf(Counted.CONF)
                        .start()) {
            driver.advance(Duration.ofSeconds(1));
            assertThat(Collect.firstsOf("quote")).containsExactly("1", "6");
            assertThat(driver.values("in", DeadLetters.STREAM)).hasSize(1);
            assertThat(Counted.of("dead-letters")).isEqualTo(4);
        }
    }

    @Test
    void countsTheGapsOfALog(@TempDir Path folder) throws Exception {
        Path log = Files.writeString(folder.resolve("log"), "one\ntwo\nhalf");
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(collect(TailSource.of(log, "line").build(), "gap"))
                        .withConf(Counted.CONF)
                        .withStormTime()
                        .start()) {
            driver.advance(Duration.ofSeconds(1));
            assertThat(Counted.of("gaps")).isZero();
            Files.writeString(log, "three\n"); // and the half is gone
            driver.advance(Duration.ofSeconds(1));
            assertThat(Collect.firstsOf("gap")).containsExactly("one", "two", "three");
            assertThat(Counted.of("gaps")).isEqualTo(1);
        }
    }

    private static StormTopology collect(SourceSpout source, String name) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", source);
        builder.setBolt("out", new Collect(name)).shuffleGrouping("in");
        return builder.createTopology();
    }
}
