package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code eyewall run} as a user meets it: in a process of its own, with applications in jars. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class RunCommandIT {
    @TempDir static Path directory;
    private static String jar;

    @BeforeAll
    static void buildApplications() throws IOException {
        jar = TestApps.build(directory, List.of()).toString();
    }

    private static Child run(String... args) throws Exception {
        return Child.run(directory, args);
    }

    @Test
    void runsAMainThatSubmitsForAWhileThenCleansUp() throws Exception {
        Child child = run("run", "--for", "1500ms", jar, "app.Endless", "--for", "me");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out()).contains("args [--for, me]", "first tuple", "cleaned up");
        assertThat(child.err())
                .contains("topology 'endless': active")
                .containsPattern("endless \\d+s: numbers \\S+/s sink \\S+/s")
                .containsPattern("endless in all, \\d+s: numbers .* \\| acked \\d+ left 0")
                .contains("topology 'endless': ended")
                .doesNotContain("WARN", "Exception");
    }

    @Test
    void letsTheCommandLineWinOverTheApplicationsConfiguration() throws Exception {
        Path conf = Files.writeString(directory.resolve("my.yaml"), "my.key: from file\n");
        Child child =
                run(
                        "run",
                        "--for",
                        "2s",
                        "--conf",
                        conf.toString(),
                        "--cores",
                        "1",
                        "-c",
                        "topology.workers=3",
                        jar,
                        "app.Endless");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out()).contains("conf my.key=from file workers=3");
    }

    @Test
    @Tag("complete")
    void letsTheCommandLineWinInLocalClustersToo() throws Exception {
        Child child = run("run", "-c", "topology.workers=3", "-c", "my.key=x", jar, "app.Cluster");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out())
                .contains("conf my.key=x workers=3", "first tuple", "cleaned up", "main goes on");
        assertThat(child.err()).contains("topology 'inner': active", "topology 'inner': ended");
    }

    @Test
    void namesTheCauseWhenATopologyFails() throws Exception {
        Child child = run("run", jar, "app.Fails");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.TOPOLOGY_FAILED);
        assertThat(child.err().lines().reduce((a, b) -> b).orElseThrow())
                .contains("topology 'fails'", "component 'sink'", "task ", "execute")
                .contains("java.lang.IllegalStateException: bad number 50");
        assertThat(child.err()).containsOnlyOnce("at app.Parts$Sink.execute");
    }

    @Test
    void saysWhatTheMainThrew() throws Exception {
        Child child = run("run", jar, "app.Throws");
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(child.err()).contains("app.Throws failed: java.io.IOException: no luck");
    }

    @Test
    void saysWhichRuleForNamesIsStorms() throws Exception {
        Child child = run("run", jar, "app.Dots");
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(child.err())
                .contains("Topology name 'app.Dots' is not valid")
                .contains("eyewall: Storm allows none of / . : \\ in a topology's name");
    }

    @Test
    void saysWhenNothingWasSubmitted() throws Exception {
        Child child = run("run", jar, "app.Idle");
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(child.out()).contains("nothing to do");
        assertThat(child.err()).contains("app.Idle returned without having submitted a topology");
    }

    @Test
    void leavesTheExitCodeToAMainThatEndsTheProcess() throws Exception {
        assertThat(run("run", jar, "app.Exits").exitCode()).isEqualTo(42);
    }

    @Test
    void saysWhenTheApplicationSetsAnUnknownKeyOfOurs() throws Exception {
        Child child = run("run", jar, "app.WrongKey");
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(child.err()).contains("eyewall.btach.size", "eyewall.batch.size");
    }

    @Test
    @Tag("complete")
    void runsAJarThatBundlesStormOnOurs() throws Exception {
        Path fat = Files.createDirectory(directory.resolve("fat"));
        Path fatJar = TestApps.build(fat, List.of(AppJar.fromClassPath("storm-client")));
        for (String main : List.of("app.Endless", "app.Cluster")) {
            Child child = run("run", "--for", "2s", fatJar.toString(), main);
            assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
            assertThat(child.out()).contains("first tuple", "cleaned up");
        }
    }

    @Test
    void printsEventsAsJsonLines() throws Exception {
        Child child = run("run", "--json", "--for", "2500ms", jar, "app.Endless");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        List<JsonNode> events = new ArrayList<>();
        for (String line : child.out().lines().toList()) {
            events.add(new ObjectMapper().readTree(line));
        }
        assertThat(events)
                .filteredOn(event -> event.path("event").asText().equals("status"))
                .extracting(event -> event.path("status").asText())
                .contains("ACTIVE")
                .endsWith("ENDED");
        assertThat(events)
                .filteredOn(event -> event.path("event").asText().equals("progress"))
                .isNotEmpty();
        assertThat(events)
                .filteredOn(event -> event.path("event").asText().equals("summary"))
                .singleElement()
                .satisfies(
                        event -> {
                            JsonNode components = event.path("components");
                            assertThat(components.path("sink").path("tuples").asLong())
                                    .isPositive()
                                    .isEqualTo(components.path("numbers").path("tuples").asLong());
                            assertThat(event.path("pending").asLong()).isZero();
                        });
        assertThat(child.err()).contains("first tuple", "cleaned up");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void finishesWhatIsUnderWayOnCtrlC() throws Exception {
        try (Child child = Child.start(directory, List.of(), "run", "--json", jar, "app.Endless")) {
            child.awaitErr("first tuple");
            child.interrupt();
            assertThat(child.exitCode()).as(child.err()).isEqualTo(130);
            assertThat(child.out()).contains("\"status\":\"ENDED\"");
            assertThat(child.err()).contains("interrupted", "cleaned up");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    @Tag("complete")
    void answersOtherProcessesByDrpc() throws Exception {
        int port = freePort();
        try (Child child =
                Child.start(
                        directory,
                        List.of(),
                        "run",
                        "--drpc",
                        "-c",
                        "drpc.port=" + port,
                        "-c",
                        "drpc.invocations.port=" + freePort(),
                        "-c",
                        "drpc.http.port=" + freePort(),
                        jar,
                        "app.Drpc")) {
            Pattern line = Pattern.compile("(http://127.0.0.1:\\d+/drpc/)\n");
            Matcher url = line.matcher(child.err());
            long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (!url.find() && System.nanoTime() < deadlineNs) {
                Thread.sleep(20);
                url = line.matcher(child.err());
            }
            HttpResponse<String> answer =
                    HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(URI.create(url.group(1) + "echo/hello"))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.body()).as(child.err()).isEqualTo("hello");

            Child client =
                    Child.run(
                            directory,
                            "storm",
                            "drpc-client",
                            "-c",
                            "drpc.servers=[127.0.0.1]",
                            "-c",
                            "drpc.port=" + port,
                            "echo",
                            "one two",
                            "echo",
                            "three");
            assertThat(client.exitCode()).as(client.err()).isZero();
            assertThat(client.out())
                    .isEqualToIgnoringNewLines(
                            "echo \"one two\" => \"one two\"echo \"three\" => \"three\"");
        }
    }

    @Test
    void refusesWrongUsage() throws Exception {
        assertUsage("no such file", "run", "no.jar", "app.Endless");
        assertUsage("class app.Missing is not in", "run", jar, "app.Missing");
        assertUsage("no public static main", "run", jar, "app.NoMain");
        assertUsage("did you mean app.Endless?", "run", jar, "Endless");
        assertUsage("classes with a main: app.", "run", jar, "app.NoMain");
        assertUsage("Missing required parameter: 'MAIN'; the manifest", "run", jar);
        assertUsage("no.jar: no such file", "run", "no.jar");
        Path text = Files.writeString(directory.resolve("no-jar.txt"), "text");
        assertUsage("no-jar.txt: not a jar", "run", text.toString(), "app.Endless");
        assertUsage("--log loud: expected", "run", "--log", "loud", jar, "app.Endless");
        assertUsage("is not a duration", "run", "--for", "soon", jar, "app.Endless");
        assertUsage("expected KEY=VALUE", "run", "-c", "nonsense", jar, "app.Endless");
        assertUsage(
                "did you mean 'eyewall.cores'",
                "run",
                "-c",
                "eyewall.core.s=1",
                jar,
                "app.Endless");
        assertUsage("eyewall.cores", "run", "--cores", "0", jar, "app.Endless");
        assertUsage("no such file", "run", "--conf", "no.yaml", jar, "app.Endless");
        assertUsage("Unmatched argument", "walk");
        assertUsage("Options stand after the command", "--json", "run");
        assertUsage("Usage: eyewall"); // nothing at all
    }

    @Test
    void refusesConfigurationFilesByFileAndLine() throws Exception {
        assertConfUsage("topology.workers: [1\n", "my.yaml:2:1: expected ',' or ']'");
        assertConfUsage("- a\n", "my.yaml: expected KEY: VALUE on each line, found a list");
        assertConfUsage("eyewall.core.s: 1\n", "my.yaml: unknown configuration key");
        assertConfUsage("eyewall.cores: 0\n", "my.yaml: eyewall.cores is 0, outside 1 to 1024");
    }

    private void assertConfUsage(String text, String message) throws Exception {
        Path conf = Files.writeString(directory.resolve("my.yaml"), text);
        assertUsage(message, "run", "--conf", conf.toString(), jar, "app.Endless");
    }

    /** In this process: nothing is started. */
    private static void assertUsage(String message, String... args) {
        StringWriter err = new StringWriter();
        int code = Main.commandLine().setErr(new PrintWriter(err)).execute(args);
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(message);
    }
}
