package io.eyewall.local.blob;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.storm.Config;
import org.apache.storm.blobstore.AtomicOutputStream;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.blobstore.InputStreamWithMeta;
import org.apache.storm.generated.BeginDownloadResult;
import org.apache.storm.generated.KeyNotFoundException;
import org.apache.storm.generated.ListBlobsResult;
import org.apache.storm.generated.ReadableBlobMeta;
import org.apache.storm.generated.SettableBlobMeta;
import org.apache.storm.security.auth.ReqContext;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.ObjectReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transfers blobs between a store and Storm's clients in pieces (Storm: daemon/nimbus/Nimbus.java).
 * Any thread may call; the calls of one session must not overlap.
 */
public final class BlobService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BlobService.class);
    private static final String EXPIRATION_SECS_KEY = "nimbus.blobstore.expiration.secs";

    // Storm's defaults (defaults.yaml).
    private static final int DEFAULT_PIECE_BYTES = 65_536;
    private static final int DEFAULT_EXPIRATION_SECS = 600;

    private static final int KEYS_PER_PIECE = 100;

    private final Supplier<BlobStore> store;
    private final int pieceBytes;
    private final BlobSessions<AtomicOutputStream> uploads;
    private final BlobSessions<InputStreamWithMeta> downloads;
    private final BlobSessions<Iterator<String>> listings;

    /**
     * @param store called with the first request
     * @param conf the daemon's configuration
     */
    public BlobService(Supplier<BlobStore> store, Map<String, Object> conf) {
        this.store = store;
        pieceBytes =
                ObjectReader.getInt(
                        conf.get(Config.STORM_BLOBSTORE_INPUTSTREAM_BUFFER_SIZE_BYTES),
                        DEFAULT_PIECE_BYTES);
        long expiryMs =
                1000L * ObjectReader.getInt(conf.get(EXPIRATION_SECS_KEY), DEFAULT_EXPIRATION_SECS);
        uploads = new BlobSessions<>("Blob", expiryMs, BlobService::discard);
        downloads = new BlobSessions<>("Blob", expiryMs, BlobService::discard);
        listings = new BlobSessions<>("Blob list", expiryMs, list -> {});
    }

    private static void discard(AtomicOutputStream upload) {
        try {
            upload.cancel();
        } catch (IOException e) {
            LOG.warn("The abandoned upload of a blob left a file behind", e);
        }
    }

    private static void discard(InputStreamWithMeta download) {
        try {
            download.close();
        } catch (IOException e) {
            LOG.warn("The abandoned download of a blob can't be closed", e);
        }
    }

    /** Begins an upload that creates a blob, and returns its session id. */
    public String beginCreate(String key, SettableBlobMeta meta) throws TException {
        return uploads.begin(store.get().createBlob(key, meta, ReqContext.context().subject()));
    }

    /** Begins an upload that replaces a blob's contents, and returns its session id. */
    public String beginUpdate(String key) throws TException {
        return uploads.begin(store.get().updateBlob(key, ReqContext.context().subject()));
    }

    /** Writes the next piece of an upload. */
    public void uploadPiece(String session, ByteBuffer piece) {
        AtomicOutputStream upload = uploads.get(session);
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        try {
            upload.write(bytes);
        } catch (IOException e) {
            throw new IllegalStateException("a piece of a blob can't be written: " + e, e);
        }
    }

    /** Ends an upload; the uploaded bytes become the blob's contents. */
    public void finishUpload(String session) {
        try {
            uploads.end(session).close();
        } catch (IOException e) {
            throw new IllegalStateException("a blob can't be completed: " + e.getMessage(), e);
        }
    }

    /** Ends an upload and discards the uploaded bytes. */
    public void cancelUpload(String session) {
        try {
            uploads.end(session).cancel();
        } catch (IOException e) {
            throw new IllegalStateException("a blob's upload can't be cancelled: " + e, e);
        }
    }

    /** Opens a blob for download. */
    public BeginDownloadResult beginDownload(String key) throws TException {
        InputStreamWithMeta in = store.get().getBlob(key, ReqContext.context().subject());
        try {
            BeginDownloadResult result =
                    new BeginDownloadResult(in.getVersion(), downloads.begin(in));
            result.set_data_size(in.getFileLength());
            return result;
        } catch (IOException e) {
            throw new IllegalStateException("blob '" + key + "' can't be read: " + e, e);
        }
    }

    /** Returns the next piece of a download; an empty one after the last. */
    public ByteBuffer downloadPiece(String session) {
        InputStreamWithMeta in = downloads.get(session);
        try {
            byte[] bytes = in.readNBytes(pieceBytes);
            if (bytes.length == 0) {
                downloads.end(session).close();
            }
            return ByteBuffer.wrap(bytes);
        } catch (IOException e) {
            throw new IllegalStateException("a piece of a blob can't be read: " + e, e);
        }
    }

    /**
     * Returns the next keys; none after the last.
     *
     * @param session the id in the previous result; empty for the first call
     */
    public ListBlobsResult listKeys(String session) {
        String id = session.isEmpty() ? listings.begin(store.get().listKeys()) : session;
        Iterator<String> keys = listings.get(id);
        List<String> piece = new ArrayList<>();
        while (piece.size() < KEYS_PER_PIECE && keys.hasNext()) {
            piece.add(keys.next());
        }
        if (piece.isEmpty()) {
            listings.end(id);
        }
        return new ListBlobsResult(piece, id);
    }

    /** Returns whether a blob exists. */
    public boolean exists(String key) throws TException {
        try {
            store.get().getBlobMeta(key, ReqContext.context().subject());
            return true;
        } catch (KeyNotFoundException e) {
            return false;
        }
    }

    /** Returns a blob's access control list, version and number of replicas. */
    public ReadableBlobMeta meta(String key) throws TException {
        return store.get().getBlobMeta(key, ReqContext.context().subject());
    }

    /** Changes a blob's access control list and number of replicas. */
    public void setMeta(String key, SettableBlobMeta meta) throws TException {
        store.get().setBlobMeta(key, meta, ReqContext.context().subject());
    }

    /** Deletes a blob. */
    public void delete(String key) throws TException {
        store.get().deleteBlob(key, ReqContext.context().subject());
    }

    /** Returns a blob's number of replicas. */
    public int replication(String key) throws TException {
        try {
            return store.get().getBlobReplication(key, ReqContext.context().subject());
        } catch (TException | RuntimeException e) {
            throw e;
        } catch (Exception e) { // BlobStore declares Exception
            throw new IllegalStateException(e);
        }
    }

    /** Changes a blob's number of replicas; returns the new number. */
    public int updateReplication(String key, int replication) throws TException {
        try {
            return store.get()
                    .updateBlobReplication(key, replication, ReqContext.context().subject());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Discards all uploads and downloads in progress. */
    @Override
    public void close() {
        uploads.close();
        downloads.close();
    }
}
