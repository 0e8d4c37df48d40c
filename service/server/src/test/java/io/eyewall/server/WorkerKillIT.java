package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.ControlClient;
import io.eyewall.control.ControlFolder;
import io.eyewall.control.HealthService;
import io.eyewall.control.health.Health;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.server.app.AckedNumbers;
import io.eyewall.server.app.NumberFile;
import io.eyewall.server.prometheus.MetricsFormat;
import io.eyewall.server.prometheus.MetricsPage;
import io.eyewall.server.prometheus.RequestMetrics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that run topologies die, and come back. */
class WorkerKillIT {
    private final Path temp;

    WorkerKillIT(@TempDir Path temp) {
        this.temp = temp;
    }

    private Set<Long> acked() throws Exception {
        return NumberFile.read(temp.resolve("acked"));
    }

    private void submit(EyewallServer server) throws Exception {
        submit(server, "-Xmx128m");
    }

    private void submit(EyewallServer server, String jvmOptions) throws Exception {
        Path jar = TestJars.of(temp, AckedNumbers.class, NumberFile.class);
        StormCommand.jar(
                        temp,
                        server.nimbusPort(),
                        jar,
                        AckedNumbers.class,
                        "numbers",
                        temp.toString(),
                        jvmOptions)
                .ok();
    }

    private static RunningTopology only(EyewallServer server) {
        return server.nimbus().runningTopologies().get(0);
    }

    /** As commands ask for it. */
    private static Health.Word health() throws Exception {
        long pid = ProcessHandle.current().pid();
        ControlClient server = ControlClient.connect(ControlFolder.ofUser().socket(pid));
        return HealthService.ask(server).get(0).health().word();
    }

    private static String errors(EyewallServer server) {
        List<String> texts = only(server).errors().stream().map(ErrorReport::stackTrace).toList();
        return String.join("\n", texts);
    }

    private static String metrics(EyewallServer server) {
        return new MetricsPage(server.nimbus()::runningTopologies, new RequestMetrics())
                .write(MetricsFormat.PROMETHEUS);
    }

    @Test
    void whatWasAckedIsStoredHoweverOftenTheProcessIsKilled() throws Exception {
        int kills = Boolean.getBoolean("eyewall.complete") ? 5 : 1;
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            submit(server);
            long pid = 0;
            for (int i = 0; i < kills; i++) {
                int before = acked().size();
                Await.until("acking", () -> acked().size() > before + 100);
                ProcessHandle worker = folder.worker(pid);
                pid = worker.pid();
                worker.destroyForcibly();
            }
            int before = acked().size();
            Await.until("acking again", () -> acked().size() > before + 100);

            assertThat(errors(server)).contains("process " + pid + " has ended, exit code 137");
            assertThat(metrics(server))
                    .contains("eyewall_topology_crashes_total{topology=\"numbers\"} " + kills);
            assertThat(health())
                    .as("its process itself knows nothing of that")
                    .isEqualTo(Health.Word.RESTARTING);
            RunningTopology topology = only(server);
            topology.kill(Duration.ZERO);
            assertThat(topology.await(Duration.ofSeconds(60))).isTrue();
            assertThat(NumberFile.read(temp.resolve("stored"))).containsAll(acked());
            Await.until("removed", () -> folder.topologies().isEmpty());
        }
    }

    @Test
    void whatIsOverHasTheExecutorsThatItHadLast() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            submit(server);
            RunningTopology topology = only(server);
            Await.until("active", () -> topology.status() == TopologyStatus.ACTIVE);
            int submitted = topology.plan().executors().size();

            topology.rebalance(Map.of("store", 1), Duration.ofSeconds(60));
            assertThat(topology.plan().executors()).hasSize(submitted - 1);
            topology.kill(Duration.ZERO);
            assertThat(topology.await(Duration.ofSeconds(60))).isTrue();

            assertThat(topology.plan().executors()).hasSize(submitted - 1);
        }
    }

    /** Who asks for the first time, at night, must not be told that all is well. */
    @Test
    @Tag("complete")
    void aStandstillIsKnownThoughNobodyHasAsked() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            submit(server);
            Await.until("acking", () -> acked().size() > 10);
            Await.until("reached", () -> health() == Health.Word.RUNNING);
            Files.writeString(temp.resolve("stay"), "");
            int acked = acked().size();
            Await.until("standing still", () -> acked().size() < acked + 50);
            Thread.sleep(20_000); // the server looks every five seconds, and waits for ten

            assertThat(health()).isEqualTo(Health.Word.STALLED);
            assertThat(metrics(server))
                    .contains("eyewall_topology_health{topology=\"numbers\",health=\"stalled\"} 1");

            Files.delete(temp.resolve("stay"));
            int before = acked().size();
            Await.until("acking again", () -> acked().size() > before + 10);
            Await.until("running", () -> health() == Health.Word.RUNNING);
        }
    }

    @Test
    @Tag("complete")
    void aCrashLoopBacksOffAndLogsRotate() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            submit(server);
            Await.until("acking", () -> acked().size() > 10);
            Files.writeString(temp.resolve("throw"), "");
            Await.until(
                    "crashed for the fourth time",
                    () -> errors(server).split("has ended, exit code 3", -1).length > 4);

            assertThat(errors(server)).contains("told to throw", "it is started again in 0.0 s");
            List<String> reasons =
                    only(server).errors().stream()
                            .map(ErrorReport::stackTrace)
                            .filter(text -> text.contains("exit code 3"))
                            .toList();
            assertThat(reasons.get(1)).endsWith("in 0.1 s");
            assertThat(reasons.get(2)).endsWith("in 0.2 s");
            assertThat(reasons.get(3)).endsWith("in 0.4 s");
            Path logs = folder.path().resolve("logs").resolve(only(server).plan().id());
            assertThat(Files.exists(logs.resolve("worker.log.1"))).isTrue();
            assertThat(Files.exists(logs.resolve("worker.log.3"))).isFalse();

            only(server).kill(Duration.ZERO); // with a process or without
            Await.until("over", () -> server.nimbus().runningTopologies().isEmpty());
        }
    }

    @Test
    @Tag("complete")
    void aJvmThatCannotStartSaysWhy() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            submit(server, "-XX:+NoSuchOption");
            Await.until("told", () -> errors(server).contains("exit code 1"));
            assertThat(errors(server)).contains("NoSuchOption");
            only(server).kill(Duration.ZERO);
            Await.until("over", () -> server.nimbus().runningTopologies().isEmpty());
        }
    }

    @Test
    @Tag("complete")
    void aProcessThatHangsIsKilledByForceAndHoldsUpNobody() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            submit(server);
            Await.until("acking", () -> acked().size() > 10);
            Await.until("reached", () -> health() == Health.Word.RUNNING);
            long pid = folder.worker(0).pid();
            new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start().waitFor();
            Await.until("known", () -> health() == Health.Word.STALLED);

            only(server).kill(Duration.ZERO);

            Await.until("over", () -> server.nimbus().runningTopologies().isEmpty());
            assertThat(ProcessHandle.of(pid)).isEmpty();
        }
    }
}
