package io.eyewall.toolkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.RunningTopology;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.file.Compression;
import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.file.FileSource;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.net.LineSink;
import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.punctuation.Punctuation;
import io.eyewall.toolkit.state.SnapshotBolts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A source whose reader reads a file again: messages that always fail, and a file that changes. */
@Timeout(120)
@NullUnmarked // JUnit sets the folder
class RewindTest {
    private static final int LINES = 5_000;

    private final LocalNimbus nimbus = new LocalNimbus(StormConf.localMode());

    @TempDir Path folder;

    @BeforeEach
    void writeLines() throws Exception {
        Files.write(folder.resolve("in"), lines(LINES));
    }

    @AfterEach
    void close() {
        nimbus.close();
    }

    private static List<String> lines(int count) {
        return IntStream.range(0, count).mapToObj(String::valueOf).toList();
    }

    /** Fails every thousandth line whenever it comes. */
    private static final class FailsThousands extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            if (tuple.getString(0).endsWith("000")) {
                throw new FailedException("as the test wants it");
            }
            collector.emit(new Values(tuple.getString(0)));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("line"));
        }
    }

    private FileSource source() {
        return FileSource.of(folder.resolve("in"), FileFormat.lines("line", Compression.none()))
                .retryAfter(Duration.ofMillis(1));
    }

    private LineSink sink(String file, String field) {
        return LineSink.file(folder.resolve(file), Encoder.field(field));
    }

    private RunningTopology start(StormTopology topology) throws Exception {
        return nimbus.start(
                "rewind",
                Map.of(
                        SnapshotSettings.DIR_KEY,
                        folder.resolve("snapshots").toString(),
                        SnapshotSettings.INTERVAL_KEY,
                        20),
                topology,
                new SubmitOptions(TopologyInitialStatus.ACTIVE));
    }

    /** Each has its number of attempts, although it is another object each time. */
    @Test
    void givesUpMessagesThatAlwaysFail() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", source().maxAttempts(3).build());
        Punctuation.follow(
                builder.setBolt("fails", SnapshotBolts.of(new FailsThousands()))
                        .shuffleGrouping("in"),
                "in");
        Punctuation.follow(
                builder.setBolt("out", sink("out", "line").build()).shuffleGrouping("fails"),
                "fails");
        Punctuation.follow(
                builder.setBolt("dead", sink("dead", "record").build())
                        .shuffleGrouping("in", DeadLetters.STREAM),
                "in");
        RunningTopology running = start(builder.createTopology());
        Await.until("it is drained", () -> Run.isDrained(running));
        running.kill(Duration.ZERO);
        assertThat(running.await(Duration.ofSeconds(30))).isTrue();

        List<String> expected = new ArrayList<>(lines(LINES));
        List<String> failing = expected.stream().filter(line -> line.endsWith("000")).toList();
        expected.removeAll(failing);
        assertThat(Files.readAllLines(folder.resolve("out"))).isEqualTo(expected);
        assertThat(Files.readAllLines(folder.resolve("dead")))
                .isEqualTo(failing.stream().map(line -> List.of(line).toString()).toList());
    }

    @Test
    void refusesAFileThatHasBecomeShorter() throws Exception {
        RunningTopology running = start(slowCopy());
        Path out = folder.resolve("out");
        Await.until(
                "it goes on", () -> Files.exists(out) && Files.readAllLines(out).size() > 1_000);
        running.kill(Duration.ZERO);
        assertThat(running.await(Duration.ofSeconds(30))).isTrue();
        Files.write(folder.resolve("in"), lines(10));

        RunningTopology other = start(slowCopy());
        Await.until("it has failed", () -> other.failure().isPresent());
        assertThat(other.failure().orElseThrow().cause())
                .hasMessageContaining("in has 10 records, but is to be read from record")
                .hasMessageContaining("was it replaced?");
    }

    private StormTopology slowCopy() {
        FlowBuilder flows = new FlowBuilder();
        Input<String> line = tuple -> tuple.getString(0);
        flows.source("in", source().build(), line)
                .throttle("slow", 4_000)
                .to("out", sink("out", "value").build());
        return flows.build();
    }
}
