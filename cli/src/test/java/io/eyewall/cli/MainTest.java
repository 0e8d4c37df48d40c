package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.terminal.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {
    private static String printed(String... args) {
        StringWriter out = new StringWriter();
        assertThat(Main.commandLine().setOut(new PrintWriter(out)).execute(args)).isZero();
        return out.toString();
    }

    @Test
    void saysItsVersionAndThatOfStorm() {
        assertThat(printed("--version")).contains("eyewall ", "Storm API 2.", "Java ");
    }

    private static String refused(String... args) {
        StringWriter err = new StringWriter();
        assertThat(Main.commandLine().setErr(new PrintWriter(err)).execute(args))
                .isEqualTo(ExitCode.USAGE);
        return err.toString();
    }

    @Test
    void theServerNamesOptionsOutOfRange() {
        assertThat(refused("server", "--nimbus-port", "65536"))
                .contains("--nimbus-port is 65536, expected 0 to 65535");
        assertThat(refused("server", "--max-jar-mb", "9999999999999"))
                .contains("--max-jar-mb is 9999999999999, expected 1 to 8796093022207");
        assertThat(refused("server", "--log-mb", "0")).contains("--log-mb is 0, expected 1 to");
    }

    @Test
    void helpsWithEachCommand() {
        assertThat(printed("--help"))
                .contains(
                        "run", "server", "submit", "update", "demo", "bench", "top", "kill",
                        "doctor");
        assertThat(printed("run", "--help"))
                .contains("APP.jar", "MAIN", "--for", "-c", "--conf", "--cores", "--json", "130");
        assertThat(printed("update", "--help"))
                .contains("NAME", "APP.jar", "--limit", "--open-late", "--without-state", "--json");
        assertThat(printed("demo", "--help")).contains("--input", "--top", "--cores", "--json");
    }
}
