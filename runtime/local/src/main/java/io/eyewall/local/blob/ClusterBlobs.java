package io.eyewall.local.blob;

import io.eyewall.engine.temporary.TemporaryFolder;
import io.eyewall.local.StormConf;
import io.eyewall.topology.config.ConfigKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.storm.blobstore.BlobStore;
import org.jspecify.annotations.Nullable;

/**
 * The blob store of a cluster, created with the first call of {@link #get}: in {@code
 * eyewall.state.dir} of the cluster's configuration, where blobs outlive the process, or in a
 * temporary folder. Any thread may call.
 */
public final class ClusterBlobs implements Supplier<BlobStore>, AutoCloseable {
    /**
     * The name of the store's folder in the state folder. It can't be the name of a topology: those
     * contain no dots.
     */
    private static final String FOLDER = "blobs.store";

    private static final ClusterBlobs OF_PROCESS = new ClusterBlobs(null, null);

    private final @Nullable Map<String, Object> daemonConf;
    private final @Nullable Path keptBlobsFolder;
    private @Nullable BlobStore store;
    private @Nullable TemporaryFolder temporary;

    /**
     * @param daemonConf the cluster's configuration; null to read Storm's own configuration when
     *     the store is created
     * @param store used instead of a new store; may be null
     */
    public ClusterBlobs(@Nullable Map<String, Object> daemonConf, @Nullable BlobStore store) {
        this(daemonConf, store, null);
    }

    private ClusterBlobs(
            @Nullable Map<String, Object> daemonConf,
            @Nullable BlobStore store,
            @Nullable Path keptBlobsFolder) {
        this.daemonConf = daemonConf;
        this.store = store;
        this.keptBlobsFolder = keptBlobsFolder;
    }

    /**
     * Returns the blobs of a topology that may outlive its process.
     *
     * @param keptBlobsFolder the folder in which the topology's blobs are kept for its next process
     */
    public static ClusterBlobs ofTopology(Map<String, Object> daemonConf, Path keptBlobsFolder) {
        return new ClusterBlobs(daemonConf, null, keptBlobsFolder);
    }

    @Nullable Path keptBlobsFolder() {
        return keptBlobsFolder;
    }

    /**
     * Returns the blobs of topologies outside of any cluster; a temporary folder lasts until the
     * process ends.
     */
    public static ClusterBlobs ofProcess() {
        return OF_PROCESS;
    }

    /**
     * @throws IllegalStateException if the store's folder can't be used
     */
    @Override
    public synchronized BlobStore get() {
        if (store == null) {
            Map<String, Object> conf = daemonConf == null ? StormConf.localMode() : daemonConf;
            store = FileBlobStore.open(storeFolder(conf), conf);
        }
        return store;
    }

    private Path storeFolder(Map<String, Object> conf) {
        Object state = conf.get(ConfigKeys.STATE_DIR.name());
        if (state != null && !state.toString().isBlank()) {
            return Path.of(state.toString(), FOLDER);
        }
        try {
            temporary = TemporaryFolder.make("eyewall-store-");
            return temporary.path();
        } catch (IOException e) {
            throw new IllegalStateException(
                    "blobs can't be kept in a temporary folder; set java.io.tmpdir to one that can"
                            + " be written to, or "
                            + ConfigKeys.STATE_DIR.name(),
                    e);
        }
    }

    /**
     * Deletes the blobs if their folder is temporary; the blobs of the process last until it ends.
     */
    @Override
    public synchronized void close() {
        if (this != OF_PROCESS && temporary != null) {
            temporary.close();
            temporary = null;
            store = null;
        }
    }
}
