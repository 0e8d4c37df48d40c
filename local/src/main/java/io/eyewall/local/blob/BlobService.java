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
import org.apache.storm.generated.SettableBlobMeta;
import org.apache.storm.security.auth.ReqContext;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.ObjectReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A blob store as Storm's clients see it, in pieces (Storm: daemon/nimbus/Nimbus.java). Any thread;
 * the calls of one session come one after the other.
 */
public final class BlobService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BlobService.class);
    private static final String EXPIRATION_SECS = "nimbus.blobstore.expiration.secs";
    private static final int KEYS_PER_PIECE = 100;

    private final Supplier<BlobStore> store;
    private final int pieceBytes;
    private final BlobSessions<AtomicOutputStream> uploads;
    private final BlobSessions<InputStreamWithMeta> downloads;
    private final BlobSessions<Iterator<String>> lists;

    /**
     * @param store asked with the first call
     * @param conf the daemon's
     */
    public BlobService(Supplier<BlobStore> store, Map<String, Object> conf) {
        this.store = store;
        pieceBytes =
                ObjectReader.getInt(
                        conf.get(Config.STORM_BLOBSTORE_INPUTSTREAM_BUFFER_SIZE_BYTES), 65536);
        long expiryMs = 1000L * ObjectReader.getInt(conf.get(EXPIRATION_SECS), 600);
        uploads = new BlobSessions<>("Blob", expiryMs, BlobService::giveUp);
        downloads = new BlobSessions<>("Blob", expiryMs, BlobService::giveUp);
        lists = new BlobSessions<>("Blob list", expiryMs, list -> {});
    }

    private static void giveUp(AtomicOutputStream upload) {
        try {
            upload.cancel();
        } catch (IOException e) {
            LOG.warn("The upload of a blob that nobody goes on with left a file behind", e);
        }
    }

    private static void giveUp(InputStreamWithMeta download) {
        try {
            download.close();
        } catch (IOException e) {
            LOG.warn("A blob that nobody goes on to read can't be closed", e);
        }
    }

    /** The id of an upload that creates a blob. */
    public String beginCreate(String key, SettableBlobMeta meta) throws TException {
        return uploads.begin(store.get().createBlob(key, meta, ReqContext.context().subject()));
    }

    /** The id of an upload that replaces a blob's contents. */
    public String beginUpdate(String key) throws TException {
        return uploads.begin(store.get().updateBlob(key, ReqContext.context().subject()));
    }

    /** Takes the next piece. */
    public void upload(String session, ByteBuffer piece) {
        AtomicOutputStream upload = uploads.get(session);
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        try {
            upload.write(bytes);
        } catch (IOException e) {
            throw new IllegalStateException("a piece of a blob can't be written: " + e, e);
        }
    }

    /** Makes what was uploaded the blob's contents. */
    public void finish(String session) {
        try {
            uploads.end(session).close();
        } catch (IOException e) {
            throw new IllegalStateException("a blob can't be completed: " + e.getMessage(), e);
        }
    }

    /** Forgets what was uploaded. */
    public void cancel(String session) {
        try {
            uploads.end(session).cancel();
        } catch (IOException e) {
            throw new IllegalStateException("a blob's upload can't be cancelled: " + e, e);
        }
    }

    /** Opens a blob. */
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

    /** The next piece; an empty one after the last. */
    public ByteBuffer download(String session) {
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
     * The next keys; none after the last.
     *
     * @param session from the piece before; empty for the first
     */
    public ListBlobsResult list(String session) {
        String id = session.isEmpty() ? lists.begin(store.get().listKeys()) : session;
        Iterator<String> keys = lists.get(id);
        List<String> piece = new ArrayList<>();
        while (piece.size() < KEYS_PER_PIECE && keys.hasNext()) {
            piece.add(keys.next());
        }
        if (piece.isEmpty()) {
            lists.end(id);
        }
        return new ListBlobsResult(piece, id);
    }

    /** Whether there is such a blob. */
    public boolean exists(String key) throws TException {
        try {
            store.get().getBlobMeta(key, ReqContext.context().subject());
            return true;
        } catch (KeyNotFoundException e) {
            return false;
        }
    }

    /** Gives up what is under way. */
    @Override
    public void close() {
        uploads.close();
        downloads.close();
    }
}
