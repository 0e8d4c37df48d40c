package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.cli.terminal.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Commands that look into, and steer, what {@code eyewall run} runs. */
@NullUnmarked // fields are set by the framework
@Timeout(240)
class RemoteCommandsIT {
    private static final int LOOKS = 20;

    @TempDir Path directory;

    /** What the command did. */
    private record Said(int exitCode, String out, String err) {
        JsonNode json() throws IOException {
            return new ObjectMapper().readTree(out);
        }
    }

    @BeforeEach
    void assumeThatSocketsCanBeNamed() {
        String temporary = System.getProperty("java.io.tmpdir");
        String socket = temporary + "/eyewall-" + System.getProperty("user.name") + "/1234567.sock";
        assumeTrue(socket.length() <= 107, "the path of this checkout is too long");
    }

    private static Said eyewall(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode = command.execute(args);
        return new Said(exitCode, out.toString(), err.toString());
    }

    private Child run(String... options) throws IOException, InterruptedException {
        Path jar = directory.resolve("app.jar");
        if (!Files.exists(jar)) {
            Files.copy(TestApps.build(directory, List.of()), jar);
        }
        String[] args = new String[options.length + 3];
        args[0] = "run";
        System.arraycopy(options, 0, args, 1, options.length);
        args[options.length + 1] = jar.toString();
        args[options.length + 2] = "app.Endless";
        Child child = Child.start(directory, List.of(), args);
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!eyewall("list", "--pid", "" + child.pid()).out().contains("ACTIVE")) {
            assertThat(System.nanoTime()).as("60 s").isLessThan(deadlineNs);
            Thread.sleep(100);
        }
        return child;
    }

    @Test
    void steersOneTopologyByItsName() throws Exception {
        try (Child child = run("--cores", "2", "-c", "topology.tasks=2")) {
            String pid = Long.toString(child.pid());

            assertThat(eyewall("list").out())
                    .as("without a server nobody has watched its health")
                    .containsPattern("endless +\\S+ +ACTIVE +- .*" + pid);
            assertThat(eyewall("deactivate", "endless").out())
                    .isEqualToIgnoringNewLines(
                            "topology 'endless' of process " + pid + " is deactivated");
            assertThat(eyewall("list", "--json", "--pid", pid).json().path("status").asText())
                    .isEqualTo("INACTIVE");
            assertThat(eyewall("activate", "endless", "--json").json().path("status").asText())
                    .isEqualTo("ACTIVE");

            Said rebalanced = eyewall("rebalance", "endless", "-e", "sink=2", "-n", "4", "--json");
            assertThat(rebalanced.json().at("/executors/sink").asInt()).isEqualTo(2);
            Said refused = eyewall("rebalance", "endless", "-e", "nobody=2");
            assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(refused.err()).contains("has no component 'nobody'", "sink");
            assertThat(eyewall("rebalance", "endless").err()).contains("-e COMPONENT=N", "sink=2");

            JsonNode top = eyewall("top", "endless", "--once", "--json").json();
            assertThat(top.path("ackedPerSec").asDouble()).isPositive();
            assertThat(top.at("/components/0/component").asText()).isEqualTo("numbers");
            assertThat(top.at("/components/1/executors").asInt()).isEqualTo(2);
            assertThat(eyewall("top", "--once").out())
                    .contains("endless  running", "acked/s", "component", "numbers", "sink");

            Path recording = directory.resolve("endless.json");
            eyewall("plan", "record", "endless", "--seconds", "1", "-o", recording.toString());
            String[] beside = {"top", "endless", "--once", "--recording", recording.toString()};
            String shown = eyewall(beside).out();
            for (int i = 0; i < LOOKS && !shown.contains("model "); i++) {
                shown = eyewall(beside).out(); // nothing is said of a look in which somebody moved
            }
            assertThat(shown).contains("model ", "then full: ", "predicted ");
            String[] asJson = Arrays.copyOf(beside, beside.length + 1);
            asJson[beside.length] = "--json";
            JsonNode model = eyewall(asJson).json().path("model");
            for (int i = 0; i < LOOKS && model.isMissingNode(); i++) {
                model = eyewall(asJson).json().path("model");
            }
            assertThat(model.path("maxPerSec").asDouble()).isPositive();
            assertThat(model.at("/cores/predicted").asDouble()).isPositive();
            assertThat(model.path("drift").isArray()).isTrue();

            Said traced = eyewall("trace", "endless", "--every", "2", "--count", "2", "--json");
            assertThat(traced.out().lines()).hasSize(2);
            JsonNode trace = new ObjectMapper().readTree(traced.out().lines().findFirst().get());
            assertThat(trace.at("/trace/spans/0/component").asText()).isEqualTo("numbers");
            assertThat(trace.at("/trace/outcome").asText()).isEqualTo("ACKED");
            assertThat(eyewall("trace", "endless", "--count", "1").out())
                    .contains("acked after", "numbers:", "    sink:");
            assertThat(eyewall("trace", "endless", "--slowest", "--for", "1").exitCode()).isZero();
            assertThat(eyewall("trace", "endless", "--every", "0").exitCode())
                    .isEqualTo(ExitCode.USAGE);

            endsWhenNobodyReads("top", "--interval", "1");
            endsWhenNobodyReads("trace", "endless", "--count", "1000", "--every", "1");

            assertThat(eyewall("kill", "endless", "-w", "-1").exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(eyewall("kill", "endless", "-w", "0").exitCode()).isEqualTo(ExitCode.OK);
            assertThat(child.exitCode()).isZero();
        }
        Said gone = eyewall("kill", "endless");
        assertThat(gone.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(gone.err()).contains("eyewall: no ");
    }

    /** As before {@code head -1}. */
    private static void endsWhenNobodyReads(String... words) throws Exception {
        Process process =
                new ProcessBuilder(Child.command(List.of(), words))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            try (BufferedReader out = process.inputReader()) {
                assertThat(out.readLine()).isNotNull();
            }
            assertThat(process.waitFor(100, TimeUnit.SECONDS)).as(words[0] + " has ended").isTrue();
            assertThat(process.exitValue()).isEqualTo(ExitCode.UNREAD);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    @Tag("complete")
    void saysWhoHasATopologyOfThatNameIfSeveralHave() throws Exception {
        try (Child one = run();
                Child two = run()) {
            Said ambiguous = eyewall("kill", "endless");
            assertThat(ambiguous.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(ambiguous.err())
                    .contains("say which, by --pid", "" + one.pid(), "" + two.pid());

            Said named = eyewall("kill", "endless", "--pid", "" + two.pid(), "-w", "0", "--json");

            assertThat(named.json().path("waitSecs").asInt(-1)).isZero();
            assertThat(two.exitCode()).isZero();
            assertThat(one.isAlive()).isTrue();
        }
    }

    /** util-linux' script gives it a terminal. */
    @Test
    @Tag("complete")
    void onATerminalTopStaysInPlaceUntilQ() throws Exception {
        Path script = Path.of("/usr/bin/script");
        assumeTrue(Files.isExecutable(script), "there is no " + script);
        try (Child child = run()) {
            String command =
                    "stty rows 8 cols 60; '"
                            + String.join("' '", Child.command(List.of(), "top", "endless"))
                            + "'";
            Path typescript = directory.resolve("typescript");
            Process top =
                    new ProcessBuilder(script.toString(), "-qefc", command, typescript.toString())
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            try {
                long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
                while (!Files.exists(typescript)
                        || !Files.readString(typescript).contains("sink")) {
                    assertThat(System.nanoTime()).as("60 s").isLessThan(deadlineNs);
                    Thread.sleep(50);
                }
                top.getOutputStream().write("q".getBytes(StandardCharsets.US_ASCII));
                top.getOutputStream().flush();

                assertThat(top.waitFor(30, TimeUnit.SECONDS)).isTrue();
                assertThat(top.exitValue()).isZero();
                assertThat(Files.readString(typescript))
                        .contains("\033[?1049h", "endless  running", "\033[?1049l");
                assertThat(child.isAlive()).isTrue();
            } finally {
                top.destroyForcibly();
            }
        }
    }

    @Test
    void showsTheLogAndWhereTheTimeGoes() throws Exception {
        try (Child child = run("--cores", "1", "--log", "io.eyewall=info")) {
            String pid = Long.toString(child.pid());
            assertThat(eyewall("logs", "endless", "--pid", pid).exitCode()).isZero();
            assertThat(eyewall("logs", "nobody").exitCode()).isEqualTo(1);
            assertThat(eyewall("logs", "endless", "-n", "0").err())
                    .contains("-n is 0, expected 1 to 5000");

            Path svg = directory.resolve("flame.svg");
            Said said =
                    eyewall("flame", "endless", "--pid", pid, "--seconds", "1", "--out", "" + svg);
            assertThat(said.exitCode()).as(said.err()).isZero();
            assertThat(said.out()).contains("samples of topology 'endless'");
            assertThat(svg).content().startsWith("<?xml").contains("<svg", "endless");
            assertThat(eyewall("flame", "endless", "--seconds", "99").exitCode()).isEqualTo(2);
            assertThat(eyewall("flame", "endless", "--by", "x").err()).contains("--by is x");
            child.interrupt();
            child.exitCode();
        }
    }
}
