package io.eyewall.cluster.trials;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.cluster.generator.GeneratorServer;
import io.eyewall.cluster.generator.MeasuredLoads;
import io.eyewall.cluster.load.DatabaseAddress;
import io.eyewall.cluster.load.LoadBook;
import io.eyewall.cluster.load.LoadStore;
import io.eyewall.cluster.load.LoadsHandler;
import io.eyewall.web.AccessToken;
import io.eyewall.web.WebSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A generator in a process of its own, which a test can kill; monitors report to it. */
public final class GeneratorProcess {
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final Path folder;
    private final @Nullable String database;
    private final int port;
    private Process process;

    /**
     * Starts the process.
     *
     * @param database the JDBC URL of its database; null for a file in the folder
     */
    public GeneratorProcess(Path folder, @Nullable String database) throws IOException {
        this.folder = folder;
        this.database = database;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        process = launch();
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(command(folder, port, List.of(database == null ? "" : database)))
                .inheritIO()
                .start();
    }

    private static List<String> command(Path folder, int port, List<String> more) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx96m",
                                "-XX:TieredStopAtLevel=1",
                                "-Dorg.slf4j.simpleLogger.log.io.eyewall=info",
                                "-cp",
                                System.getProperty("java.class.path"),
                                GeneratorProcess.class.getName(),
                                folder.toString(),
                                Integer.toString(port)));
        command.addAll(more);
        return command;
    }

    /** The program that others can reach, with a database in the folder. */
    public static List<String> command(Path folder, String address, int port, Path tokenFile) {
        return command(folder, port, List.of("", address, tokenFile.toString()));
    }

    /**
     * The main class of the process. Arguments: folder, port, database; to be reachable from other
     * hosts also address, file with the token.
     */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        LoadBook book = new LoadBook(InstantSource.system());
        DatabaseAddress database =
                args[2].isEmpty()
                        ? DatabaseAddress.in(folder.resolve("state"))
                        : DatabaseAddress.of(args[2]);
        GeneratorServer server =
                GeneratorServer.start(
                        folder.resolve("state"),
                        settings(args),
                        null,
                        null,
                        new MeasuredLoads(book),
                        List.of(LoadsHandler.route(book)));
        LoadStore store = LoadStore.start(book, database);
        System.err.println(store.problem().orElse("loads in " + database));
        System.err.println("generator at " + server.address());
        Thread.sleep(Long.MAX_VALUE);
    }

    private static WebSettings settings(String[] args) throws IOException {
        int port = Integer.parseInt(args[1]);
        return args.length > 3
                ? new WebSettings(
                        new InetSocketAddress(args[3], port),
                        Set.of(),
                        new AccessToken(Files.readString(Path.of(args[4]))),
                        null,
                        WebSettings.DEFAULT_LIMITS)
                : WebSettings.loopback(port);
    }

    /** Where it answers. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Asks it. */
    public JsonNode ask(String method, String path) throws IOException, InterruptedException {
        return ask(method, path, "");
    }

    /** Sends a request with a body. */
    public JsonNode ask(String method, String path, String body)
            throws IOException, InterruptedException {
        return JsonMapper.builder()
                .build()
                .readTree(
                        HttpClient.newHttpClient()
                                .send(
                                        HttpRequest.newBuilder(URI.create(url() + path))
                                                .header("Content-Type", "application/json")
                                                .timeout(ANSWER)
                                                .method(
                                                        method,
                                                        HttpRequest.BodyPublishers.ofString(body))
                                                .build(),
                                        HttpResponse.BodyHandlers.ofString())
                                .body());
    }

    /** Kills the process as by {@code kill -9}. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Starts the process again after a kill, at the same port. */
    public void startAgain() throws IOException {
        process = launch();
    }
}
