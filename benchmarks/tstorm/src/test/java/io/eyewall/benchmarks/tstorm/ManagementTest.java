package io.eyewall.benchmarks.tstorm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ManagementTest {
    @Test
    void refusesNumbersThatMakeNoSenseBeforeAnythingRuns() {
        assertThat(refusal("--seconds=0")).contains("--seconds is 0, expected 1 or more");
        assertThat(refusal("--settle=-1")).contains("--settle is -1, expected 0 or more");
    }

    private static String refusal(String argument) {
        StringWriter said = new StringWriter();
        CommandLine command = new CommandLine(new Management()).setErr(new PrintWriter(said, true));
        assertThat(command.execute("--home=none", argument)).isEqualTo(CommandLine.ExitCode.USAGE);
        return said.toString();
    }
}
