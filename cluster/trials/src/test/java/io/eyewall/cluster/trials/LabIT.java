package io.eyewall.cluster.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.examples.ElasticTopology;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabException;
import io.eyewall.lab.LabFolder;
import io.eyewall.lab.LabSettings;
import io.eyewall.lab.LabStatus;
import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.network.Namespaces;
import io.eyewall.lab.network.Rate;
import io.eyewall.lab.process.Mark;
import io.eyewall.lab.process.ProcessTable;
import io.eyewall.lab.process.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests labs with real clusters: killed processes come back, and nothing is left of a lab that was
 * taken down.
 */
@Tag("complete")
class LabIT {
    @TempDir private Path root = Path.of(""); // until JUnit sets it

    private LabFolder folder;

    @BeforeEach
    void name() throws LabException {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");
        folder = LabFolder.of(root.resolve("labs"), "it");
    }

    @AfterEach
    void takeDown() throws Exception {
        Lab.down(folder, false);
    }

    private Lab up(LabNetwork.Kind network, Optional<Rate> rate) throws Exception {
        LabSettings settings = TestLab.settings(network, rate);
        return Lab.up(folder, settings, TestLab.jars(root), false, System.err::println);
    }

    private void submit(Lab lab) throws Exception {
        Path jar = TestLab.examples(root);
        assertThat(lab.submit(jar, ElasticTopology.class.getName(), List.of("acked"))).isZero();
    }

    @Test
    void goesOnWhenAWorkerAndASupervisorAreKilled() throws Exception {
        Lab lab = up(LabNetwork.Kind.LOOPBACK, Optional.empty());
        assertThatThrownBy(() -> up(LabNetwork.Kind.LOOPBACK, Optional.empty()))
                .hasMessageContaining("already");
        submit(lab);
        LabStatus before =
                TestLab.await(
                        lab,
                        "acks from two workers",
                        status ->
                                TestLab.acked(status) > 0 && pids(status, Role.WORKER).size() == 2);
        assertThat(before.topologies().get(0).workers())
                .extracting(LabStatus.Worker::host)
                .containsExactlyInAnyOrder("host1", "host2");

        List<Long> worker = lab.kill("worker");
        List<Long> supervisor = lab.kill("host2:supervisor");
        assertThat(pids(before, Role.WORKER)).containsAll(worker);
        assertThat(pids(before, Role.SUPERVISOR)).containsAll(supervisor);
        lab.start("host2", Duration.ofMinutes(2), System.err::println);
        LabStatus again =
                TestLab.await(
                        lab,
                        "two workers, one of them new",
                        status ->
                                pids(status, Role.WORKER).size() == 2
                                        && !pids(status, Role.WORKER).containsAll(worker));
        long acked = TestLab.acked(again);
        TestLab.await(lab, "more acks", status -> TestLab.acked(status) > acked);

        List<String> printed = new ArrayList<>();
        lab.readOutput(printed::add);
        assertThat(lab.storm("list", List.of())).isZero();
        assertThat(printed).anyMatch(line -> line.matches("acked +ACTIVE .*"));
        assertThat(lab.execute("head", List.of("sh", "-c", "echo said; exit 3"))).isEqualTo(3);
        assertThat(printed).contains("said");

        Lab.Down down = Lab.down(folder, false).orElseThrow();
        assertThat(down.processes()).hasSizeGreaterThanOrEqualTo(8);
        TestLab.assertNothingIsLeft(folder, lab.state().id());
    }

    private static List<Long> pids(LabStatus status, Role role) {
        return status.processes().stream()
                .filter(process -> process.role() == role)
                .map(LabStatus.Running::pid)
                .toList();
    }

    @Test
    void namespacesHaveLinksWithRates() throws Exception {
        Optional<String> problem = Namespaces.problem();
        assumeTrue(problem.isEmpty(), () -> "no namespaces: " + problem.orElse(""));
        Lab lab = up(LabNetwork.Kind.NAMESPACES, Rate.parse("100mbit"));
        submit(lab);
        TestLab.await(lab, "acks", status -> TestLab.acked(status) > 0);
        lab.setRate("host1", Rate.parse("5mbit"));
        lab.setRate("host2", Optional.empty());

        LabStatus status = lab.status();
        assertThat(status.hosts())
                .extracting(LabStatus.Host::rate)
                .containsExactly(null, "5mbit", null);
        assertThat(lab.storm("kill", List.of("acked", "-w", "0"))).isZero();
        assertThatThrownBy(() -> lab.setRate("host3", Optional.empty()))
                .hasMessageContaining("host1, host2");
        lab.kill("host1");
        assertThat(pids(lab.status(), Role.SUPERVISOR)).hasSize(1);

        Lab.Down down = Lab.down(folder, false).orElseThrow();
        assertThat(down.networkParts()).hasSize(4);
        TestLab.assertNothingIsLeft(folder, lab.state().id());
    }

    /** The main class of a process that creates a lab, and that the test kills. */
    public static final class Up {
        private Up() {}

        public static void main(String[] args) throws Exception {
            Path root = Path.of(args[0]);
            LabNetwork.Kind network =
                    Namespaces.problem().isEmpty()
                            ? LabNetwork.Kind.NAMESPACES
                            : LabNetwork.Kind.LOOPBACK;
            Lab.up(
                    LabFolder.of(root.resolve("labs"), "it"),
                    TestLab.settings(network, Optional.empty()),
                    TestLab.jars(root),
                    false,
                    System.err::println);
        }
    }

    @Test
    void whatAKilledStartHasLeftIsTakenDown() throws Exception {
        Process up =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-Deyewall.repository=" + System.getProperty("eyewall.repository"),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Up.class.getName(),
                                root.toString())
                        .inheritIO()
                        .start();
        while (folder.state().isEmpty()
                || new ProcessTable(new Mark(folder.state().orElseThrow().id())).all().size() < 2) {
            assertThat(up.isAlive()).isTrue();
            Thread.sleep(5);
        }
        assertThatThrownBy(() -> Lab.down(folder, false)).hasMessageContaining("another command");
        String id = folder.id().orElseThrow();
        up.destroyForcibly().waitFor();
        assertThatThrownBy(() -> Lab.open(folder)).hasMessageContaining("lab down");

        Lab.Down down = Lab.down(folder, false).orElseThrow();

        assertThat(down.processes()).hasSizeGreaterThanOrEqualTo(2);
        TestLab.assertNothingIsLeft(folder, id);
    }
}
