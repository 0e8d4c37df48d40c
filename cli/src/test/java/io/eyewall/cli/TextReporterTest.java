package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextReporterTest {
    private static final Progress PROGRESS =
            new Progress(
                    "words",
                    12,
                    List.of(
                            new Progress.Component("count", 100, 1_250_000, 3),
                            new Progress.Component("lines", 50, 12_340, 0),
                            new Progress.Component("split", 7, 7, 0)),
                    40,
                    2,
                    8);

    @Test
    void writesRatesForPeople() {
        assertThat(TextReporter.text(PROGRESS))
                .isEqualTo(
                        "words 12s: count 1.3M/s lines 12.3k/s split 7/s"
                                + " | acked 40 pending 8 failed 2");
    }

    @Test
    void staysOnOneLineOfATerminal() {
        assertThat(printed(true)).isEqualTo("\r\033[Kwords 12s: count 1.");
        assertThat(printed(false)).endsWith("failed 2" + System.lineSeparator());
    }

    private static String printed(boolean terminal) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new TextReporter(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal, 20)
                .onProgress(PROGRESS);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
