package io.eyewall.control.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The last lines in memory: bounded, whatever is written. */
class LogTailTest {
    private final LogTail tail = new LogTail(StandardCharsets.UTF_8);

    private void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        tail.write(bytes, 0, bytes.length);
    }

    @Test
    void linesComeInTheirOrderAndOnce() {
        write("a\nb");
        LogPage first = tail.read(null, 10);
        assertThat(first.lines()).containsExactly("a");
        assertThat(first.rest()).isEqualTo("b");
        write("b\r\nc\n");

        LogPage second = tail.read(first.cursor(), 1);
        assertThat(second.lines()).containsExactly("bb");
        assertThat(tail.read(second.cursor(), 10).lines()).containsExactly("c");
        assertThat(tail.read(null, 2).lines()).containsExactly("bb", "c");
    }

    @Test
    void whoIsTooSlowIsToldWhatIsMissing() {
        write("first\n");
        String cursor = tail.read(null, 1).cursor();
        for (int i = 0; i < 10_000; i++) {
            write(i + "\n");
        }

        LogPage page = tail.read(cursor, 5_000);
        assertThat(page.missed()).isTrue();
        assertThat(page.lines()).hasSize(2_000).last().isEqualTo("9999");
    }

    @Test
    void longLinesAreCutAndManyOfThemForgotten() {
        for (int i = 0; i < 1_000; i++) {
            write("\u00e4".repeat(100_000) + "\n");
        }
        LogPage page = tail.read(null, 5_000);
        assertThat(page.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(4_100));
        assertThat(page.lines().stream().mapToInt(String::length).sum()).isLessThan(512 << 10);
    }

    @Test
    void aCursorOfAnotherLogGivesTheLastLines() {
        write("a\n");
        LogPage page = tail.read(new LogTail(StandardCharsets.UTF_8).read(null, 1).cursor(), 5);
        assertThat(page.lines()).containsExactly("a");
        assertThat(page.missed()).isTrue();
    }
}
