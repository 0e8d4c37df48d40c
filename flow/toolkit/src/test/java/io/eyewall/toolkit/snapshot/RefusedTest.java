package io.eyewall.toolkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.generate.Generator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.topology.BasicBoltExecutor;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can't be exact is refused, with what is wrong and what to do. */
@Timeout(120)
@NullUnmarked // JUnit sets the folder
class RefusedTest {
    private final LocalNimbus nimbus = new LocalNimbus(StormConf.localMode());
    private final FlowBuilder flows = new FlowBuilder();

    @TempDir Path folder;

    @AfterEach
    void close() {
        nimbus.close();
    }

    private Flow<Long> numbers(long count) {
        return flows.source(
                "numbers",
                Generator.of(n -> List.of(n), "n").count(count).build(),
                tuple -> tuple.getLong(0));
    }

    private Map<String, Object> conf() {
        Map<String, Object> conf = new HashMap<>();
        conf.put(SnapshotSettings.DIR_KEY, folder.toString());
        conf.put(SnapshotSettings.INTERVAL_KEY, 20);
        return conf;
    }

    private RunningTopology start(Map<String, Object> conf, StormTopology topology)
            throws Exception {
        return nimbus.start(
                "refused", conf, topology, new SubmitOptions(TopologyInitialStatus.ACTIVE));
    }

    private String failure(Map<String, Object> conf) throws Exception {
        RunningTopology running = start(conf, flows.build());
        Await.until("it has failed", () -> running.failure().isPresent());
        TopologyFailure failure = running.failure().orElseThrow();
        return String.valueOf(failure.cause().getMessage());
    }

    /** Runs until there is a snapshot. */
    private void runInto(StormTopology topology) throws Exception {
        RunningTopology running = start(conf(), topology);
        Path snapshots = folder.resolve("refused/snapshots");
        Await.until(
                "there is a snapshot",
                () ->
                        Files.exists(snapshots.resolve("snapshot-2"))
                                || running.failure().isPresent());
        assertThat(running.failure()).isEmpty();
        running.kill(Duration.ZERO);
        assertThat(running.await(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void namesABoltThatKnowsNothingOfSnapshots() throws Exception {
        numbers(10).to("mine", new BasicBoltExecutor(new Collect("refused")));
        assertThat(failure(conf()))
                .contains(
                        "this topology can't take snapshots",
                        "'mine' can't, because it is no source, operator or sink of the toolkit",
                        "Without eyewall.snapshot.dir it runs without them");
    }

    /** As on a server, whose topologies take snapshots if they can. */
    @Test
    void runsWithoutSnapshotsIfItDidNotAskForThem() throws Exception {
        numbers(10).to("mine", new BasicBoltExecutor(new Collect("by default")));
        RunningTopology running =
                start(Map.of(SnapshotSettings.DEFAULT_DIR_KEY, folder.toString()), flows.build());
        Await.until(
                "all and the final marker have come", () -> Collect.of("by default").size() > 10);
        assertThat(running.failure()).isEmpty();
        assertThat(running.snapshots()).isEmpty();
        assertThatThrownBy(() -> running.takeSnapshot(null, Duration.ofSeconds(1)))
                .hasMessageContaining("'refused' takes no snapshots: this topology can't take")
                .hasMessageContaining("'mine' can't, because");
    }

    @Test
    void takesNoneWhereItSaysSo() throws Exception {
        numbers(10).forEach("end", number -> {});
        Map<String, Object> conf = conf();
        conf.put(SnapshotSettings.DIR_KEY, "none");
        conf.put(SnapshotSettings.DEFAULT_DIR_KEY, folder.toString());
        RunningTopology running = start(conf, flows.build());
        Await.until("it is drained", () -> Run.isDrained(running));
        assertThat(running.snapshots()).isEmpty();
        assertThatThrownBy(() -> running.takeSnapshot(null, Duration.ofSeconds(1)))
                .hasMessageContaining("takes no snapshots: eyewall.snapshot.dir is none");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void namesAnIntervalThatIsNone() throws Exception {
        numbers(10).forEach("end", number -> {});
        Map<String, Object> conf = conf();
        conf.put(SnapshotSettings.INTERVAL_KEY, 5);
        RunningTopology running;
        try {
            running = start(conf, flows.build());
        } catch (Exception e) {
            assertThat(e).hasMessageContaining("eyewall.snapshot.interval.ms");
            return;
        }
        Await.until("it has failed", () -> running.failure().isPresent());
        assertThat(running.failure().orElseThrow().cause())
                .hasMessageContaining("eyewall.snapshot.interval.ms is 5; expected");
    }

    @Test
    void namesATransactionalSinkWithoutSnapshots() throws Exception {
        numbers(10).to("sink", MemorySink.of("refused:"));
        assertThat(failure(Map.of()))
                .contains("sink 'sink' task", "a transactional sink needs snapshots");
    }

    /** Something that can't be serialized. */
    private static final class Unserializable {}

    @Test
    void namesTheClassOfAStateThatCantBeSaved() throws Exception {
        numbers(10)
                .keyBy(number -> number % 2)
                .running("sums", 0L, (Object sum, Long number) -> new Unserializable())
                .map("none", sum -> 1L)
                .forEach("end", number -> {});
        assertThat(failure(conf()))
                .contains("the state of sums[0] can't be saved", "Unserializable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"refused", "refused/snapshots/LOCK"})
    void endsIfItsFolderIsDeleted(String deleted) throws Exception {
        numbers(Long.MAX_VALUE).forEach("end", number -> {});
        RunningTopology running = start(conf(), flows.build());
        Path snapshots = folder.resolve("refused/snapshots");
        Await.until("a snapshot", () -> Files.exists(snapshots.resolve("snapshot-2")));
        Files.move(folder.resolve(deleted), folder.resolve("moved"));
        Await.until("it has failed", () -> running.failure().isPresent());
        assertThat(running.failure().orElseThrow().cause())
                .hasMessageContaining("was deleted or replaced while the topology was running");
    }

    @Test
    void namesWhatOfAnotherTopologyDiffers() throws Exception {
        numbers(Long.MAX_VALUE)
                .tasks(2)
                .filter("even", n -> n % 2 == 0)
                .forEach("end", number -> {});
        runInto(flows.build());

        FlowBuilder other = new FlowBuilder();
        other.source(
                        "numbers",
                        Generator.of(n -> List.of(n), "n").count(10).build(),
                        tuple -> tuple.getLong(0))
                .tasks(3)
                .filter("even", n -> n % 2 == 0)
                .forEach("other-end", number -> {});
        StormTopology otherTopology = other.build();
        assertThatThrownBy(() -> start(conf(), otherTopology))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining("is of another topology")
                .hasMessageContaining("component 'end' is gone")
                .hasMessageContaining("component 'even' had 2 tasks and now has 3")
                .hasMessageContaining("--drop-state COMPONENT");

        Map<String, Object> dropping = conf();
        dropping.put(SnapshotSettings.DROP_KEY, List.of("nothing"));
        assertThatThrownBy(() -> start(dropping, otherTopology))
                .hasMessageContaining(
                        "the state of 'nothing' can't be dropped: the topology has no such component;"
                                + " it has [even, numbers, numbers-values, other-end]");
    }
}
