package io.eyewall.local.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests blobs that can't be fetched: the disk is full, or the archive is invalid. */
@NullUnmarked // JUnit sets the folder
class TopologyBlobsTest {
    private static final String KEY = "key.tar";
    private static final byte[] EMPTY_TAR = new byte[10240];

    @TempDir Path folder;
    private FileBlobStore store;
    private TopologyBlobs blobs;

    @BeforeEach
    void start() throws Exception {
        store = FileBlobStore.open(folder.resolve("store"), StormConf.localMode());
        try (AtomicOutputStream out =
                store.createBlob(KEY, new SettableBlobMeta(new ArrayList<>()), null)) {
            out.write(EMPTY_TAR);
        }
        LocalizedBlob blob = new LocalizedBlob(KEY, "name", true, false);
        blobs = new TopologyBlobs("t", store, null, List.of(blob), new KeptBlobs(null));
        Path launch = Files.createDirectory(folder.resolve("launch"));
        blobs.localize(Files.createDirectory(folder.resolve("resources")), launch);
    }

    @AfterEach
    void close() {
        blobs.close();
    }

    private void update(byte[] content) throws Exception {
        store.updateBlob(KEY, content, null);
    }

    private List<String> onDisk() throws IOException {
        try (Stream<Path> paths =
                Files.list(blobs.codeDir().resolveSibling(TopologyBlobs.VERSIONS_FOLDER))) {
            return paths.map(path -> path.getFileName().toString()).toList();
        }
    }

    private long version() {
        return blobs.versions().get("name");
    }

    /**
     * Creates a link as another topology inside the same server would, which shares no static state
     * with this one.
     */
    private Path linkOfAnother(String key) throws Exception {
        blobs.close();
        String prefix = LaunchDirectory.folderPrefix();
        Path other = Files.createDirectory(folder.resolve(prefix + "other"));
        Path version =
                Files.createDirectories(other.resolve(TopologyBlobs.VERSIONS_FOLDER).resolve(key));
        Files.createSymbolicLink(other.resolve("name"), version);
        Path link = folder.resolve("launch/name");
        Files.createSymbolicLink(link, other.resolve("name"));
        blobs =
                new TopologyBlobs(
                        "t",
                        store,
                        null,
                        List.of(new LocalizedBlob(KEY, "name", true, false)),
                        new KeptBlobs(null));
        return link;
    }

    @Test
    void aLinkOfAnotherTopologyInsideTheProcessIsSharedAndThenTakenOver() throws Exception {
        Path link = linkOfAnother(KEY + ".1");
        Path target = Files.readSymbolicLink(link);

        blobs.localize(folder.resolve("resources"), folder.resolve("launch"));
        blobs.refresh();
        assertThat(Files.readSymbolicLink(link)).isEqualTo(target);

        Files.delete(link); // the other is over
        blobs.refresh();
        assertThat(Files.readSymbolicLink(link)).isEqualTo(blobs.codeDir().resolveSibling("name"));

        blobs.close();
        assertThat(link).doesNotExist();
    }

    @Test
    void aLinkOfAProcessThatHadThisNumberBeforeIsReplaced() throws Exception {
        Path link = linkOfAnother("other.tar.1");
        new ProcessBuilder("touch", "-h", "-d", "2001-01-01", link.toString()).start().waitFor();

        blobs.localize(folder.resolve("resources"), folder.resolve("launch"));

        assertThat(Files.readSymbolicLink(link)).isEqualTo(blobs.codeDir().resolveSibling("name"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"other.tar.1", KEY + ".more.1"})
    void aNameOfAnotherBlobOfATopologyInsideTheProcessIsRefused(String other) throws Exception {
        Path link = linkOfAnother(other);
        Path target = Files.readSymbolicLink(link);

        assertThatThrownBy(
                        () -> blobs.localize(folder.resolve("resources"), folder.resolve("launch")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("launch/name is the localname of another blob");
        assertThat(Files.readSymbolicLink(link)).isEqualTo(target);
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
        // Polls 1, 2, 4, 8 fetch; the next is 16.
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
