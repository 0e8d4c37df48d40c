package io.eyewall.cluster.generator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.cluster.load.LoadBook;
import io.eyewall.cluster.load.LoadsHandler;
import io.eyewall.web.WebSettings;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** A generator in a process of its own, which can be killed; monitors report to it. */
final class GeneratorProcess {
    private final Path folder;
    private final int port;
    private Process process;

    GeneratorProcess(Path folder) throws IOException {
        this.folder = folder;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        process = launch();
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-Dorg.slf4j.simpleLogger.log.io.eyewall=info",
                        "-cp",
                        System.getProperty("java.class.path"),
                        GeneratorProcess.class.getName(),
                        folder.toString(),
                        Integer.toString(port))
                .inheritIO()
                .start();
    }

    /** The process: folder, port. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        LoadBook book = new LoadBook(InstantSource.system());
        GeneratorServer server =
                GeneratorServer.start(
                        folder.resolve("state"),
                        WebSettings.loopback(Integer.parseInt(args[1])),
                        null,
                        null,
                        new MeasuredLoads(book),
                        List.of(LoadsHandler.route(book)));
        System.err.println("generator at " + server.address());
        Thread.sleep(Long.MAX_VALUE);
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    JsonNode ask(String method, String path) throws IOException, InterruptedException {
        return JsonMapper.builder()
                .build()
                .readTree(
                        HttpClient.newHttpClient()
                                .send(
                                        HttpRequest.newBuilder(URI.create(url() + path))
                                                .method(method, HttpRequest.BodyPublishers.noBody())
                                                .build(),
                                        HttpResponse.BodyHandlers.ofString())
                                .body());
    }

    /** As {@code kill -9}. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    void startAgain() throws IOException {
        process = launch();
    }
}
