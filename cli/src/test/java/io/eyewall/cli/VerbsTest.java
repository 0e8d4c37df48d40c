package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.nimbus.Refusals;
import io.eyewall.cli.terminal.ExitCode;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.storm.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every verb of the command line. */
class VerbsTest {
    private static final String ESCAPE = "\033";

    /** What they end with is another program's. */
    private static final Set<List<String>> OF_OTHERS =
            Set.of(List.of("lab", "submit"), List.of("lab", "storm"), List.of("lab", "exec"));

    static Stream<List<String>> all() {
        return Verbs.all().stream();
    }

    @Test
    void theyAreThoseOfTheIssue() {
        assertThat(Verbs.all())
                .extracting(verb -> verb.get(0))
                .contains(
                        "run",
                        "demo",
                        "jar",
                        "list",
                        "kill",
                        "activate",
                        "deactivate",
                        "rebalance",
                        "update",
                        "top",
                        "trace",
                        "logs",
                        "plan",
                        "console",
                        "server",
                        "bench",
                        "doctor",
                        "completion",
                        "version");
    }

    @ParameterizedTest
    @MethodSource("all")
    void helpIsAResult(List<String> verb) {
        Verbs.Said said = Verbs.say(Verbs.with(verb, "--help"));
        assertThat(said.code()).isZero();
        assertThat(said.err()).isEmpty();
        assertThat(said.out()).startsWith("Usage: eyewall ").doesNotContain(ESCAPE);
        if (Verbs.isLeaf(verb)) {
            assertThat(said.out())
                    .contains(OF_OTHERS.contains(verb) ? "The exit code is that of" : "Exit code");
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void anUnknownOptionIsWrongUsage(List<String> verb) {
        Verbs.Said said = Verbs.say(Verbs.with(verb, "--no-such-option"));
        assertThat(said.code()).isEqualTo(ExitCode.USAGE);
        assertThat(said.out()).isEmpty();
        assertThat(said.err())
                .startsWith("eyewall: ")
                .contains("Usage: eyewall ", "Try 'eyewall ")
                .doesNotContain(ESCAPE);
        if (!verb.get(0).equals("bench")) { // whose options are the benchmarks'
            assertThat(said.err()).contains("--no-such-option");
        }
    }

    @Test
    void nimbusElsewhereNeedsAToken() {
        Verbs.Said said = Verbs.say(List.of("server", "--nimbus-bind", "0.0.0.0"));
        assertThat(said.code()).isEqualTo(ExitCode.USAGE);
        assertThat(said.err()).contains("--nimbus-bind: ", "needs a token");
    }

    @Test
    void aPortOutOfRangeIsNamed() {
        Verbs.Said said = Verbs.say(List.of("server", "--port", "99999"));
        assertThat(said.code()).isEqualTo(ExitCode.USAGE);
        assertThat(said.err()).contains("--port is 99999, expected 0 to 65535");
    }

    @Test
    void aNimbusThatWantsALoginIsToldApart() {
        assertThat(
                        Refusals.messageOf(
                                new TTransportException(
                                        "Frame size (50331648) larger than max length (1048576)!")))
                .contains("requires a login");
    }

    @Test
    void aPasswordThatMayBeWrongIsNamedWhereAConnectionBreaks() {
        Exception broken =
                new RuntimeException(new TTransportException(new SocketException("Broken pipe")));
        Exception refused = new RuntimeException(new ConnectException("Connection refused"));
        Map<String, Object> digest =
                Map.of(
                        "storm.thrift.transport",
                        "org.apache.storm.security.auth.digest.DigestSaslTransportPlugin",
                        "java.security.auth.login.config",
                        "/home/me/eyewall.jaas");

        assertThat(Refusals.loginHint(digest, broken))
                .contains("password in /home/me/eyewall.jaas");
        assertThat(Refusals.loginHint(digest, refused)).isEmpty();
        assertThat(Refusals.loginHint(Map.of(), broken)).isEmpty();
    }

    /** On a terminal; without NO_COLOR to show that it is one. */
    @Test
    void noColourWhereNobodyWantsIt(@TempDir Path folder) throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script");
        assertThat(onTerminal(folder, "1")).contains("Usage: eyewall ").doesNotContain(ESCAPE);
        assertThat(onTerminal(folder, null)).contains("Usage: eyewall ").contains(ESCAPE + "[");
    }

    private static String onTerminal(Path folder, @Nullable String noColour) throws Exception {
        Path classPath =
                Files.writeString(
                        folder.resolve("class-path"),
                        "-cp \"" + System.getProperty("java.class.path") + "\"");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path out = folder.resolve("out");
        ProcessBuilder process =
                new ProcessBuilder(
                        "/usr/bin/script",
                        "-qec",
                        "%s @%s %s".formatted(java, classPath, Verbs.class.getName()),
                        "/dev/null");
        process.environment().put("TERM", "xterm-256color");
        process.environment().remove("NO_COLOR");
        if (noColour != null) {
            process.environment().put("NO_COLOR", noColour);
        }
        Process started = process.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        started.getOutputStream().close();
        try {
            assertThat(started.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            started.destroyForcibly();
        }
        return Files.readString(out);
    }
}
