package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code eyewall plan} beside {@code eyewall run}. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class PlanCommandIT {
    @TempDir Path directory;

    /** What the command did. */
    private record Said(int exitCode, String out, String err) {}

    private static Said plan(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode = command.execute(args);
        return new Said(exitCode, out.toString(), err.toString());
    }

    /** Names of Unix-domain sockets have 107 bytes at most. */
    private static void assumeThatSocketsCanBeNamed() {
        String temporary = System.getProperty("java.io.tmpdir");
        String socket = temporary + "/eyewall-" + System.getProperty("user.name") + "/1234567.sock";
        assumeTrue(socket.length() <= 107, "the path of this checkout is too long");
    }

    /** Repeats a command until it ends well and what it says is as expected, for a while. */
    private static Said await(Predicate<String> expected, String... args)
            throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        Said said = plan(args);
        while (!(said.exitCode() == ExitCode.OK && expected.test(said.out()))
                && System.nanoTime() < deadlineNs) {
            Thread.sleep(100);
            said = plan(args);
        }
        assertThat(said.exitCode()).as(said.err()).isEqualTo(ExitCode.OK);
        return said;
    }

    private static void await(String expected, String... args) throws InterruptedException {
        assertThat(await((String out) -> out.contains(expected), args).out()).contains(expected);
    }

    private static boolean showsLookAndFollowing(String json) {
        try {
            JsonNode answer = new ObjectMapper().readTree(json);
            return answer.has("lastEvaluation")
                    && answer.at("/topologies/0/following/0").isObject();
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    @Test
    void showsLoadsTrafficAndPlanOfARunningTopology() throws Exception {
        assumeThatSocketsCanBeNamed();
        String jar = TestApps.build(directory, List.of()).toString();
        try (Child child =
                Child.start(
                        directory,
                        List.of(),
                        "run",
                        "--cores",
                        "2",
                        "-c",
                        "eyewall.placement=affinity",
                        "-c",
                        "eyewall.placement.period.secs=1",
                        "-c",
                        "eyewall.parallelism.auto=true",
                        "-c",
                        "topology.tasks=2",
                        jar,
                        "app.Endless")) {
            String pid = Long.toString(child.pid());
            Said json = await(PlanCommandIT::showsLookAndFollowing, "plan", "show", "--json", pid);
            JsonNode answer = new ObjectMapper().readTree(json.out());

            assertThat(answer.at("/topologies/0/topology").asText()).isEqualTo("endless");
            JsonNode sink = answer.at("/topologies/0/following/0");
            assertThat(sink.path("component").asText()).isEqualTo("sink");
            assertThat(sink.path("least").asInt()).isEqualTo(1);
            assertThat(sink.path("state").asText()).startsWith("busiest executor ");
            JsonNode look = answer.path("lastEvaluation");
            assertThat(look.path("verdict").asText()).isNotEmpty();
            assertThat(look.path("cores")).hasSize(2);
            assertThat(look.at("/cores/0/parked").asBoolean()).isFalse();
            assertThat(look.at("/cores/0/busyNs").asLong()).isPositive();
            assertThat(look.path("executors"))
                    .anySatisfy(e -> assertThat(e.path("executor").asText()).contains("/sink:"))
                    .allSatisfy(e -> assertThat(e.path("place").asText()).startsWith("core-"));
            assertThat(look.path("traffic"))
                    .anySatisfy(
                            flow -> {
                                assertThat(flow.path("from").asText()).contains("/numbers:");
                                assertThat(flow.path("to").asText()).contains("/sink:");
                                assertThat(flow.path("tuplesPerSec").asDouble()).isPositive();
                            });

            Said text = plan("plan", "show", "endless");
            assertThat(text.exitCode()).as(text.err()).isEqualTo(ExitCode.OK);
            assertThat(text.out())
                    .contains(
                            "topology    endless (ACTIVE)",
                            "follows   sink: ",
                            "core-0    awake",
                            "/numbers:",
                            "sends",
                            "algorithm");
        }
    }

    private static final String LAST_PLACE =
            """
            package plugin;
            import io.eyewall.placement.algorithm.*;
            import io.eyewall.placement.plan.Layout;
            import java.util.List;
            public class LastPlace implements PlacementAlgorithm {
                public String name() { return "last-place"; }
                public List<Parameter> parameters() { return List.of(); }
                public void place(Layout layout, Parameters parameters, long seed) {
                    int last = layout.problem().tree().placeCount() - 1;
                    for (int e = 0; e < layout.problem().executorCount(); e++) {
                        layout.move(e, last);
                    }
                }
            }
            """;

    private void addPlugin(Path plugins) throws IOException {
        Path work = directory.resolve("plugin");
        Path services = Files.createDirectories(work.resolve("classes/META-INF/services"));
        Files.writeString(
                services.resolve("io.eyewall.placement.algorithm.PlacementAlgorithm"),
                "plugin.LastPlace");
        Path jar = AppJar.build(work, Map.of("plugin.LastPlace", LAST_PLACE), List.of());
        Files.move(jar, plugins.resolve("last-place.jar"));
    }

    @Test
    void changesHowPlacesAreFoundWhileTheTopologyRuns() throws Exception {
        assumeThatSocketsCanBeNamed();
        Path plugins = Files.createDirectory(directory.resolve("plugins"));
        String jar = TestApps.build(directory, List.of()).toString();
        try (Child child =
                Child.start(
                        directory,
                        List.of(),
                        "run",
                        "--cores",
                        "2",
                        "-c",
                        "eyewall.placement.plugins=" + plugins,
                        jar,
                        "app.Endless")) {
            String pid = Long.toString(child.pid());

            await("found by tstorm", "plan", "use", "tstorm", pid, "-p", "gamma=1.5", "--period=1");
            await("\"algorithm\":\"tstorm{gamma=1.5}\"", "plan", "show", "--json", pid);

            addPlugin(plugins);
            await("found by last-place", "plan", "use", "last-place", pid);
            await("\"algorithm\":\"last-place", "plan", "show", "--json", pid);

            Said refused = plan("plan", "use", "best", pid);
            assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(refused.err())
                    .contains("process " + pid, "no placement algorithm 'best'", "last-place");
            assertThat(plan("plan", "use", "tstorm", pid, "--period", "0").exitCode())
                    .isEqualTo(ExitCode.USAGE);
            await("executors stay where they are", "plan", "use", "off", "endless");
            Said nobody = plan("plan", "use", "off", "nobody");
            assertThat(nobody.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(nobody.err()).contains("no topology 'nobody'", "endless");
            Said elsewhere = plan("plan", "show", "endless", "--pid", "1");
            assertThat(elsewhere.err()).contains("process 1 is not an 'eyewall run' of this user");
        }
    }

    @Test
    void saysWhenThereIsNoSuchProcess() {
        Said said = plan("plan", "show", "1");
        assertThat(said.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(said.err()).contains("process 1 is not an 'eyewall run' of this user");
    }
}
