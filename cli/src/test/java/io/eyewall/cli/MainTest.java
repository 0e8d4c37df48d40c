package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

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

    @Test
    void helpsWithEachCommand() {
        assertThat(printed("--help"))
                .contains("run", "server", "jar", "demo", "bench", "top", "kill", "doctor");
        assertThat(printed("run", "--help"))
                .contains("APP.jar", "MAIN", "--for", "-c", "--conf", "--cores", "--json", "130");
        assertThat(printed("demo", "--help")).contains("--input", "--top", "--cores", "--json");
    }
}
