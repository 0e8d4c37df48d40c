package io.eyewall.server.nimbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarUploadsTest {
    private final Path folder;
    private Instant now = Instant.EPOCH;

    JarUploadsTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private JarUploads uploads() {
        InstantSource clock = () -> now;
        return new JarUploads(folder, new JarUploads.Limits(10, 2, 1_000, 5_000), clock);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }

    @Test
    void putsPiecesTogetherAndHandsThemOverOnce() throws Exception {
        JarUploads uploads = uploads();
        String name = uploads.begin();
        uploads.appendChunk(name, bytes("01234"));
        assertThatThrownBy(() -> uploads.claim(name)).hasMessageContaining("no jar was uploaded");
        uploads.appendChunk(name, bytes("56789"));
        uploads.finish(name);

        assertThat(uploads.claim(name)).content().isEqualTo("0123456789");
        assertThatThrownBy(() -> uploads.claim(name)).hasMessageContaining("no jar was uploaded");
    }

    @Test
    void opensNoPathOfAClients() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "secret");
        JarUploads uploads = uploads();
        for (String name : new String[] {"secret", secret.toString(), "../secret", ""}) {
            assertThatThrownBy(() -> uploads.claim(name))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> uploads.appendChunk(name, bytes("x")))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(secret).content().isEqualTo("secret");
    }

    @Test
    void refusesWhatIsTooLargeOrTooMuch() throws Exception {
        JarUploads uploads = uploads();
        String large = uploads.begin();
        uploads.appendChunk(large, bytes("0123456789"));
        assertThatThrownBy(() -> uploads.appendChunk(large, bytes("x")))
                .hasMessageContaining("10 bytes")
                .hasMessageContaining("--max-jar-mb");
        assertThat(folder).isEmptyDirectory();

        uploads.begin();
        uploads.begin();
        assertThatThrownBy(uploads::begin).hasMessageContaining("2 uploads");
    }

    @Test
    void deletesWhatNobodyGoesOnWith() throws Exception {
        JarUploads uploads = uploads();
        uploads.begin();
        String complete = uploads.begin();
        uploads.finish(complete);
        now = now.plusMillis(1_001);
        String another = uploads.begin(); // instead of the first
        assertThat(uploads.claim(complete)).exists();
        uploads.close();
        assertThatThrownBy(() -> uploads.finish(another)).hasMessageContaining("upload again");
    }
}
