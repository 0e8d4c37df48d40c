package io.eyewall.local.blob;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.local.StormConf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.storm.blobstore.AtomicOutputStream;
import org.apache.storm.generated.SettableBlobMeta;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can't be brought: no room, no archive. */
@NullUnmarked // JUnit sets the folder
class TopologyBlobsTest {
    private static final String KEY = "key.tar";
    private static final byte[] EMPTY_TAR = new byte[10240];

    @TempDir Path folder;
    private FileBlobStore store;
    private TopologyBlobs blobs;

    @BeforeEach
    void start() throws Exception {
        store = FileBlobStore.in(folder.resolve("store"), StormConf.localMode());
        try (AtomicOutputStream out =
                store.createBlob(KEY, new SettableBlobMeta(new ArrayList<>()), null)) {
            out.write(EMPTY_TAR);
        }
        LocalizedBlob blob = new LocalizedBlob(KEY, "name", true, false);
        blobs = new TopologyBlobs("t", store, null, List.of(blob));
        Path launch = Files.createDirectory(folder.resolve("launch"));
        blobs.start(Files.createDirectory(folder.resolve("resources")), launch);
    }

    @AfterEach
    void close() {
        blobs.close();
    }

    private void update(byte[] content) throws Exception {
        store.updateBlob(KEY, content, null);
    }

    private List<String> onDisk() throws IOException {
        try (Stream<Path> paths = Files.list(blobs.codeDir().resolveSibling(TopologyBlobs.OWN))) {
            return paths.map(path -> path.getFileName().toString()).toList();
        }
    }

    private long version() {
        return blobs.versions().get("name");
    }

    @Test
    void aVersionThatFailsTakesNoRoom() throws Exception {
        update("no archive".getBytes(StandardCharsets.UTF_8));

        blobs.refresh();

        assertThat(onDisk()).containsExactly(KEY + "." + version());
    }

    @Test
    void aVersionThatFailsIsTriedMoreAndMoreSeldom() throws Exception {
        long first = version();
        update("no archive".getBytes(StandardCharsets.UTF_8));
        long failing = store.getBlobMeta(KEY, null).get_version();
        // Rounds 1, 2, 4, 8 try; the next is 16.
        for (int round = 1; round <= 8; round++) {
            blobs.refresh();
        }
        Path data = folder.resolve("store/blobs").resolve(KEY).resolve("data");
        Files.write(data, EMPTY_TAR);
        Files.setLastModifiedTime(data, FileTime.fromMillis(failing));

        for (int round = 9; round <= 15; round++) {
            blobs.refresh();
            assertThat(version()).as("after round %d", round).isEqualTo(first);
        }
        blobs.refresh();

        assertThat(version()).isEqualTo(failing);
    }

    @Test
    void anotherVersionIsTriedAtOnce() throws Exception {
        update("no archive".getBytes(StandardCharsets.UTF_8));
        for (int round = 1; round <= 8; round++) {
            blobs.refresh();
        }
        update(EMPTY_TAR);

        blobs.refresh();

        assertThat(version()).isEqualTo(store.getBlobMeta(KEY, null).get_version());
        assertThat(onDisk()).hasSize(2); // and the one before it
    }
}
