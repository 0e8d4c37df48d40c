package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.terminal.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wrong arguments of the laboratory's commands; what they do is tested in its own module. */
class LabCommandTest {
    private static String refused(String... args) {
        StringWriter err = new StringWriter();
        assertThat(Main.commandLine().setErr(new PrintWriter(err)).execute(args))
                .isEqualTo(ExitCode.USAGE);
        return err.toString();
    }

    @Test
    void aLabIsNotMadeOfNonsense() {
        assertThat(refused("lab", "up", "--hosts", "0")).contains("0 hosts, expected 1 to 64");
        assertThat(refused("lab", "up", "--slots", "99")).contains("99 slots, expected 1 to 32");
        assertThat(refused("lab", "up", "--rate", "fast")).contains("'fast' is not a rate");
        assertThat(refused("lab", "up", "--network", "tokenring")).contains("loopback");
        assertThat(refused("lab", "up", "--network", "loopback", "--rate", "1mbit"))
                .contains("loopback has no rates");
        assertThat(refused("lab", "up", "--timeout", "0")).contains("--timeout is 0");
        assertThat(refused("lab", "up", "--extlib", "no.jar")).contains("no.jar: no such jar");
        assertThat(refused("lab", "up", "--extlib", "pom.xml")).contains("whose name ends in .jar");
        assertThat(refused("lab", "up", "--repository", "here")).contains("--repository is 'here'");
    }

    @Test
    void configurationNamesAKeyAndPerhapsAHost() {
        assertThat(refused("lab", "up", "-c", "key")).contains("expected KEY=VALUE");
        assertThat(refused("lab", "up", "--hosts", "2", "-c", "host3:key=1"))
                .contains("configuration for 'host3'");
        assertThat(refused("lab", "up", "-c", "box:key=1")).contains("configuration for 'box'");
    }

    @Test
    void aGeneratorIsWhereItCanBeAsked() {
        assertThat(refused("lab", "up", "--generator", "head:9627"))
                .contains("--generator is 'head:9627', expected http://HOST:PORT");
        assertThat(refused("lab", "up", "--generator-token-file", "token"))
                .contains("belongs to --generator");
        assertThat(
                        refused(
                                "lab",
                                "up",
                                "--generator",
                                "http://10.83.0.254:9627",
                                "--generator-token-file",
                                "no.token"))
                .contains("no.token is not a readable file");
    }

    @Test
    void aGeneratorsTokenIsNotForOtherUsers(@TempDir Path directory) throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "0123456789abcdefghij");
        String[] wrong = {
            "lab", "up", "--generator", "head:9627", "--generator-token-file", token.toString()
        };
        String warning = "--generator-token-file %s can be read by other users".formatted(token);
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(refused(wrong)).contains(warning);
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        assertThat(refused(wrong)).doesNotContain("other users");
    }

    @Test
    void partsSayWhatTheyMiss() {
        assertThat(refused("lab"))
                .contains("expected a subcommand; 'eyewall lab --help' lists them");
        assertThat(refused("lab", "frob")).contains("frob");
        assertThat(refused("lab", "kill")).contains("WHAT");
        assertThat(refused("lab", "shape", "host1")).contains("--rate");
        assertThat(refused("lab", "shape", "host1", "--rate", "7bit")).contains("expected 8000 to");
        assertThat(refused("lab", "submit", "no.jar", "Main")).contains("no.jar: no such file");
        assertThat(refused("lab", "down", "--name", "../x"))
                .contains("--name: '../x' is not a name");
    }

    @Test
    void helpNamesTheParts() {
        StringWriter out = new StringWriter();
        assertThat(Main.commandLine().setOut(new PrintWriter(out)).execute("lab", "--help"))
                .isZero();
        assertThat(out.toString())
                .contains("up", "status", "submit", "storm", "shape", "kill", "start", "down")
                .containsPattern("(?m)^ +schedule ");
    }
}
