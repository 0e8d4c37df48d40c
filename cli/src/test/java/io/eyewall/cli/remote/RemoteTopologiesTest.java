package io.eyewall.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.ControlFolder;
import io.eyewall.control.ControlPort;
import io.eyewall.control.RemoteTopology;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.testkit.fake.FakePlans;
import io.eyewall.testkit.fake.FakeTopology;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A process that hangs neither hides the others nor its own topologies. */
@NullUnmarked // fields are set by the framework
class RemoteTopologiesTest {
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean hangs;
    private Path folder;

    @BeforeEach
    void make() throws IOException {
        folder = Files.createTempDirectory(Path.of("/tmp"), "ew"); // names of sockets are short
    }

    @AfterEach
    void remove() throws IOException {
        Files.deleteIfExists(folder.resolve("lock"));
        Files.delete(folder);
    }

    private static RunningTopology topology(String name) {
        TopologyPlan plan = FakePlans.empty(name, name + "-1-2");
        return FakeTopology.answering(
                Map.of(
                        "plan", () -> plan,
                        "status", () -> TopologyStatus.ACTIVE,
                        "uptimeSecs", () -> 1,
                        "launchTimeSecs", () -> 1));
    }

    private List<RunningTopology> ofTheOther(RunningTopology topology) {
        try {
            if (hangs) {
                over.await(60, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return List.of(topology);
    }

    private static List<RemoteTopology> awaitTwo(RemoteTopologies topologies) {
        List<RemoteTopology> found = topologies.get();
        while (found.size() < 2) { // JUnit's limit ends it
            found = topologies.get();
        }
        return found;
    }

    @Test
    void ofAProcessThatHangsStandsWhatItSaidLast() throws Exception {
        ControlFolder sockets = new ControlFolder(folder);
        RunningTopology words = topology("words");
        RunningTopology joins = topology("joins");
        try (ControlPort one = ControlPort.open(sockets.socket(1), () -> List.of(words));
                ControlPort two = ControlPort.open(sockets.socket(2), () -> ofTheOther(joins))) {
            assertThat(List.of(one.socket(), two.socket())).doesNotHaveDuplicates();
            RemoteTopologies topologies =
                    new RemoteTopologies(new Processes(sockets, problem -> {}), null);
            List<RemoteTopology> before = awaitTwo(topologies);
            assertThat(before)
                    .extracting(RemoteTopology::name)
                    .containsExactlyInAnyOrder("words", "joins");
            hangs = true;
            for (int i = 0; i < 3; i++) {
                assertThat(topologies.get()).as("the same objects").isEqualTo(before);
            }
            over.countDown();
            hangs = false;
            assertThat(topologies.get()).isEqualTo(before);
        } finally {
            over.countDown();
        }
    }
}
