package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.server.app.AckedNumbers;
import io.eyewall.server.app.NumberFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Storm's own command, unchanged, class by class, against a server. */
class StormClientsIT {
    private final Path temp;

    StormClientsIT(@TempDir Path temp) {
        this.temp = temp;
    }

    private static String get(EyewallServer server, String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server.webAddress() + path)).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void submitsListsAndKills() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            Path jar = TestJars.of(temp, AckedNumbers.class, NumberFile.class);
            int port = server.nimbusPort();

            StormCommand.jar(temp, port, jar, AckedNumbers.class, "numbers", temp.toString()).ok();
            Await.until("ready", () -> server.notReady() == null);
            Await.until("acking", () -> NumberFile.read(temp.resolve("acked")).size() > 10);

            assertThat(StormCommand.run(temp, port, "ListTopologies").ok())
                    .containsPattern("numbers +ACTIVE +");
            assertThat(get(server, "/api/v1/topology/summary"))
                    .contains("\"name\":\"numbers\"", "\"status\":\"ACTIVE\"");
            assertThat(get(server, "/metrics"))
                    .contains("eyewall_topology_status{topology=\"numbers\",status=\"ACTIVE\"} 1");
            assertThat(get(server, "/readyz")).isEqualTo("ready\n");
            StormCommand again =
                    StormCommand.jar(
                            temp, port, jar, AckedNumbers.class, "numbers", temp.toString());
            assertThat(again.code()).isNotZero();
            assertThat(again.out()).contains("already exists");

            StormCommand.run(temp, port, "KillTopology", "numbers", "-w", "0").ok();
            Await.until("over", () -> server.nimbus().runningTopologies().isEmpty());
            Await.until("removed", () -> folder.topologies().isEmpty());
        }
    }

    @Test
    @Tag("complete")
    void steersTopologiesAndBlobs() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            Path jar = TestJars.of(temp, AckedNumbers.class);
            Path library = TestJars.of(temp, NumberFile.class);
            int port = server.nimbusPort();
            StormCommand.jarWith(
                            temp,
                            port,
                            jar,
                            library,
                            AckedNumbers.class,
                            "numbers",
                            temp.toString())
                    .ok();
            Await.until("acking", () -> NumberFile.read(temp.resolve("acked")).size() > 10);

            StormCommand.run(temp, port, "Deactivate", "numbers").ok();
            assertThat(StormCommand.run(temp, port, "ListTopologies").ok()).contains("INACTIVE");
            assertThat(folder.topology().orders().active()).isFalse();
            StormCommand.run(temp, port, "Activate", "numbers").ok();
            assertThat(folder.topology().orders().active()).isTrue();

            StormCommand.run(temp, port, "Rebalance", "numbers", "-w", "0", "-e", "store=4").ok();
            assertThat(folder.topology().orders().executors()).isEqualTo(Map.of("store", 4));
            assertThat(
                            StormCommand.run(temp, port, "Rebalance", "numbers", "-e", "nobody=4")
                                    .code())
                    .isNotZero();

            StormCommand.run(temp, port, "UploadCredentials", "numbers", "key", "secret").ok();
            assertThat(folder.topology().credentials()).isEqualTo(Map.of("key", "secret"));
            StormCommand.run(temp, port, "SetLogLevel", "numbers", "-l", "some.logger=DEBUG:600")
                    .ok();
            String id = folder.topology().submission().id();
            assertThat(server.nimbus().getLogConfig(id).get_named_logger_level())
                    .containsKey("some.logger");
            assertThat(StormCommand.run(temp, port, "Monitor", "numbers").ok())
                    .contains("Available components for numbers", "store");

            long before = folder.worker(0).pid();
            ProcessHandle.of(before).orElseThrow().destroyForcibly();
            Await.until(
                    "told",
                    () ->
                            StormCommand.run(temp, port, "GetErrors", "numbers")
                                    .ok()
                                    .contains("137"));
            folder.worker(before);
            Await.until(
                    "four executors again",
                    () ->
                            server.nimbus().getTopologyInfo(id).get_executors().stream()
                                            .filter(e -> e.get_component_id().equals("store"))
                                            .count()
                                    == 4);

            Path blob = Files.writeString(temp.resolve("blob.txt"), "what is in it\n");
            StormCommand.run(temp, port, "Blobstore", "create", "-f", blob.toString(), "a-blob")
                    .ok();
            assertThat(StormCommand.run(temp, port, "Blobstore", "cat", "a-blob").ok())
                    .contains("what is in it");
            StormCommand.run(temp, port, "Blobstore", "delete", "a-blob").ok();
            assertThat(StormCommand.run(temp, port, "Blobstore", "cat", "a-blob").code())
                    .isNotZero();

            StormCommand.run(temp, port, "KillTopology", "numbers", "-w", "0").ok();
            Await.until("over", () -> server.nimbus().runningTopologies().isEmpty());
        }
    }
}
