package io.eyewall.local.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BlobUploadTest {
    private static final byte[] MORE_THAN_A_BUFFER = new byte[100_000];

    /**
     * A {@code try} block closes the stream after a failed write, too; a partial blob must not
     * appear.
     */
    @Test
    @EnabledOnOs(OS.LINUX) // has a device that is always full
    void whatCouldNotBeWrittenDoesNotTakeItsPlace(@TempDir Path folder) throws Exception {
        Path unfinished = Files.createDirectory(folder.resolve("unfinished"));
        Files.createSymbolicLink(unfinished.resolve(BlobFiles.DATA), Path.of("/dev/full"));
        List<Path> completed = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            try (BlobUpload upload = new BlobUpload(unfinished, completed::add)) {
                                upload.write(MORE_THAN_A_BUFFER);
                            }
                        })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No space left")
                .satisfies(
                        full ->
                                assertThat(full.getSuppressed())
                                        .singleElement()
                                        .hasFieldOrPropertyWithValue("cause", full));
        assertThat(completed).isEmpty();
        assertThat(unfinished).doesNotExist();
    }
}
