package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.control.ControlClient;
import io.eyewall.engine.RunningTopology;
import io.eyewall.server.app.AckedNumbers;
import io.eyewall.server.app.NumberFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers are killed; what they run goes on. */
@Tag("complete")
class ServerKillIT {
    private final Path temp;

    ServerKillIT(@TempDir Path temp) {
        this.temp = temp;
    }

    private Set<Long> acked() throws Exception {
        return NumberFile.read(temp.resolve("acked"));
    }

    private void submit(int port) throws Exception {
        Path jar = TestJars.of(temp, AckedNumbers.class, NumberFile.class);
        StormCommand.jar(temp, port, jar, AckedNumbers.class, "numbers", temp.toString()).ok();
        Await.until("acking", () -> acked().size() > 10);
    }

    @Test
    void theNextServerTakesOverTheSameProcess() throws Exception {
        Path state = temp.resolve("state");
        try (ServerFolder folder = new ServerFolder(state)) {
            try (ServerProcess first = ServerProcess.start(state, temp)) {
                submit(first.nimbusPort());
                assertThatThrownBy(() -> new ServerFolder(state).start())
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("in use by another server (process " + first.pid())
                        .hasMessageContaining("--state");
                first.kill();
            }
            long pid = folder.worker(0).pid();
            for (String signal : List.of("INT", "HUP", "TSTP")) { // a terminal sends them to all
                new ProcessBuilder("kill", "-s", signal, Long.toString(pid)).start().waitFor();
            }
            int before = acked().size();
            Await.until("going on without a server", () -> acked().size() > before + 100);

            try (EyewallServer second = folder.start()) {
                Await.until("ready", () -> second.notReady() == null);
                RunningTopology topology = second.nimbus().runningTopologies().get(0);
                assertThat(folder.worker(0).pid()).isEqualTo(pid);
                assertThat(topology.errors()).isEmpty();
                assertThat(topology.metrics().executors()).isNotEmpty();

                ProcessHandle.of(pid).orElseThrow().destroyForcibly();
                folder.worker(pid); // the second server starts it again
                int now = acked().size();
                Await.until("acking again", () -> acked().size() > now + 100);
                topology.kill(Duration.ZERO);
                Await.until("over", () -> second.nimbus().runningTopologies().isEmpty());
            }
            assertThat(NumberFile.read(temp.resolve("stored"))).containsAll(acked());
        }
    }

    @Test
    void whatIsToldWhileThereIsNoServerIsNotLost() throws Exception {
        Path state = temp.resolve("state");
        try (ServerFolder folder = new ServerFolder(state)) {
            try (ServerProcess first = ServerProcess.start(state, temp)) {
                submit(first.nimbusPort());
            }
            ProcessHandle worker = folder.worker(0);
            Path socket = Path.of(folder.topology().worker().orElseThrow().socket());
            ControlClient.connect(socket).topologies().get(0).deactivate();
            worker.destroyForcibly();
            Await.until("ended", () -> !worker.isAlive());

            try (EyewallServer second = folder.start()) {
                Await.until("ready", () -> second.notReady() == null);
                assertThat(second.nimbus().getTopologySummaries().get(0).get_status())
                        .isEqualTo("INACTIVE");
            }
            ProcessHandle next = folder.worker(worker.pid());
            Path nextSocket = Path.of(folder.topology().worker().orElseThrow().socket());
            ControlClient.connect(nextSocket).topologies().get(0).kill(Duration.ofHours(1));
            next.destroyForcibly(); // before its end, which would take an hour
            Await.until("ended", () -> !next.isAlive());

            try (EyewallServer third = folder.start()) {
                Await.until("over", () -> third.nimbus().runningTopologies().isEmpty());
                Await.until("removed", () -> folder.topologies().isEmpty());
            }
        }
    }
}
