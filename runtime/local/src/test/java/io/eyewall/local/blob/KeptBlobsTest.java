package io.eyewall.local.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.local.StormConf;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.blobstore.AtomicOutputStream;
import org.apache.storm.generated.KeyNotFoundException;
import org.apache.storm.generated.SettableBlobMeta;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests blobs that are deleted while a topology runs, and its next process. */
@NullUnmarked // JUnit sets the folder
class KeptBlobsTest {
    private static final LocalizedBlob BLOB = new LocalizedBlob("words", "name", false, false);

    @TempDir Path temp;
    private FileBlobStore store;
    private KeptBlobs kept;
    private int processes;

    @BeforeEach
    void create() throws Exception {
        store = FileBlobStore.open(temp.resolve("store"), StormConf.localMode());
        try (AtomicOutputStream out =
                store.createBlob("words", new SettableBlobMeta(new ArrayList<>()), null)) {
            out.write('1');
        }
        kept = new KeptBlobs(temp.resolve("kept"));
    }

    /** Returns the contents of the blob that the next process finds. */
    private String found() throws Exception {
        Path into = Files.createDirectory(temp.resolve("process-" + processes++));
        return Files.readString(BLOB.fetch(store, null, into, kept).path());
    }

    private List<String> files() throws Exception {
        try (Stream<Path> paths = Files.list(temp.resolve("kept"))) {
            return paths.map(path -> path.getFileName().toString()).toList();
        }
    }

    @Test
    void theNextProcessHasItStill() throws Exception {
        assertThat(found()).isEqualTo("1");
        store.deleteBlob("words", null);

        assertThat(found()).isEqualTo("1");
        assertThat(found()).isEqualTo("1");
    }

    @Test
    void itIsTheLastVersionAndNoOtherIsKept() throws Exception {
        found();
        store.updateBlob("words", new byte[] {'2'}, null);
        found();
        store.deleteBlob("words", null);

        assertThat(found()).isEqualTo("2");
        assertThat(files()).hasSize(1);
    }

    @Test
    void aTopologyThatNeverHadItIsRefusedAsBefore() throws Exception {
        store.deleteBlob("words", null);

        assertThatThrownBy(this::found).isInstanceOf(KeyNotFoundException.class);
    }

    @Test
    void onlyThoseThatAreNotKeptMustBeInTheStore() throws Exception {
        found();
        Map<String, Object> conf =
                Map.of(
                        Config.TOPOLOGY_BLOBSTORE_MAP,
                        Map.of("words", Map.of(), "words.more", Map.of()));

        assertThat(kept.withoutKeptBlobs(conf))
                .containsEntry(Config.TOPOLOGY_BLOBSTORE_MAP, Map.of("words.more", Map.of()));
        assertThat(new KeptBlobs(null).withoutKeptBlobs(conf)).isEqualTo(conf);
    }

    /** Keys may have a common prefix, and end like a version. */
    @Test
    void keysAreNotMixedUp() throws Exception {
        found();
        Files.writeString(temp.resolve("kept/words.7.8"), "of the key words.7");

        assertThat(Files.readString(kept.find("words").orElseThrow().path())).isEqualTo("1");
        assertThat(kept.find("words.7").orElseThrow().version()).isEqualTo(8);
    }
}
