package io.eyewall.differential.program.cluster;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.blobstore.AtomicOutputStream;
import org.apache.storm.blobstore.BlobStoreAclHandler;
import org.apache.storm.blobstore.ClientBlobStore;
import org.apache.storm.blobstore.InputStreamWithMeta;
import org.apache.storm.generated.ReadableBlobMeta;
import org.apache.storm.generated.SettableBlobMeta;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;

/** Programs about the blob store of a local cluster, through Storm's own client. */
public final class BlobPrograms {
    private static final String CLIENT = "blobstore/NimbusBlobStore.java";
    private static final String KEY = "blob-client.txt";

    private BlobPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                                "blob-client",
                                "Blobs are created, read, updated, listed and deleted.",
                                CLIENT,
                                BlobPrograms::useClient)
                        .onBuiltClusters(),
                Program.of(
                                "blob-errors",
                                "Blobs that are there, not there, or no blobs, are refused.",
                                CLIENT,
                                BlobPrograms::fail)
                        .onBuiltClusters(),
                Program.of(
                        "blob-map-refused",
                        "A topology that names a blob that is not there is refused.",
                        "utils/Utils.java",
                        BlobPrograms::refuseMap));
    }

    private interface Use {
        void use(ClientBlobStore blobs) throws Exception;
    }

    /**
     * Calls {@code use} with Storm's blob client and the cluster's Nimbus, because Storm's local
     * cluster itself does not forward blob calls.
     */
    @SuppressWarnings("try") // the override has an effect although it is not referenced
    private static void withClient(Stage stage, Use use) throws Exception {
        stage.onBuilt(
                new LocalCluster.Builder().build(),
                cluster -> {
                    try (NimbusClient.LocalOverride override =
                                    new NimbusClient.LocalOverride(cluster.getNimbus());
                            ClientBlobStore blobs =
                                    Utils.getClientBlobStore(Utils.readStormConfig())) {
                        use.use(blobs);
                    }
                });
    }

    private static SettableBlobMeta meta(String... acls) {
        SettableBlobMeta meta = new SettableBlobMeta(new ArrayList<>());
        for (String acl : acls) {
            meta.add_to_acl(BlobStoreAclHandler.parseAccessControl(acl));
        }
        return meta;
    }

    private static void create(ClientBlobStore blobs, String key, String text, String... acls)
            throws Exception {
        try (AtomicOutputStream out = blobs.createBlob(key, meta(acls))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String read(ClientBlobStore blobs, String key) throws Exception {
        try (InputStreamWithMeta in = blobs.getBlob(key)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text + " of " + in.getFileLength() + " bytes";
        }
    }

    private static String access(ReadableBlobMeta meta) {
        return meta.get_settable().get_acl().stream()
                .map(BlobStoreAclHandler::accessControlToString)
                .toList()
                .toString();
    }

    private static void useClient(Stage stage) throws Exception {
        withClient(stage, blobs -> use(stage, blobs));
    }

    private static void use(Stage stage, ClientBlobStore blobs) throws Exception {
        create(blobs, KEY, "first");
        stage.fact("created", read(blobs, KEY));
        stage.fact("access", access(blobs.getBlobMeta(KEY)));
        stage.fact("exists", blobs.isRemoteBlobExists(KEY));
        stage.fact("copies", blobs.getBlobReplication(KEY));
        try (AtomicOutputStream out = blobs.updateBlob(KEY)) {
            out.write("the second".getBytes(StandardCharsets.UTF_8));
        }
        stage.fact("updated", read(blobs, KEY));
        AtomicOutputStream cancelled = blobs.updateBlob(KEY);
        cancelled.write(1);
        cancelled.cancel();
        stage.fact("cancelled", read(blobs, KEY));
        blobs.setBlobMeta(KEY, meta("u:somebody:rw-", "o::r--"));
        stage.fact("new access", access(blobs.getBlobMeta(KEY)));
        stage.fact("listed", lists(blobs, KEY));
        blobs.deleteBlob(KEY);
        stage.fact("exists no longer", blobs.isRemoteBlobExists(KEY));
        stage.fact("listed no longer", lists(blobs, KEY));
    }

    private static boolean lists(ClientBlobStore blobs, String key) {
        boolean found = false;
        for (Iterator<String> keys = blobs.listKeys(); keys.hasNext(); ) {
            found |= keys.next().equals(key);
        }
        return found;
    }

    private static String why(Attempt.Call call) {
        try {
            call.run();
            return "done";
        } catch (Exception e) {
            Throwable thrown = e;
            while (thrown.getClass() == RuntimeException.class && thrown.getCause() != null) {
                thrown = thrown.getCause(); // Nimbus wraps exceptions that Thrift does not declare
            }
            return Attempt.text(thrown);
        }
    }

    private static void fail(Stage stage) throws Exception {
        withClient(stage, blobs -> fail(stage, blobs));
    }

    private static void fail(Stage stage, ClientBlobStore blobs) throws Exception {
        String key = "blob-errors.txt";
        create(blobs, key, "first");
        stage.fact("created twice", why(() -> create(blobs, key, "second")));
        stage.fact("user twice", why(() -> create(blobs, "other", "x", "u:a:r", "u:a:w")));
        stage.fact("read", why(() -> read(blobs, "none")));
        stage.fact("meta", why(() -> blobs.getBlobMeta("none")));
        stage.fact("set meta", why(() -> blobs.setBlobMeta("none", meta())));
        stage.fact("update", why(() -> blobs.updateBlob("none")));
        stage.fact("delete", why(() -> blobs.deleteBlob("none")));
        stage.fact("copies", why(() -> blobs.getBlobReplication("none")));
        stage.fact("no key", why(() -> create(blobs, "a/b", "x")));
        stage.fact("up", why(() -> blobs.getBlob("..")));
        blobs.deleteBlob(key);
    }

    private static void refuseMap(Stage stage) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", ProbeSpout.numbers(1));
        Config conf = stage.conf();
        conf.put(
                Config.TOPOLOGY_BLOBSTORE_MAP,
                Map.of("blob-none", Map.of("localname", "none.txt", "uncompress", false)));
        stage.fact("submitted", Attempt.at(() -> stage.submit(builder, conf)));
    }
}
