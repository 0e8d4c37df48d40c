package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cluster.generator.GeneratorServer;
import io.eyewall.cluster.generator.MeasuredLoads;
import io.eyewall.cluster.load.LoadBook;
import io.eyewall.web.AccessToken;
import io.eyewall.web.WebSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands against a generator in this process; plans are tested in their own module. */
class ScheduleCommandTest {
    private static final String TOKEN = "a-token-of-more-than-20-characters";

    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    private @Nullable GeneratorServer server;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void serve() throws IOException {
        server =
                GeneratorServer.start(
                        folder.resolve("state"),
                        WebSettings.loopback(0).with(new AccessToken(TOKEN)),
                        null,
                        77,
                        new MeasuredLoads(new LoadBook(InstantSource.system())),
                        List.of());
        Files.writeString(folder.resolve("token"), TOKEN + "\n");
    }

    @AfterEach
    void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(List.of("schedule"));
        all.addAll(Arrays.asList(args));
        all.addAll(
                List.of(
                        "--url",
                        server == null ? "" : server.address(),
                        "--token-file",
                        folder.resolve("token").toString()));
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
    }

    @Test
    void whatIsUsedIsShownAndOutlivesTheGenerator() throws IOException {
        assertThat(run("status")).isZero();
        assertThat(out.toString())
                .contains("affinity, every 77 s", "none yet", "Nimbus      has not been heard");

        assertThat(run("use", "tstorm", "-p", "gamma=1.7", "-p", "theta=0.7", "--adopt", "always"))
                .isZero();
        assertThat(out.toString()).contains("found by tstorm from the next evaluation on");
        stop();
        serve();
        assertThat(run("status", "--json")).isZero();
        JsonNode settings = new ObjectMapper().readTree(out.toString()).path("settings");
        assertThat(settings.path("algorithm").asText()).isEqualTo("tstorm");
        assertThat(settings.path("parameters").path("gamma").asDouble()).isEqualTo(1.7);
        assertThat(settings.path("adopt").asText()).isEqualTo("ALWAYS");

        assertThat(run("use", "off")).isZero();
        assertThat(out.toString()).contains("executors stay where they are");
        assertThat(run("now", "--dry-run")).isEqualTo(1);
        assertThat(out.toString()).contains("NOTHING, Nimbus has not been heard yet");
    }

    @Test
    void whatIsRefusedSaysWhy() throws IOException {
        assertThat(run("use", "magic")).isEqualTo(2);
        assertThat(err.toString()).contains("no placement algorithm 'magic'", "affinity");
        assertThat(run("use", "affinity", "-p", "gama=2")).isEqualTo(2);
        assertThat(err.toString()).contains("no parameter 'gama'", "gamma", "theta");
        assertThat(run("use", "tstorm", "--period", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("the period is 0 s, expected 1 to 86400");
        assertThat(run("use", "tstorm", "--adopt", "never")).isEqualTo(2);
        assertThat(err.toString()).contains("expected \"gain\" or \"always\"");

        Files.writeString(folder.resolve("token"), "another");
        assertThat(run("status")).isEqualTo(1);
        assertThat(err.toString()).contains("token");
        stop();
        assertThat(run("status")).isEqualTo(1);
        assertThat(err.toString()).contains("no generator answers", "schedule serve");
    }

    private static String refused(String... args) {
        StringWriter err = new StringWriter();
        assertThat(Main.commandLine().setErr(new PrintWriter(err)).execute(args))
                .isEqualTo(ExitCode.USAGE);
        return err.toString();
    }

    @Test
    void partsSayWhatTheyMiss() {
        assertThat(refused("schedule"))
                .contains("expected a subcommand: serve, status, use, now or record");
        assertThat(refused("schedule", "use")).contains("ALGORITHM");
        assertThat(refused("schedule", "status", "--url", "x")).contains("expected http://HOST");
        assertThat(refused("schedule", "serve", "--bind", "0.0.0.0")).contains("needs a token");
        assertThat(refused("cluster")).contains("expected a subcommand: install or uninstall");
        assertThat(refused("cluster", "install")).contains("STORM_HOME");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "http://",
                "localhost:9627",
                "ftp://localhost",
                "http://a b",
                "http://localhost:99999",
                "http://localhost:0",
                "http://localhost/?a=b",
                "http://me:secret@localhost"
            })
    void whatNobodyCanAskIsNoAddress(String url) throws IOException {
        Path storm = folder.resolve("storm");
        Files.createDirectories(storm.resolve("lib"));
        Files.createDirectories(storm.resolve("conf"));
        Path yaml = Files.writeString(storm.resolve("conf").resolve("storm.yaml"), "a: 1\n");

        assertThat(refused("schedule", "status", "--url", url))
                .contains("--url is '" + url + "', expected http://HOST:PORT");
        assertThat(refused("cluster", "install", storm.toString(), "--generator", url))
                .contains("--generator is '" + url + "', expected http://HOST:PORT");
        assertThat(yaml).hasContent("a: 1");
    }

    @Test
    void aTokenThatCannotBeSentIsNotSent() throws IOException {
        Path file = folder.resolve("other");

        assertThat(refused("schedule", "status", "--token-file", file.toString()))
                .contains("--token-file " + file + " can't be read");
        Files.writeString(file, "one\ntwo");
        assertThat(refused("schedule", "status", "--token-file", file.toString()))
                .contains("does not contain a token: expected printable ASCII");
    }

    @Test
    void aSecondGeneratorOfTheSameFolderIsRefused() {
        StringWriter said = new StringWriter();
        assertThat(
                        Main.commandLine()
                                .setErr(new PrintWriter(said))
                                .execute(
                                        "schedule",
                                        "serve",
                                        "--port",
                                        "0",
                                        "--state",
                                        folder.resolve("state").toString()))
                .isEqualTo(1);
        assertThat(said.toString()).contains("another generator runs", "--state");
    }

    @Test
    void noInstallationIsNamed() {
        StringWriter said = new StringWriter();
        assertThat(
                        Main.commandLine()
                                .setErr(new PrintWriter(said))
                                .execute("cluster", "uninstall", folder.toString()))
                .isEqualTo(1);
        assertThat(said.toString()).contains("is not an installation of Storm");
    }
}
