package io.eyewall.toolkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.RunningTopology;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.net.LineSink;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A topology that ended in the middle goes on; one that had come to its end begins anew. */
@Timeout(120)
@NullUnmarked // JUnit sets the folder
class ContinuedTest {
    private static final int COUNT = 4_000;
    private static final LongAdder MADE = new LongAdder();

    private final LocalNimbus nimbus = new LocalNimbus(StormConf.localMode());

    @TempDir Path folder;

    @AfterEach
    void close() {
        nimbus.close();
    }

    private StormTopology sums() {
        FlowBuilder flows = new FlowBuilder();
        flows.source(
                        "numbers",
                        Generator.of(n -> List.of(n), "n").count(COUNT).perSecond(8_000).build(),
                        tuple -> tuple.getLong(0))
                .keyBy(number -> 0)
                .running("count", 0L, (Long count, Long number) -> count + 1)
                .map("lines", count -> line(count.value()))
                .to(
                        "file",
                        LineSink.file(folder.resolve("out"), Encoder.field("value"))
                                .header("count")
                                .build());
        return flows.build();
    }

    private static String line(long count) {
        MADE.increment();
        return String.valueOf(count);
    }

    private RunningTopology start(String fingerprint) throws Exception {
        return nimbus.start(
                "continued",
                Map.of(
                        SnapshotSettings.DIR_KEY,
                        folder.toString(),
                        SnapshotSettings.INTERVAL_KEY,
                        20,
                        SnapshotSettings.FINGERPRINT_KEY,
                        fingerprint),
                sums(),
                new SubmitOptions(TopologyInitialStatus.ACTIVE));
    }

    private List<String> lines() throws Exception {
        return Files.readAllLines(folder.resolve("out"));
    }

    private void end(RunningTopology running) throws Exception {
        assertThat(running.failure()).isEmpty();
        running.kill(Duration.ZERO);
        assertThat(running.await(Duration.ofSeconds(30))).isTrue();
    }

    private static void awaitDrained(RunningTopology running) throws Exception {
        Await.until("it is drained", () -> Run.isDrained(running));
    }

    private void runToTheEnd() throws Exception {
        RunningTopology running = start("a");
        awaitDrained(running);
        end(running);
        assertAllLines();
    }

    private void assertAllLines() throws Exception {
        assertThat(lines().get(0)).isEqualTo("count");
        assertThat(lines().stream().skip(1))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, COUNT).mapToObj(String::valueOf).toList());
    }

    /** The file is cut back to the snapshot: it has each line once. */
    @Test
    void goesOnAndThenBeginsAnew() throws Exception {
        for (int run = 1; run <= 2; run++) {
            long target = run * 500L;
            RunningTopology running = start("a");
            Await.until(
                    "it goes on",
                    () -> Files.exists(folder.resolve("out")) && lines().size() > target);
            end(running);
        }
        runToTheEnd();
        runToTheEnd();
    }

    /** It died when all was written, but before it had ended: nothing is left to do. */
    @Test
    void endsIfItDiedBetweenItsLastSnapshotAndItsEnd() throws Exception {
        RunningTopology running = start("a");
        awaitDrained(running);
        end(running);
        Files.delete(folder.resolve("continued/snapshots/END"));
        long madeBefore = MADE.sum();

        runToTheEnd();
        assertThat(MADE.sum()).isEqualTo(madeBefore);
        runToTheEnd();
        assertThat(MADE.sum()).isEqualTo(madeBefore + COUNT);
    }

    @Test
    void refusesTheSnapshotOfAnotherScript() throws Exception {
        RunningTopology running = start("a");
        Await.until(
                "it goes on", () -> Files.exists(folder.resolve("out")) && lines().size() > 300);
        end(running);

        assertThatThrownBy(() -> start("b")).hasMessageContaining("is of another script");
    }
}
