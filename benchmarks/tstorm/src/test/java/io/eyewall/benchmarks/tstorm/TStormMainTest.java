package io.eyewall.benchmarks.tstorm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TStormMainTest {
    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    @Test
    void refusesAnUnknownSchedulerBeforeAnythingRuns() {
        assertThat(refusal("--schedulers", "storm,fifo")).contains("fifo", "STORM, RAS, EYEWALL");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void refusesAnUnknownTopologyBeforeAnythingRuns() {
        assertThat(refusal("words", "sort")).contains("'sort'", "throughput, words, log");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void refusesNumbersThatMakeNoSenseBeforeAnythingRuns() {
        assertThat(refusal("--hosts=0")).contains("--hosts is 0, expected 1 or more");
        assertThat(refusal("--slots=0")).contains("--slots is 0, expected 1 or more");
        assertThat(refusal("--seconds=20")).contains("--seconds is 20, expected 21 or more");
        assertThat(refusal("--scale=-1")).contains("--scale is -1.0, expected more than 0");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void takesTheNamesThatTheHelpHas() throws Exception {
        CommandLine.ParseResult parsed =
                TStormMain.command(new TStormMain())
                        .parseArgs(
                                "log",
                                "words",
                                "--schedulers=ras,eyewall",
                                "--home=" + Files.createDirectory(folder.resolve("home")),
                                "--out=" + folder.resolve("out"));
        assertThat(parsed.matchedPositional(0).<Object>getValue()).hasToString("[LOG, WORDS]");
        assertThat(parsed.matchedOption("--schedulers").getValue().toString())
                .isEqualTo("[RAS, EYEWALL]");
    }

    /** What is said of arguments that must be refused. */
    private String refusal(String... arguments) {
        StringWriter said = new StringWriter();
        CommandLine command =
                TStormMain.command(new TStormMain()).setErr(new PrintWriter(said, true));
        String[] all = new String[arguments.length + 2];
        all[0] = "--home=" + folder.resolve("home");
        all[1] = "--out=" + folder.resolve("out");
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        assertThat(command.execute(all)).isEqualTo(CommandLine.ExitCode.USAGE);
        return said.toString();
    }
}
