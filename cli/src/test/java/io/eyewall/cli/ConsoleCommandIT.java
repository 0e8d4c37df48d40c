package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The console of one process, and that of all. */
@NullUnmarked // fields are set by the framework
@Tag("complete")
@Timeout(240)
class ConsoleCommandIT {
    private static final Pattern ADDRESS = Pattern.compile("console at (http://[0-9.:]+)/");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir Path directory;

    private static String address(Child child) throws IOException, InterruptedException {
        child.awaitErr("console at ");
        Matcher found = ADDRESS.matcher(child.err());
        assertThat(found.find()).as(child.err()).isTrue();
        return found.group(1);
    }

    /** Reads lists until a topology is in one that does something. */
    private static JsonNode active(String address) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(address + "/console/events")).build();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream())
                                        .body(),
                                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: [") && line.contains("\"ACTIVE\"")) {
                    return new ObjectMapper().readTree(line.substring("data: ".length())).get(0);
                }
            }
        }
        throw new AssertionError("the stream ended");
    }

    private Child run(String... options) throws IOException, InterruptedException {
        Path jar = Files.copy(TestApps.build(directory, List.of()), directory.resolve("app.jar"));
        String[] args = new String[options.length + 3];
        args[0] = "run";
        System.arraycopy(options, 0, args, 1, options.length);
        args[options.length + 1] = jar.toString();
        args[options.length + 2] = "app.Endless";
        return Child.start(directory, List.of(), args);
    }

    @Test
    void oneProcessShowsItselfAndIsSteeredByAnother() throws Exception {
        String socket =
                System.getProperty("java.io.tmpdir")
                        + "/eyewall-"
                        + System.getProperty("user.name")
                        + "/1234567.sock";
        assumeTrue(socket.length() <= 107, "the path of this checkout is too long");
        try (Child app = run("--console=0");
                Child all =
                        Child.start(
                                directory, List.of(), "console", "" + app.pid(), "--port", "0")) {
            String own = address(app);
            HttpResponse<String> page =
                    CLIENT.send(
                            HttpRequest.newBuilder(URI.create(own + "/")).build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(page.body()).contains("<title>Eyewall</title>");
            JsonNode active = active(own);
            String key = active.get("key").asText();
            String name = active.get("name").asText();

            HttpResponse<String> metrics =
                    CLIENT.send(
                            HttpRequest.newBuilder(URI.create(own + "/metrics")).build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(metrics.body())
                    .contains(
                            "eyewall_topology_status{topology=\""
                                    + name
                                    + "\",status=\"ACTIVE\"} 1");

            String others = address(all);
            assertThat(active(others).get("key").asText()).isEqualTo(key);
            HttpResponse<String> killed =
                    CLIENT.send(
                            HttpRequest.newBuilder(URI.create(others + "/console/action"))
                                    .header("Content-Type", "application/json")
                                    .POST(
                                            HttpRequest.BodyPublishers.ofString(
                                                    "{\"topology\":\""
                                                            + key
                                                            + "\",\"action\":\"kill\",\"waitSecs\":0}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(killed.statusCode()).as(killed.body()).isEqualTo(202);
            assertThat(app.exitCode()).isZero();

            all.interrupt();
            assertThat(all.exitCode()).isEqualTo(130);
        }
    }

    @Test
    void theDemosPageStaysUntilSomebodyEndsIt() throws Exception {
        Path input = Files.writeString(directory.resolve("in.txt"), "a b a\n");
        try (Child demo =
                Child.start(
                        directory, List.of(), "demo", "--console=0", "--input", input.toString())) {
            demo.awaitErr("until Ctrl-C");
            assertThat(demo.out()).contains("3 words, 2 different");
            HttpResponse<String> choices =
                    CLIENT.send(
                            HttpRequest.newBuilder(URI.create(address(demo) + "/console/choices"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(choices.body()).contains("affinity", "off");

            demo.interrupt();
            assertThat(demo.exitCode()).isZero();
        }
    }

    @Test
    void aPortThatIsTakenOrNoneIsWrongUsage() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Child child = run("--console=" + taken.getLocalPort());
            assertThat(child.exitCode()).isEqualTo(2);
            assertThat(child.err()).contains("--console: ").contains("" + taken.getLocalPort());
        }
        Child demo = Child.run(directory, "demo", "--console=seven");
        assertThat(demo.exitCode()).isEqualTo(2);
        assertThat(demo.err()).contains("'seven' is not a port");
        Child all = Child.run(directory, "console", "--port", "99999");
        assertThat(all.exitCode()).isEqualTo(2);
        assertThat(all.err()).contains("--port is 99999");
    }
}
