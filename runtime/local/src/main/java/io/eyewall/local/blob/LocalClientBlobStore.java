package io.eyewall.local.blob;

import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.blobstore.LocalModeClientBlobStore;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.KeyNotFoundException;

/**
 * The blob client of topologies that run outside of any cluster, set as {@code
 * client.blobstore.class}: Storm's default client would connect to a Nimbus. Storm creates it by
 * its class name.
 */
public final class LocalClientBlobStore extends LocalModeClientBlobStore {
    private final BlobStore store;

    public LocalClientBlobStore() {
        this(ClusterBlobs.ofProcess().get());
    }

    private LocalClientBlobStore(BlobStore store) {
        super(store);
        this.store = store;
    }

    /**
     * Returns whether a blob exists, without opening it: Storm's implementation opens the blob and
     * never closes it.
     */
    @Override
    public boolean isRemoteBlobExists(String blobKey) throws AuthorizationException {
        try {
            store.getBlobMeta(blobKey, null);
            return true;
        } catch (KeyNotFoundException e) {
            return false;
        }
    }
}
