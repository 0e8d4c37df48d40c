package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.server.app.AckedNumbers;
import io.eyewall.server.app.NumberFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Topologies inside the server: what they leave when they end, with it or before. */
@Timeout(300)
class InsideServerIT {
    private static final String GUEST = "eyewall-guest-";

    private final Path temp;
    private final HttpClient client = HttpClient.newHttpClient();

    InsideServerIT(@TempDir Path temp) {
        this.temp = temp;
    }

    private Set<Long> acked(String name) throws Exception {
        return NumberFile.read(temp.resolve(name).resolve("acked"));
    }

    private void awaitMore(String name) throws Exception {
        int before = acked(name).size();
        Await.until("acks of " + name, () -> acked(name).size() > before + 10);
    }

    private static Optional<Thread> guest() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(GUEST))
                .findFirst();
    }

    private RunningTopology submit(EyewallServer server, String name) throws Exception {
        Path folder = Files.createDirectories(temp.resolve(name));
        Path jar = TestJars.of(temp, AckedNumbers.class, NumberFile.class);
        StormCommand.jar(
                        temp, server.nimbusPort(), jar, AckedNumbers.class, name, folder.toString())
                .ok();
        awaitMore(name);
        return server.nimbus().runningTopologies().stream()
                .filter(topology -> topology.plan().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void kill(EyewallServer server, RunningTopology topology) throws Exception {
        topology.kill(Duration.ZERO);
        Await.until("over", () -> server.nimbus().runningTopologies().isEmpty());
        Await.until("ended", () -> guest().isEmpty());
    }

    private String get(String uri) throws Exception {
        HttpResponse<String> answer =
                client.send(
                        HttpRequest.newBuilder(URI.create(uri)).build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private JsonNode page(EyewallServer server, RunningTopology topology) throws Exception {
        String uri = server.webAddress() + "/api/v1/topology/" + topology.plan().id();
        return new ObjectMapper().readTree(get(uri));
    }

    @Test
    void runsInsideAndEndsWithTheServer() throws Exception {
        String name = "numbers";
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"))) {
            try (EyewallServer first = folder.startInside()) {
                RunningTopology topology = submit(first, name);
                Await.until("active", () -> topology.status() == TopologyStatus.ACTIVE);
                assertThat(folder.topology().worker().orElseThrow().pid())
                        .isEqualTo(ProcessHandle.current().pid());
                assertThat(temp.resolve("state/logs/" + topology.plan().id() + "/worker.log"))
                        .isNotEmptyFile();
                topology.deactivate();
                assertThat(folder.topology().orders().active()).isFalse();
                topology.activate();
            }
            Await.until("its threads have ended", () -> guest().isEmpty()); // one says what is left

            try (EyewallServer second = folder.startInside()) {
                awaitMore(name);
                RunningTopology topology = second.nimbus().runningTopologies().get(0);
                assertThat(topology.errors()).isEmpty();
                kill(second, topology);
                Await.until("removed", () -> folder.topologies().isEmpty());
            }
            assertThat(NumberFile.read(temp.resolve(name).resolve("stored")))
                    .containsAll(acked(name));
        }
    }

    @Test
    void oneThatFailsIsStartedAgainAndAgainWhileOthersGoOn() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.startInside()) {
            RunningTopology failing = submit(server, "failing");
            RunningTopology other = submit(server, "other");
            Path order = Files.createFile(temp.resolve("failing/throw"));
            Await.until("four crashes", () -> crashes(failing).size() >= 4);

            assertThat(crashes(failing).subList(0, 4))
                    .extracting(text -> text.replaceFirst("(?s).*again in ", ""))
                    .containsExactly("0.0 s", "0.1 s", "0.2 s", "0.4 s");
            assertThat(failing.errors())
                    .anySatisfy(
                            error -> {
                                assertThat(error.componentId()).isEqualTo("store");
                                assertThat(error.stackTrace()).contains("told to throw");
                            });
            assertThat(other.errors()).isEmpty();
            awaitMore("other");
            Files.delete(order);
            awaitMore("failing");
            failing.kill(Duration.ZERO);
            Await.until("one left", () -> server.nimbus().runningTopologies().size() == 1);
            awaitMore("other");
            kill(server, other);
        }
    }

    /** What the server says of each. */
    private static List<String> crashes(RunningTopology topology) {
        return topology.errors().stream()
                .filter(error -> error.componentId().equals("__system"))
                .map(ErrorReport::stackTrace)
                .map(String::strip)
                .filter(text -> text.contains("started again in"))
                .collect(Collectors.toList());
    }

    @Test
    void pagesShowWhatWasOrderedAtOnceAndLinkToTheLog() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.startInside()) {
            RunningTopology topology = submit(server, "numbers");
            Await.until(
                    "active",
                    () -> page(server, topology).path("status").asText().equals("ACTIVE"));
            topology.deactivate();
            assertThat(page(server, topology).path("status").asText()).isEqualTo("INACTIVE");
            server.nimbus().activate("numbers");
            assertThat(page(server, topology).path("status").asText()).isEqualTo("ACTIVE");
            long first = page(server, topology).path("spouts").path(0).path("acked").asLong();
            Await.until(
                    "another look",
                    () ->
                            page(server, topology).path("spouts").path(0).path("acked").asLong()
                                    > first);

            String link = page(server, topology).findPath("workerLogLink").asText();
            assertThat(link).contains(":" + URI.create(address(server)).getPort() + "/");
            assertThat(get(link)).contains("store is prepared");
            kill(server, topology);
        }
    }

    private static String address(EyewallServer server) {
        return Objects.requireNonNull(server.webAddress());
    }
}
