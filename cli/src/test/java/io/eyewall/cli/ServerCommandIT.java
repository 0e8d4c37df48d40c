package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.terminal.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/guides/server.md, in their order. */
@Timeout(300)
class ServerCommandIT {
    private static final String SPINNING =
            """
            package app;

            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.Map;
            import org.apache.storm.Config;
            import org.apache.storm.StormSubmitter;
            import org.apache.storm.spout.SpoutOutputCollector;
            import org.apache.storm.task.TopologyContext;
            import org.apache.storm.topology.OutputFieldsDeclarer;
            import org.apache.storm.topology.TopologyBuilder;
            import org.apache.storm.topology.base.BaseRichSpout;

            public class Spinning {
                static class Busy extends BaseRichSpout {
                    final String entered;

                    Busy(String entered) {
                        this.entered = entered;
                    }

                    @Override
                    public void open(Map<String, Object> conf, TopologyContext context,
                            SpoutOutputCollector collector) {}

                    @Override
                    public void nextTuple() {
                        try {
                            Files.writeString(Path.of(entered), "");
                        } catch (java.io.IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                        while (true) {}
                    }

                    @Override
                    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
                }

                public static void main(String[] args) throws Exception {
                    TopologyBuilder builder = new TopologyBuilder();
                    builder.setSpout("busy", new Busy(args[0]));
                    StormSubmitter.submitTopology("spinning", new Config(), builder.createTopology());
                }
            }
            """;

    private static final Pattern PORT = Pattern.compile("Storm's clients: 127\\.0\\.0\\.1:(\\d+)");
    private static final Pattern PID = Pattern.compile(" {2}pid (\\d+)");

    private static String eyewall(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code =
                Main.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(args);
        return code + " " + out + err;
    }

    private static void await(String what, String wanted, String... args) throws Exception {
        String said = eyewall(args);
        for (int i = 0; !Pattern.compile(wanted).matcher(said).find(); i++) {
            assertThat(i).as(what + ": " + said).isLessThan(600);
            Thread.sleep(100);
            said = eyewall(args);
        }
    }

    private static String port(Child server) throws Exception {
        server.awaitErr("Ready.");
        Matcher port = PORT.matcher(server.err());
        assertThat(port.find()).as(server.err()).isTrue();
        return port.group(1);
    }

    private static Child server(Path directory, String... more) throws Exception {
        List<String> args = new ArrayList<>(List.of("server", "--state", stateOf(directory)));
        args.addAll(List.of("--nimbus-port", "0", "--port", "0"));
        args.addAll(List.of(more));
        return Child.start(directory, List.of(), args.toArray(new String[0]));
    }

    @Test
    void submitsListsSurvivesTheServerAndKills(@TempDir Path directory) throws Exception {
        Path jar = Files.copy(TestApps.build(directory, List.of()), directory.resolve("app.jar"));
        try {
            try (Child server = server(directory)) {
                Child submitted =
                        Child.run(
                                directory,
                                "submit",
                                "--to",
                                "storm://127.0.0.1:" + port(server),
                                jar.toString(),
                                "app.Endless");
                assertThat(submitted.exitCode()).as(submitted.err()).isZero();
                await("submitted", "endless +\\S+ +ACTIVE +(running|idle) ", "list");
                crash("endless");
                await(
                        "the server's word",
                        "^0 endless  restarting  up ",
                        "top",
                        "endless",
                        "--once");

                Child second = Child.run(directory, "server", "--state", stateOf(directory));
                assertThat(second.exitCode()).isEqualTo(ExitCode.FAILED);
                assertThat(second.err())
                        .contains("in use by another server (process " + server.pid(), "--state");
            } // by SIGKILL
            assertThat(eyewall("list")).containsPattern("endless +\\S+ +ACTIVE");
            assertThat(eyewall("logs", "endless"))
                    .startsWith("0 ")
                    .contains("runs topology endless");
            assertThat(eyewall("deactivate", "endless")).startsWith("0 ").contains("deactivated");

            try (Child server = server(directory)) {
                server.awaitErr("which was there before");
                server.awaitErr("Ready.");
                await("taken over", "endless +\\S+ +INACTIVE", "list");
                server.interrupt();
                assertThat(server.exitCode()).isEqualTo(130);
                assertThat(server.err()).contains("topologies go on: 1.", "eyewall kill NAME");
            }
        } finally {
            assertThat(eyewall("kill", "endless", "-w", "0")).startsWith("0 ");
        }
        await("over", "nothing is running|^0 (?s:(?!endless).)*$", "list");
    }

    /** Ends the process that runs a topology, as a crash would; the server starts another. */
    private static void crash(String topology) {
        Matcher pid = PID.matcher(eyewall("top", topology, "--once"));
        assertThat(pid.find()).isTrue();
        ProcessHandle.of(Long.parseLong(pid.group(1))).orElseThrow().destroyForcibly();
    }

    private static String stateOf(Path directory) {
        return directory.resolve("state").toString();
    }

    @Test
    @Tag("complete")
    void codeInsideTheServerThatNeverReturnsIsNamed(@TempDir Path directory) throws Exception {
        Path jar = AppJar.build(directory, Map.of("app.Spinning", SPINNING), List.of());
        Path entered = directory.resolve("entered");
        try (Child server = server(directory, "--in-process", "-c", "eyewall.cores=1")) {
            String to = "storm://127.0.0.1:" + port(server);
            String[] submit = {
                "submit", "--to", to, jar.toString(), "app.Spinning", entered.toString()
            };
            Child submitted = Child.run(directory, submit);
            assertThat(submitted.exitCode()).as(submitted.err()).isZero();
            for (int i = 0; !Files.exists(entered); i++) {
                assertThat(i).as("looks for nextTuple: " + server.err()).isLessThan(600);
                Thread.sleep(100);
            }

            await("killed", "^0 ", "kill", "spinning", "-w", "0");

            server.awaitErr("which only the end of the server ends");
            assertThat(server.err()).contains("app.Spinning$Busy.nextTuple");
        }
    }

    @Test
    @Tag("complete") // Storm's client tries for ten seconds
    void saysThatThereIsNoServer(@TempDir Path directory) throws Exception {
        Path jar = Files.copy(TestApps.build(directory, List.of()), directory.resolve("app.jar"));
        Child child =
                Child.run(
                        directory,
                        "jar",
                        "--to",
                        "storm://127.0.0.1:1",
                        jar.toString(),
                        "app.Endless");
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(child.err())
                .contains(
                        "no Nimbus that has a leader answers at storm://127.0.0.1:1",
                        "eyewall server");
    }

    @Test
    void warnsOfATokenThatOthersMayRead(@TempDir Path directory) throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "0123456789abcdefghij");
        String[] unusable = {
            "server", "--token-file", token.toString(), "--state", token + "/state"
        };
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(eyewall(unusable))
                .startsWith("1 ")
                .contains("--token-file " + token + " can be read by other users of this machine");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        assertThat(eyewall(unusable)).startsWith("1 ").doesNotContain("other users");
    }

    @Test
    void refusesWhatIsWrong(@TempDir Path directory) throws Exception {
        assertThat(eyewall("server", "--bind", "0.0.0.0"))
                .startsWith("2 ")
                .contains("needs a token");
        assertThat(eyewall("server", "--max-jar-mb", "0"))
                .startsWith("2 ")
                .contains("--max-jar-mb is 0, expected 1 to ");
        assertThat(eyewall("server", "--token-file", "/nowhere"))
                .startsWith("2 ")
                .contains("--token-file /nowhere can't be read");
        assertThat(eyewall("server", "--tls-key", "/nowhere")).contains("belong together");
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThat(eyewall("server", "--state", file + "/state"))
                .startsWith("1 ")
                .contains(file + "/state can't be used");
        assertThat(eyewall("submit", "--to", "storm://host", "app.jar", "Main"))
                .startsWith("2 ")
                .contains("no such file");
        assertThat(eyewall("jar", "--to", "host:x", "app.jar", "Main"))
                .startsWith("2 ")
                .contains("'host:x' is not the address of a Nimbus; expected storm://HOST[:PORT]");
    }
}
