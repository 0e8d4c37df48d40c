package io.eyewall.benchmarks.readers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@code eyewall server} in a process of its own, with one topology in another. */
final class WatchedServer implements AutoCloseable {
    private static final String NAME = "chain";
    private static final int LOOK_MS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final Path command;
    private final Path counts;
    private final int nimbusPort;
    private final int port;
    private final Process process;
    private String id = "";

    private WatchedServer(Path command, Path folder) throws IOException {
        this.command = command;
        this.counts = folder.resolveSibling("acked.txt");
        this.port = freePort();
        this.nimbusPort = freePort();
        this.process =
                run(
                        List.of(
                                "server",
                                "--state",
                                folder.toString(),
                                "--port",
                                String.valueOf(port),
                                "--nimbus-port",
                                String.valueOf(nimbusPort)));
    }

    /**
     * A measured period of the topology.
     *
     * @param perSec messages acked per second
     * @param serverCpu processors that the server used
     * @param topologyCpu processors that the topology's process used
     */
    record Turn(double perSec, double serverCpu, double topologyCpu) {}

    private record Acked(long count, long atNs) {}

    static WatchedServer start(Path command, Path jar, Path folder)
            throws IOException, InterruptedException {
        WatchedServer server = new WatchedServer(command, folder);
        try {
            server.submit(jar);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }

    private void submit(Path jar) throws IOException, InterruptedException {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady()) {
            if (!process.isAlive() || System.nanoTime() > endNs) {
                throw new IOException("the server is not ready on port " + port);
            }
            Thread.sleep(LOOK_MS);
        }
        int code =
                run(List.of(
                                "submit",
                                "--to",
                                "storm://127.0.0.1:" + nimbusPort,
                                jar.toString(),
                                EagerChain.class.getName(),
                                NAME,
                                counts.toString()))
                        .waitFor();
        if (code != 0) {
            throw new IOException("'eyewall submit' ended with " + code);
        }
        id = get("/api/v1/topology/summary").path("topologies").path(0).path("id").asText();
    }

    private boolean isReady() throws InterruptedException {
        try {
            get("/api/v1/topology/summary");
            return true;
        } catch (IOException e) {
            return false; // not started yet
        }
    }

    /** Returns the HTTP port. */
    int port() {
        return port;
    }

    String topologyId() {
        return id;
    }

    /** Measures the topology for some seconds from now on. */
    Turn turn(int seconds) throws IOException, InterruptedException {
        Acked first = nextAcked();
        double serverBefore = cpuSecs(process.toHandle());
        double allBefore = serverBefore + childrensCpuSecs();
        Thread.sleep(seconds * 1000L);
        double server = cpuSecs(process.toHandle());
        double all = server + childrensCpuSecs();
        Acked last = nextAcked();
        double secs = (last.atNs() - first.atNs()) / 1e9;
        return new Turn(
                (last.count() - first.count()) / secs,
                (server - serverBefore) / seconds,
                (all - allBefore - (server - serverBefore)) / seconds);
    }

    private static double cpuSecs(ProcessHandle of) {
        return of.info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / 1e9;
    }

    private double childrensCpuSecs() {
        return process.descendants().mapToDouble(WatchedServer::cpuSecs).sum();
    }

    /** Waits for the next count that the topology writes, which it does ten times per second. */
    private Acked nextAcked() throws IOException, InterruptedException {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        int before = lines().size();
        while (System.nanoTime() < endNs) {
            List<String> now = lines();
            if (now.size() > before) {
                String[] words = now.get(before).split(" ", 2);
                return new Acked(Long.parseLong(words[1]), Long.parseLong(words[0]));
            }
            Thread.sleep(LOOK_MS);
        }
        throw new IOException("the topology acks nothing any more: see " + counts);
    }

    /** Returns the complete lines of the file. */
    private List<String> lines() throws IOException {
        String text = Files.exists(counts) ? Files.readString(counts) : "";
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer =
                client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .timeout(PATIENCE)
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new IOException(path + " was answered with " + answer.statusCode());
        }
        return json.readTree(answer.body());
    }

    private Process run(List<String> arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(command.toString()));
        line.addAll(arguments);
        return new ProcessBuilder(line)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Ends the topology, then the server. */
    @Override
    public void close() throws IOException {
        try {
            if (!id.isEmpty()) {
                end();
            }
            process.destroy();
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroy();
        }
    }

    private void end() throws IOException, InterruptedException {
        int code = run(List.of("kill", id, "-w", "0")).waitFor();
        if (code != 0) {
            throw new IOException("'eyewall kill' ended with " + code);
        }
        while (!get("/api/v1/topology/summary").path("topologies").isEmpty()) {
            Thread.sleep(LOOK_MS);
        }
    }
}
