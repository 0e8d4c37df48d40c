package io.eyewall.local.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.local.Eyewall;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.blobstore.AtomicOutputStream;
import org.apache.storm.blobstore.ClientBlobStore;
import org.apache.storm.blobstore.InputStreamWithMeta;
import org.apache.storm.blobstore.NimbusBlobStore;
import org.apache.storm.generated.KeyAlreadyExistsException;
import org.apache.storm.generated.KeyNotFoundException;
import org.apache.storm.generated.SettableBlobMeta;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests Storm's own blob clients, as applications use them. */
@NullUnmarked // JUnit sets the folder
class BlobClientTest {
    @TempDir Path folder;

    private static void create(ClientBlobStore blobs, String key, byte[] content) throws Exception {
        try (AtomicOutputStream out =
                blobs.createBlob(key, new SettableBlobMeta(new ArrayList<>()))) {
            out.write(content);
        }
    }

    private static byte[] read(ClientBlobStore blobs, String key) throws Exception {
        try (InputStreamWithMeta in = blobs.getBlob(key)) {
            return in.readAllBytes();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void useAll(ClientBlobStore blobs) throws Exception {
        byte[] large = new byte[300_000]; // several pieces each way
        new Random(1).nextBytes(large);
        create(blobs, "large", large);
        create(blobs, "small", bytes("one"));
        assertThat(read(blobs, "large")).isEqualTo(large);

        try (AtomicOutputStream out = blobs.updateBlob("small")) {
            out.write(bytes("two"));
        }
        assertThat(read(blobs, "small")).isEqualTo(bytes("two"));
        AtomicOutputStream cancelled = blobs.updateBlob("small");
        cancelled.write(bytes("three"));
        cancelled.cancel();
        assertThat(read(blobs, "small")).isEqualTo(bytes("two"));

        assertThat(blobs.isRemoteBlobExists("small")).isTrue();
        assertThat(blobs.isRemoteBlobExists("none")).isFalse();
        assertThat(blobs.getBlobReplication("small")).isEqualTo(1);
        SettableBlobMeta meta = blobs.getBlobMeta("small").get_settable();
        meta.set_replication_factor(7);
        blobs.setBlobMeta("small", meta);
        assertThat(blobs.getBlobMeta("small").get_settable().get_replication_factor()).isEqualTo(7);
        List<String> keys = new ArrayList<>();
        blobs.listKeys().forEachRemaining(keys::add);
        assertThat(keys).contains("large", "small");

        assertThatThrownBy(() -> create(blobs, "small", bytes("x")))
                .isInstanceOf(KeyAlreadyExistsException.class);
        assertThatThrownBy(() -> blobs.getBlob("none")).isInstanceOf(KeyNotFoundException.class);
        assertThatThrownBy(() -> blobs.updateBlob("none")).isInstanceOf(KeyNotFoundException.class);
        assertThatThrownBy(() -> blobs.getBlobMeta("none"))
                .isInstanceOf(KeyNotFoundException.class);
        blobs.deleteBlob("small");
        blobs.deleteBlob("large");
        assertThatThrownBy(() -> blobs.deleteBlob("small"))
                .isInstanceOf(KeyNotFoundException.class);
    }

    @Test
    void aClusterHasABlobStore() throws Exception {
        try (LocalCluster cluster = new LocalCluster();
                ClientBlobStore blobs = Utils.getClientBlobStore(cluster.getDaemonConf())) {
            useAll(blobs);
        }
    }

    @Test
    void soHasOneBehindAThriftServer() throws Exception {
        Map<String, Object> conf = Map.of(Config.NIMBUS_THRIFT_PORT, 0);
        try (LocalCluster cluster =
                        new LocalCluster.Builder().withDaemonConf(conf).withNimbusDaemon().build();
                ClientBlobStore blobs = new NimbusBlobStore()) {
            Map<String, Object> daemonConf = cluster.getDaemonConf();
            blobs.setClient(
                    daemonConf,
                    NimbusClient.Builder.withConf(daemonConf)
                            .buildWithNimbusHostPort("localhost", cluster.getThriftServerPort()));
            useAll(blobs);
        }
    }

    @Test
    void soHasEyewallItself() throws Exception {
        try (ClientBlobStore blobs = Eyewall.blobStore()) {
            useAll(blobs);
        }
    }

    @Test
    void listsMoreThanOnePieceOfKeys() throws Exception {
        try (LocalCluster cluster = new LocalCluster();
                ClientBlobStore blobs = Utils.getClientBlobStore(cluster.getDaemonConf())) {
            for (int i = 0; i < 250; i++) {
                create(blobs, "key" + i, new byte[0]);
            }
            List<String> keys = new ArrayList<>();
            blobs.listKeys().forEachRemaining(keys::add);

            assertThat(keys).hasSize(250).doesNotHaveDuplicates();
            assertThat(read(blobs, "key7")).isEmpty();
        }
    }

    @Test
    void aSessionThatIsNotKnownIsNamed() throws Exception {
        try (LocalCluster cluster = new LocalCluster()) {
            assertThatThrownBy(() -> cluster.downloadBlobChunk("none"))
                    .hasMessage("Blob for session none does not exist (or timed out)");
            assertThatThrownBy(() -> cluster.listBlobs("none"))
                    .hasMessage("Blob list for session none does not exist (or timed out)");
        }
    }

    @Test
    void blobsStayInTheFolderOfAllState() throws Exception {
        Map<String, Object> conf = Map.of("eyewall.state.dir", folder.toString());
        for (int run = 0; run < 2; run++) {
            try (LocalCluster cluster = new LocalCluster.Builder().withDaemonConf(conf).build();
                    ClientBlobStore blobs = Utils.getClientBlobStore(cluster.getDaemonConf())) {
                assertThat(blobs.isRemoteBlobExists("kept")).isEqualTo(run == 1);
                if (run == 0) {
                    create(blobs, "kept", bytes("one"));
                } else {
                    assertThat(read(blobs, "kept")).isEqualTo(bytes("one"));
                }
            }
        }
        try (LocalCluster other = new LocalCluster();
                ClientBlobStore blobs = Utils.getClientBlobStore(other.getDaemonConf())) {
            assertThat(blobs.isRemoteBlobExists("kept")).isFalse();
        }
    }

    @Test
    void aClusterTakesTheStoreThatItIsGiven() throws Exception {
        FileBlobStore store = FileBlobStore.open(folder, Utils.readStormConfig());
        try (LocalCluster cluster = new LocalCluster.Builder().withBlobStore(store).build();
                ClientBlobStore blobs = Utils.getClientBlobStore(cluster.getDaemonConf())) {
            create(blobs, "key", bytes("one"));
        }
        assertThat(store.readBlob("key", null)).isEqualTo(bytes("one"));
    }
}
