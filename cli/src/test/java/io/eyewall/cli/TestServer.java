package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code eyewall server} in a process of its own, and its clients. */
final class TestServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int READ_LIMIT_MS = 60_000;

    private final Path directory;
    private final Child server;
    private final String to;
    private final String console;

    private TestServer(Path directory, Child server, String to, String console) {
        this.directory = directory;
        this.server = server;
        this.to = to;
        this.console = console;
    }

    /** Its folder is {@code state} in the directory. */
    static TestServer start(Path directory) throws Exception {
        Child server =
                Child.start(
                        directory,
                        List.of(),
                        "server",
                        "-c",
                        "worker.childopts=-XX:TieredStopAtLevel=1", // they live for seconds
                        "--state",
                        directory.resolve("state").toString(),
                        "--nimbus-port",
                        "0",
                        "--port",
                        "0",
                        "--json");
        server.awaitOut("ready");
        List<String> lines = server.out().lines().toList();
        assertThat(lines).as(server.err()).hasSize(2);
        JsonNode listening = JSON.readTree(lines.get(0));
        assertThat(server.err()).contains("Console: " + listening.path("console").asText());
        return new TestServer(
                directory,
                server,
                "storm://" + listening.path("nimbus").asText(),
                listening.path("console").asText().replaceFirst("/$", ""));
    }

    /** Without a slash at the end. */
    String console() {
        return console;
    }

    /** As {@code --to} wants it. */
    String to() {
        return to;
    }

    /** Runs one of {@code submit} and {@code update} to its end. */
    Child client(String command, List<String> options, String... rest) throws Exception {
        return client(directory, command, to, options, rest);
    }

    /** The same of any Nimbus. */
    static Child client(
            Path directory, String command, String to, List<String> options, String... rest)
            throws Exception {
        List<String> args = new ArrayList<>(List.of(command, "--to", to));
        args.addAll(options);
        args.addAll(List.of(rest));
        return Child.run(directory, args.toArray(new String[0]));
    }

    /** Reads the console's events of a topology until one has that text. */
    void awaitEvent(String id, String text) throws Exception {
        URI uri = URI.create(console + "/console/events?topology=" + id);
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setReadTimeout(READ_LIMIT_MS);
        long endNs = System.nanoTime() + READ_LIMIT_MS * 1_000_000L;
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                connection.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.contains(text)) {
                assertThat(System.nanoTime()).as("'%s' told of %s", text, id).isLessThan(endNs);
                line = lines.readLine();
            }
            assertThat(line).as("the events of " + id).isNotNull();
        } finally {
            connection.disconnect();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
