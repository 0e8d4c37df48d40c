package io.eyewall.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tells of the command itself, and of the machine. */
class ShellCommandsTest {
    private static String printed(String... args) {
        StringWriter out = new StringWriter();
        assertThat(Main.commandLine().setOut(new PrintWriter(out)).execute(args)).isZero();
        return out.toString();
    }

    @Test
    void versionSaysWhatTheOptionSays() {
        assertThat(printed("version")).isEqualTo(printed("--version"));
    }

    @Test
    void bashCompletesCommandsAndOptions(@TempDir Path directory) throws Exception {
        Path bash = Path.of("/bin/bash");
        assumeTrue(Files.isExecutable(bash), "there is no " + bash);
        Path script = Files.writeString(directory.resolve("e.sh"), printed("completion", "bash"));
        String line =
                "source "
                        + script
                        + "; COMP_WORDS=(eyewall rebal); COMP_CWORD=1; COMP_LINE='eyewall rebal';"
                        + " _complete_eyewall; echo ${COMPREPLY[@]}";
        Process process =
                new ProcessBuilder(bash.toString(), "-c", line).redirectErrorStream(true).start();

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(new String(process.getInputStream().readAllBytes(), US_ASCII).strip())
                .isEqualTo("rebalance");
    }

    @Test
    void fishIsToldOfEachCommand() {
        assertThat(printed("completion", "fish"))
                .contains(
                        "complete -c eyewall -n '__fish_use_subcommand' -f -a kill -d 'End a"
                                + " topology'",
                        "complete -c eyewall -n '__fish_seen_subcommand_from kill' -s w -r -d 'Time"
                                + " for which pending messages may complete (default",
                        "complete -c eyewall -n '__fish_seen_subcommand_from plan; and not"
                                + " __fish_seen_subcommand_from ",
                        "' -f -a show",
                        "complete -c eyewall -n '__fish_seen_subcommand_from plan; and"
                                + " __fish_seen_subcommand_from show' -l json",
                        "' -a flux -d") // a jar may stand there, too
                .doesNotContain("-f -a flux");
    }

    @Test
    void doctorLooksAtTheMachine() throws IOException {
        assertThat(printed("doctor"))
                .contains("ok       Java ", "memory ", "processors ", "port 8080", "python3");
        for (String line : printed("doctor", "--json").lines().toList()) {
            JsonNode finding = new ObjectMapper().readTree(line);
            assertThat(finding.path("verdict").asText()).isIn("OK", "NOTE");
            assertThat(finding.path("says").asText()).isNotEmpty();
        }
    }
}
