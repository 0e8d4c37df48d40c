package io.eyewall.control.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A log is read while its files are put aside, emptied, or replaced by something else. */
@Timeout(120)
class RotatedLogTest {
    private static final int KEPT = 2;

    @TempDir private Path folder = Path.of("/nowhere");
    private Path file = Path.of("/nowhere");
    private RotatedLog log = new RotatedLog(file, 0);

    @BeforeEach
    void make() {
        file = folder.resolve("worker.log");
        log = new RotatedLog(file, KEPT);
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void rotate() throws IOException {
        Files.deleteIfExists(numbered(KEPT));
        for (int i = KEPT - 1; i >= 1; i--) {
            if (Files.exists(numbered(i))) {
                Files.move(numbered(i), numbered(i + 1));
            }
        }
        Files.move(file, numbered(1));
    }

    private Path numbered(int number) {
        return folder.resolve("worker.log." + number);
    }

    @Test
    void theLastLinesComeFromOlderFilesToo() throws Exception {
        write("a\nb\n");
        rotate();
        write("c\nd");

        LogPage page = log.read(null, 2);
        assertThat(page.lines()).containsExactly("b", "c");
        assertThat(page.rest()).isEqualTo("d");
        assertThat(log.read(null, 100).lines()).containsExactly("a", "b", "c");
    }

    @Test
    void whatFollowsIsReadOnceAcrossRotations() throws Exception {
        write("a\nb");
        LogPage first = log.read(null, 10);
        write("b\nc\n");
        rotate();
        write("d\n");
        rotate();
        write("e\n");

        LogPage second = log.read(first.cursor(), 10);
        assertThat(second.lines()).containsExactly("bb", "c", "d", "e");
        assertThat(second.missed()).isFalse();
        assertThat(log.read(second.cursor(), 10).lines()).isEmpty();
    }

    @Test
    void linesStayWholeWhereAPageEndsWithinAnOlderFile() throws Exception {
        write("first\n");
        LogPage page = log.read(null, 10);
        List<String> written = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2 * LogPage.MAX_BYTES / 100; i++) {
            written.add("line " + i + " " + "x".repeat(90));
            text.append(written.get(i)).append('\n');
        }
        write(text.toString());
        rotate();
        write("last\n");
        written.add("last");

        List<String> read = new ArrayList<>();
        while (!read.contains("last")) {
            page = log.read(page.cursor(), LogPage.MAX_LINES);
            assertThat(page.lines()).isNotEmpty();
            read.addAll(page.lines());
        }
        assertThat(read).isEqualTo(written);
    }

    @Test
    void aPageHasNoMoreLinesThanAsked() throws Exception {
        write("a\nb\nc\nd\n");
        String cursor = log.read(null, 1).cursor();
        write("e\nf\ng\n");
        rotate();
        write("h\n");

        LogPage two = log.read(cursor, 2);
        assertThat(two.lines()).containsExactly("e", "f");
        assertThat(log.read(two.cursor(), 2).lines()).containsExactly("g", "h");
    }

    @Test
    void whoWasAwayForTooLongIsToldSo() throws Exception {
        write("a\n");
        String cursor = log.read(null, 1).cursor();
        for (int i = 0; i <= KEPT; i++) {
            rotate();
            write("later" + i + "\n");
        }

        LogPage page = log.read(cursor, 1);
        assertThat(page.lines()).containsExactly("later" + KEPT);
        assertThat(page.missed()).isTrue();
    }

    @Test
    void aFileThatWasEmptiedIsReadFromItsBegin() throws Exception {
        write("a long line that is gone\n");
        String cursor = log.read(null, 1).cursor();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
        write("new\n");

        LogPage page = log.read(cursor, 10);
        assertThat(page.lines()).containsExactly("new");
        assertThat(page.missed()).isTrue();
    }

    @Test
    void aLineWithoutEndComesInPieces() throws Exception {
        write("begin\n");
        String cursor = log.read(null, 1).cursor();
        write("x".repeat(3 * LogPage.MAX_BYTES) + "\nlast\n");

        List<String> lines = new ArrayList<>();
        while (!lines.contains("last")) {
            LogPage page = log.read(cursor, 10);
            assertThat(page.lines()).isNotEmpty();
            lines.addAll(page.lines());
            cursor = page.cursor();
        }
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThan(4_100));
        assertThat(lines.get(0)).contains("more characters");
        assertThat(log.read(null, 2).lines()).last().isEqualTo("last");
    }

    @Test
    void nonsenseForACursorGivesTheLastLines() throws Exception {
        write("a\n");
        for (String cursor :
                List.of("", ":", "x:1", "(dev=1,ino=2):-5:1", "a:99999999999999999999:1")) {
            LogPage page = log.read(cursor, 5);
            assertThat(page.lines()).as(cursor).containsExactly("a");
            assertThat(page.missed()).as(cursor).isTrue();
        }
    }

    @Test
    void linksAndFoldersAreNoLogs() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "password\n");
        Files.createSymbolicLink(file, secret);
        assertThatThrownBy(() -> log.read(null, 1)).isInstanceOf(NoSuchFileException.class);

        Files.delete(file);
        Files.createDirectory(file);
        assertThatThrownBy(() -> log.read(null, 1)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void nothingIsLostOrTwiceWhileItIsWritten() throws Exception {
        int lines = 3_000;
        write("0\n");
        AtomicBoolean done = new AtomicBoolean();
        String[] cursor = {log.read(null, 1).cursor()};
        List<String> read = new ArrayList<>();
        Thread writer =
                new Thread(
                        () -> {
                            try {
                                for (int i = 1; i <= lines; i++) {
                                    write(i + "\n");
                                    if (i % 1_000 == 0) { // 3 rotations: the first file is gone
                                        synchronized (read) {
                                            take(cursor, read);
                                        }
                                        rotate();
                                        write("");
                                    }
                                }
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            } finally {
                                done.set(true);
                            }
                        });
        writer.start();
        while (!done.get()) {
            synchronized (read) {
                take(cursor, read);
            }
        }
        writer.join();
        take(cursor, read);

        assertThat(read).hasSize(lines);
        for (int i = 0; i < lines; i++) {
            assertThat(read.get(i)).isEqualTo(Integer.toString(i + 1));
        }
    }

    private void take(String[] cursor, List<String> lines) throws IOException {
        LogPage page = log.read(cursor[0], LogPage.MAX_LINES);
        assertThat(page.missed()).isFalse();
        lines.addAll(page.lines());
        cursor[0] = page.cursor();
    }
}
