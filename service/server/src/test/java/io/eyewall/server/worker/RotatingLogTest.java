package io.eyewall.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatingLogTest {
    private final Path folder;

    RotatingLogTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private static void write(RotatingLog log, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        log.write(bytes, 0, bytes.length);
    }

    @Test
    void putsFullFilesAsideAndForgetsTheOldest() throws Exception {
        Path file = folder.resolve("a.log");
        try (RotatingLog log = new RotatingLog(file, 10, 2)) {
            for (int i = 0; i < 8; i++) {
                write(log, "line " + i + "\n");
            }
        }
        assertThat(file).content().isEqualTo("line 6\nline 7\n");
        assertThat(folder.resolve("a.log.1")).content().isEqualTo("line 4\nline 5\n");
        assertThat(folder.resolve("a.log.2")).content().isEqualTo("line 2\nline 3\n");
        assertThat(folder.resolve("a.log.3")).doesNotExist();
    }

    @Test
    void goesOnWithAFileThatIsThere() throws Exception {
        Path file = folder.resolve("a.log");
        Files.writeString(file, "0123456789");
        try (RotatingLog log = new RotatingLog(file, 10, 1)) {
            write(log, "next");
        }
        assertThat(file).content().isEqualTo("next");
        assertThat(folder.resolve("a.log.1")).content().isEqualTo("0123456789");
    }

    @Test
    void losesWhatCannotBeWrittenAndSaysSoWhenThereIsRoom() throws Exception {
        Path file = folder.resolve("a.log");
        Files.createSymbolicLink(file, Path.of("/dev/full"));
        try (RotatingLog log = new RotatingLog(file, 1_000, 1)) {
            write(log, "lost");
            write(log, "lost, too");
            Files.delete(file);
            write(log, "kept");
            write(log, " and this");
        }
        assertThat(file)
                .content()
                .isEqualTo(
                        "\n[13 bytes of output are lost: No space left on device]\nkept and this");
    }
}
