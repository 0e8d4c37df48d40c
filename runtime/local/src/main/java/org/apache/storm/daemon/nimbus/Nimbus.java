package org.apache.storm.daemon.nimbus;

import io.eyewall.local.LocalNimbus;
import io.eyewall.local.SupervisorList;
import java.util.Map;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.daemon.Shutdownable;
import org.jspecify.annotations.Nullable;

/**
 * Replaces Storm's class of this name, so that code compiled against {@code
 * LocalCluster.getNimbus()} links. Any thread may call.
 */
public class Nimbus extends LocalNimbus implements Shutdownable {
    /**
     * @param daemonConf see {@link LocalNimbus}
     * @param trackId see {@link LocalNimbus}; may be null
     * @param blobStore see {@link LocalNimbus}; may be null
     * @param supervisors see {@link LocalNimbus}
     */
    protected Nimbus(
            Map<String, Object> daemonConf,
            @Nullable String trackId,
            @Nullable BlobStore blobStore,
            SupervisorList supervisors) {
        super(daemonConf, trackId, blobStore, supervisors);
    }

    /** Kills all topologies and stops the engine. */
    @Override
    public void shutdown() {
        close();
    }
}
