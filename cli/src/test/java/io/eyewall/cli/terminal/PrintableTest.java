package io.eyewall.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void showsWhatWouldControlATerminalAsItsCode() {
        assertThat(
                        Printable.line(
                                "a\tb \033[31mred\u0007 \u009b \u202e \u2028 \ud800 caf\u00e9 \ud83d\ude00"))
                .isEqualTo(
                        "a b \\u001b[31mred\\u0007 \\u009b \\u202e \\u2028 \\ud800 caf\u00e9"
                                + " \ud83d\ude00");
    }

    @Test
    void cutsOffLongLines() {
        assertThat(Printable.line("x".repeat(10_000_000)))
                .isEqualTo("x".repeat(400) + "... (9999600 more characters)");
    }

    @Test
    void lastWordsKeepTheRemedyAtTheirEnd() {
        String text = "x".repeat(1_000) + "; move the folder away";
        assertThat(Printable.finalMessage(text)).isEqualTo(text);
        assertThat(Printable.finalMessage("x".repeat(10_000)))
                .isEqualTo("x".repeat(2_000) + "... (8000 more characters)");
    }

    @Test
    void takesAStackTraceApart() {
        String text = "app.Lost: one\r\ntwo\n\tat a\n".concat("\tat b\n".repeat(100));
        assertThat(Printable.headline(text)).isEqualTo("app.Lost: one");
        assertThat(Printable.details(text).lines())
                .hasSize(20)
                .startsWith("    two", "    at a", "    at b");
        assertThat(Printable.headline("app.Lost")).isEqualTo("app.Lost");
        assertThat(Printable.details("app.Lost")).isEmpty();
    }
}
