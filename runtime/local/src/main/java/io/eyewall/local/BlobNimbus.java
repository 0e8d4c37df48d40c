package io.eyewall.local;

import io.eyewall.local.blob.BlobService;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.generated.BeginDownloadResult;
import org.apache.storm.generated.ListBlobsResult;
import org.apache.storm.generated.ReadableBlobMeta;
import org.apache.storm.generated.SettableBlobMeta;
import org.apache.storm.security.auth.ReqContext;
import org.apache.storm.thrift.TException;

/**
 * Nimbus's calls that transfer files: blobs, for Storm's blob clients, and jars. Any thread may
 * call.
 */
public abstract class BlobNimbus extends UnsupportedNimbus {
    private final Supplier<BlobStore> store;
    private final BlobService blobs;

    /**
     * @param store called with the first request for a blob
     */
    BlobNimbus(Supplier<BlobStore> store, Map<String, Object> daemonConf) {
        this.store = store;
        blobs = new BlobService(store, daemonConf);
    }

    /** Cancels all uploads and downloads in progress. */
    protected final void closeBlobs() {
        blobs.close();
    }

    @Override
    public String beginCreateBlob(String key, SettableBlobMeta meta) throws TException {
        return blobs.beginCreate(key, meta);
    }

    @Override
    public String beginUpdateBlob(String key) throws TException {
        return blobs.beginUpdate(key);
    }

    @Override
    public void uploadBlobChunk(String session, ByteBuffer chunk) {
        blobs.uploadPiece(session, chunk);
    }

    @Override
    public void finishBlobUpload(String session) {
        blobs.finishUpload(session);
    }

    @Override
    public void cancelBlobUpload(String session) {
        blobs.cancelUpload(session);
    }

    @Override
    public ReadableBlobMeta getBlobMeta(String key) throws TException {
        return store.get().getBlobMeta(key, ReqContext.context().subject());
    }

    @Override
    public void setBlobMeta(String key, SettableBlobMeta meta) throws TException {
        store.get().setBlobMeta(key, meta, ReqContext.context().subject());
    }

    @Override
    public BeginDownloadResult beginBlobDownload(String key) throws TException {
        return blobs.beginDownload(key);
    }

    @Override
    public ByteBuffer downloadBlobChunk(String session) {
        return blobs.downloadPiece(session);
    }

    @Override
    public void deleteBlob(String key) throws TException {
        store.get().deleteBlob(key, ReqContext.context().subject());
    }

    @Override
    public ListBlobsResult listBlobs(String session) {
        return blobs.listKeys(session);
    }

    @Override
    public int getBlobReplication(String key) throws TException {
        try {
            return store.get().getBlobReplication(key, ReqContext.context().subject());
        } catch (TException | RuntimeException e) {
            throw e;
        } catch (Exception e) { // BlobStore declares Exception
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int updateBlobReplication(String key, int replication) throws TException {
        try {
            return store.get()
                    .updateBlobReplication(key, replication, ReqContext.context().subject());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Does nothing: Storm's clients call it after each upload, but there is no ZooKeeper to update.
     */
    @Override
    public void createStateInZookeeper(String key) {}

    @Override
    public boolean isRemoteBlobExists(String blobKey) throws TException {
        return blobs.exists(blobKey);
    }

    /** Accepts a jar and discards its chunks: its classes are already in this process. */
    @Override
    public String beginFileUpload() {
        return UUID.randomUUID().toString();
    }

    @Override
    public void uploadChunk(String location, ByteBuffer chunk) {}

    @Override
    public void finishFileUpload(String location) {}
}
