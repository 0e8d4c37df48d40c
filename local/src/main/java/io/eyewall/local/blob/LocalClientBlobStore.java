package io.eyewall.local.blob;

import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.blobstore.LocalModeClientBlobStore;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.KeyNotFoundException;

/**
 * The blob store of topologies that run outside of any cluster, for {@code client.blobstore.class}:
 * Storm's usual client looks for a Nimbus. Storm makes it by its name.
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

    /** Without opening it, which Storm's does and doesn't undo. */
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
