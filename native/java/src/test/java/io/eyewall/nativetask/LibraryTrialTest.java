package io.eyewall.nativetask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file whose loading would end this process ends another one. */
class LibraryTrialTest {
    private static final int PT_DYNAMIC = 2;

    private final Path folder;

    LibraryTrialTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void aWholeLibraryPasses() {
        assertThatCode(() -> LibraryTrial.of(WordCountLibrary.path())).doesNotThrowAnyException();
    }

    @Test
    void aLibraryWithAHoleIsRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of(WordCountLibrary.path()));
        clearDynamicSection(bytes);
        Path damaged = Files.write(folder.resolve("damaged.so"), bytes);

        assertThatThrownBy(() -> LibraryTrial.of(damaged.toString()))
                .isInstanceOf(NativeTaskException.class)
                .hasMessageContaining(damaged.toString())
                .hasMessageContaining("was ended by signal")
                .hasMessageEndingWith("build or copy it again");
    }

    /** The loader's own message names the reason. */
    @Test
    void aFileThatIsNoLibraryIsLeftToTheLoader() throws IOException {
        Path text = Files.writeString(folder.resolve("text.so"), "no library");
        assertThatCode(() -> LibraryTrial.of(text.toString())).doesNotThrowAnyException();
    }

    /**
     * Writes zeros over what the loader reads first, by the program headers of a 64-bit ELF file.
     */
    private static void clearDynamicSection(byte[] bytes) {
        ByteBuffer elf = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int headers = (int) elf.getLong(32);
        int size = elf.getShort(54);
        int count = elf.getShort(56);
        for (int at = headers; at < headers + count * size; at += size) {
            if (elf.getInt(at) == PT_DYNAMIC) {
                int offset = (int) elf.getLong(at + 8);
                int length = (int) elf.getLong(at + 32);
                Arrays.fill(bytes, offset, offset + length, (byte) 0);
                assertThat(length).isPositive();
                return;
            }
        }
        throw new AssertionError("no dynamic section");
    }
}
