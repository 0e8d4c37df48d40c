package io.eyewall.toolkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.RunningTopology;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.file.TailSource;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.net.LineSink;
import io.eyewall.toolkit.operator.Keyed;
import io.eyewall.topology.snapshot.SnapshotReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With which state a topology begins: all, some of it, or a copy; and snapshots on order. */
@Timeout(120)
@NullUnmarked // JUnit sets the folder
class BeginningTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final LocalNimbus nimbus = new LocalNimbus(StormConf.localMode());

    @TempDir Path folder;

    @BeforeEach
    void createLog() throws Exception {
        Files.createFile(folder.resolve("log"));
    }

    @AfterEach
    void close() {
        nimbus.close();
    }

    /** Counts lines twice: in {@code count} and in a second component with state. */
    private StormTopology counts(String second, int tasks) {
        FlowBuilder flows = new FlowBuilder();
        flows.source(
                        "lines",
                        TailSource.of(folder.resolve("log"), "line").build(),
                        tuple -> tuple.getString(0))
                .keyBy(line -> 0)
                .running("count", 0L, (Long count, String line) -> count + 1)
                .keyBy(count -> 0)
                .tasks(tasks)
                .running(
                        second, "", (String all, Keyed<Integer, Long> count) -> all + count.value())
                .map("lines-out", all -> all.value())
                .to("file", LineSink.file(folder.resolve("out"), Encoder.field("value")).build());
        return flows.build();
    }

    private RunningTopology start(Map<String, Object> more, StormTopology topology)
            throws Exception {
        Map<String, Object> conf = new HashMap<>(more);
        conf.put(SnapshotSettings.DIR_KEY, folder.resolve("snapshots").toString());
        conf.put(SnapshotSettings.INTERVAL_KEY, 86_400_000); // none but those that are ordered
        return nimbus.start(
                "counts", conf, topology, new SubmitOptions(TopologyInitialStatus.ACTIVE));
    }

    private void append(int lines) throws Exception {
        Files.writeString(folder.resolve("log"), "x\n".repeat(lines), StandardOpenOption.APPEND);
    }

    private List<String> out() throws Exception {
        Path out = folder.resolve("out");
        return Files.exists(out) ? Files.readAllLines(out) : List.of();
    }

    private void awaitOut(int lines) throws Exception {
        Await.until(lines + " lines", () -> out().size() == lines);
    }

    private static void end(RunningTopology running) throws Exception {
        assertThat(running.failure()).isEmpty();
        running.kill(Duration.ZERO);
        assertThat(running.await(LIMIT)).isTrue();
    }

    @Test
    void takesSnapshotsOnOrderAndReportsThem() throws Exception {
        RunningTopology running = start(Map.of(), counts("all", 1));
        append(2);
        awaitOut(2);
        long first = running.takeSnapshot(null, LIMIT);
        SnapshotReport report = running.snapshots().orElseThrow();
        assertThat(report.number()).isEqualTo(first);
        assertThat(report.committed()).isEqualTo(first);
        assertThat(report.restored()).isZero();
        assertThat(Path.of(report.folder())).isDirectory();
        assertThat(report.bytes()).isPositive();
        assertThat(report.slowestTask()).isNotEmpty();
        assertThat(report.takingMs()).isEqualTo(-1);
        assertThat(report.failure()).isEmpty();
        assertThat(running.takeSnapshot(null, LIMIT)).isGreaterThan(first);
        end(running);
        assertThat(running.snapshots()).isEmpty();
    }

    @Test
    void dropsTheStateOfAComponentOncePerSubmission() throws Exception {
        RunningTopology running = start(Map.of(), counts("all", 1));
        append(2);
        awaitOut(2);
        running.takeSnapshot(null, LIMIT);
        end(running);

        RunningTopology next = start(Map.of(SnapshotSettings.DROP_KEY, "all"), counts("all", 1));
        append(1);
        awaitOut(3);
        assertThat(out()).containsExactly("1", "12", "3");
        next.takeSnapshot(null, LIMIT);
        end(next);

        RunningTopology renamed =
                start(Map.of(SnapshotSettings.DROP_KEY, List.of("all")), counts("other", 2));
        append(1);
        awaitOut(4);
        assertThat(out()).containsExactly("1", "12", "3", "4");
        renamed.takeSnapshot(null, LIMIT);
        end(renamed);
    }

    /** A process that died before the next snapshot was whole drops the state again. */
    @Test
    void beginsWithoutAllState() throws Exception {
        RunningTopology running = start(Map.of(), counts("all", 1));
        append(2);
        awaitOut(2);
        long number = running.takeSnapshot(null, LIMIT);
        end(running);

        for (int run = 1; run <= 2; run++) {
            RunningTopology next = start(Map.of(SnapshotSettings.DROP_KEY, "*"), counts("all", 1));
            assertThat(next.awaitStarted(LIMIT)).isTrue();
            assertThat(next.snapshots().orElseThrow().restored()).isZero();
            end(next);
        }
        assertThat(folder.resolve("snapshots/counts"))
                .isDirectoryContaining(
                        each -> each.getFileName().toString().startsWith("snapshots-before-"));
        RunningTopology last = start(Map.of(SnapshotSettings.DROP_KEY, "*"), counts("new", 3));
        append(1);
        Await.until("a line", () -> out().contains("1") && out().size() < 3);
        assertThat(last.takeSnapshot(null, LIMIT)).isGreaterThan(number);
        end(last);
    }

    @Test
    void beginsWithACopy() throws Exception {
        Path copy = folder.resolve("copy");
        RunningTopology running = start(Map.of(), counts("all", 1));
        append(2);
        awaitOut(2);
        long copied = running.takeSnapshot(copy, LIMIT);
        assertThatThrownBy(() -> running.takeSnapshot(copy, LIMIT))
                .hasMessageContaining("is not empty; give another one");
        running.takeSnapshot(null, LIMIT); // nothing was read since
        end(running);

        RunningTopology next =
                start(Map.of(SnapshotSettings.FROM_KEY, copy.toString()), counts("all", 1));
        assertThat(next.awaitStarted(LIMIT)).isTrue();
        assertThat(next.snapshots().orElseThrow().restored()).isEqualTo(copied);
        append(1);
        awaitOut(3);
        assertThat(out()).containsExactly("1", "12", "123");
        next.takeSnapshot(null, LIMIT);
        end(next);
        assertThat(folder.resolve("snapshots/counts"))
                .isDirectoryContaining(
                        each -> each.getFileName().toString().startsWith("snapshots-before-"));
    }

    /** A log that is followed: what was read after the copy would be missing. */
    @Test
    void doesNotGoBackBehindWhatASourceCantReadAgain() throws Exception {
        Path copy = folder.resolve("copy");
        RunningTopology running = start(Map.of(), counts("all", 1));
        append(2);
        awaitOut(2);
        running.takeSnapshot(copy, LIMIT);
        append(1);
        awaitOut(3);
        running.takeSnapshot(null, LIMIT);
        end(running);

        assertThatThrownBy(
                        () ->
                                start(
                                        Map.of(SnapshotSettings.FROM_KEY, copy.toString()),
                                        counts("all", 1)))
                .hasMessageContaining("the sources [lines] have read on since, up to");
        RunningTopology next =
                start(
                        Map.of(
                                SnapshotSettings.FROM_KEY,
                                copy.toString(),
                                SnapshotSettings.DROP_KEY,
                                "lines"),
                        counts("all", 1));
        assertThat(next.awaitStarted(LIMIT)).isTrue();
        end(next);
    }

    /** The folder of the topology's own snapshots is no copy of them. */
    @Test
    void doesNotTakeItsOwnSnapshotsForACopy() throws Exception {
        RunningTopology running = start(Map.of(), counts("all", 1));
        append(2);
        awaitOut(2);
        running.takeSnapshot(null, LIMIT);
        end(running);
        String own = folder.resolve("snapshots/counts/snapshots").toString();
        assertThatThrownBy(() -> start(Map.of(SnapshotSettings.FROM_KEY, own), counts("all", 1)))
                .hasMessageContaining("has the topology's own snapshots");

        RunningTopology next = start(Map.of(), counts("all", 1));
        append(1);
        awaitOut(3);
        assertThat(out()).containsExactly("1", "12", "123");
        end(next);
    }

    @Test
    void namesStateThatIsNotSavedAtAll() {
        assertThatThrownBy(
                        () ->
                                nimbus.start(
                                        "counts",
                                        Map.of(SnapshotSettings.DROP_KEY, "all"),
                                        counts("all", 1),
                                        new SubmitOptions(TopologyInitialStatus.ACTIVE)))
                .hasMessageContaining("eyewall.snapshot.drop is set")
                .hasMessageContaining("takes no snapshots");
    }

    @Test
    void namesACopyThatIsNone() {
        assertThatThrownBy(
                        () ->
                                start(
                                        Map.of(
                                                SnapshotSettings.FROM_KEY,
                                                folder.resolve("nothing").toString()),
                                        counts("all", 1)))
                .hasMessageContaining("there is no snapshot in " + folder.resolve("nothing"));
    }
}
