package io.eyewall.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.control.ControlFolder;
import io.eyewall.control.ControlPort;
import io.eyewall.engine.RunningTopology;
import io.eyewall.testkit.fake.FakePlans;
import io.eyewall.testkit.fake.FakeTopology;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@NullUnmarked // fields are set by the framework
class ProcessesTest {
    private final List<String> problems = new ArrayList<>();
    private Path folder;
    private Processes processes;

    @BeforeEach
    void make() throws IOException {
        folder = Files.createTempDirectory(Path.of("/tmp"), "ew"); // names of sockets are short
        processes = new Processes(new ControlFolder(folder), problems::add);
    }

    @AfterEach
    void remove() throws IOException {
        Files.deleteIfExists(folder.resolve("lock"));
        Files.delete(folder);
    }

    @Test
    void nobodyIsAnsweredWithWhatToDo() {
        assertThatThrownBy(() -> processes.connectOne(null))
                .isInstanceOf(NobodyException.class)
                .hasMessageContainingAll("no 'eyewall run'", folder.toString(), "start one");
        assertThatThrownBy(() -> processes.connectOne(7L))
                .hasMessageContainingAll("process 7", "[]");
        assertThatThrownBy(() -> processes.topology("words", null))
                .hasMessageContainingAll("no 'eyewall run'", "start one");
    }

    @Test
    void ofSeveralOneHasToBeNamed() throws Exception {
        ControlFolder sockets = new ControlFolder(folder);
        try (ControlPort one = ControlPort.open(sockets.socket(1), List::of);
                ControlPort two = ControlPort.open(sockets.socket(2), List::of)) {
            assertThat(processes.connectAll()).hasSize(2);
            assertThat(processes.connectOne(2L).socket()).isEqualTo(two.socket());
            assertThatThrownBy(() -> processes.connectOne(null))
                    .hasMessage("several processes run topologies; choose one: [1, 2]");
            assertThatThrownBy(() -> processes.connectOne(3L))
                    .hasMessageContaining("expected [1, 2]");
            assertThat(processes.connectTo("2", null).socket()).isEqualTo(two.socket());
            assertThat(processes.connectTo(null, 1L).socket()).isEqualTo(one.socket());
            assertThatThrownBy(() -> processes.connectTo("words", null))
                    .isInstanceOf(NobodyException.class);
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void aTopologyBetweenTwoProcessesIsLookedForAgain() throws Exception {
        TopologyPlan plan = FakePlans.empty("words", "words-1-2");
        RunningTopology words = FakeTopology.answering(Map.of("plan", () -> plan));
        AtomicInteger asked = new AtomicInteger();
        try (ControlPort port =
                ControlPort.open(
                        new ControlFolder(folder).socket(1),
                        () -> asked.incrementAndGet() < 3 ? List.of() : List.of(words))) {
            assertThat(port.socket()).exists();
            assertThat(processes.topologies(Set.of())).isEmpty();
            assertThat(processes.topologies(Set.of("words-1-2"))).hasSize(1);
            assertThat(processes.topologies(Set.of("words-1-2", "over-3-4"))).hasSize(1);
        }
    }

    @Test
    void aTopologyIsFoundByWhatIsPrintedOfItsName() throws Exception {
        TopologyPlan tab = FakePlans.empty("two\twords", "two\twords-1-2");
        TopologyPlan blank = FakePlans.empty("two words", "two words-2-2");
        RunningTopology first = FakeTopology.answering(Map.of("plan", () -> tab));
        RunningTopology second = FakeTopology.answering(Map.of("plan", () -> blank));
        List<RunningTopology> running = new ArrayList<>(List.of(first));
        try (ControlPort port =
                ControlPort.open(new ControlFolder(folder).socket(1), () -> running)) {
            assertThat(port.socket()).exists();
            assertThat(processes.topology("two words", null).topology().id())
                    .isEqualTo("two\twords-1-2");
            assertThat(processes.topology("two words-1-2", null).topology().name())
                    .isEqualTo("two\twords");
            assertThatThrownBy(() -> processes.topology("words", null))
                    .hasMessageContaining("there are [two words]");
            running.add(second);
            assertThat(processes.topology("two words", null).topology().id())
                    .as("what is so called exactly comes first")
                    .isEqualTo("two words-2-2");
        }
    }
}
