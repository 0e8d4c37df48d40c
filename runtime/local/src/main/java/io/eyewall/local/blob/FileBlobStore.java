package io.eyewall.local.blob;

import io.eyewall.local.VisibleText;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.security.auth.Subject;
import org.apache.storm.blobstore.AtomicOutputStream;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.blobstore.BlobStoreAclHandler;
import org.apache.storm.blobstore.InputStreamWithMeta;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.KeyAlreadyExistsException;
import org.apache.storm.generated.KeyNotFoundException;
import org.apache.storm.generated.ReadableBlobMeta;
import org.apache.storm.generated.SettableBlobMeta;
import org.apache.storm.nimbus.ILeaderElector;
import org.apache.storm.nimbus.NimbusInfo;
import org.apache.storm.utils.Utils;
import org.apache.storm.utils.WrappedKeyAlreadyExistsException;
import org.apache.storm.utils.WrappedKeyNotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * Stores blobs in a folder (Storm: blobstore/LocalFsBlobStore.java). Access control is Storm's own:
 * access control lists are stored with each blob, and checked if {@code
 * storm.blobstore.acl.validation.enabled} is true. Any thread may call.
 */
public final class FileBlobStore extends BlobStore {
    private static final int ALL_PERMISSIONS =
            BlobStoreAclHandler.READ | BlobStoreAclHandler.WRITE | BlobStoreAclHandler.ADMIN;

    private final Path folder;
    private final BlobFiles files;
    private final BlobStoreAclHandler acls;
    private final List<Runnable> changeListeners = new CopyOnWriteArrayList<>();

    private FileBlobStore(Path folder, BlobFiles files, BlobStoreAclHandler acls) {
        this.folder = folder;
        this.files = files;
        this.acls = acls;
    }

    /**
     * Opens the store in a folder, which is created unless it exists.
     *
     * @param conf Storm's configuration, for access control
     * @throws IllegalStateException if the folder can't be used
     */
    public static FileBlobStore open(Path folder, Map<String, Object> conf) {
        try {
            return new FileBlobStore(folder, BlobFiles.open(folder), new BlobStoreAclHandler(conf));
        } catch (IOException e) {
            throw new IllegalStateException(
                    "blobs can't be kept in "
                            + folder
                            + ": "
                            + e
                            + "; make it a folder that can be written to, or set"
                            + " eyewall.state.dir to another one",
                    e);
        }
    }

    /** Does nothing: the constructor has prepared the store. */
    @Override
    public void prepare(
            Map<String, Object> conf,
            String baseDir,
            NimbusInfo nimbusInfo,
            ILeaderElector leaderElector) {}

    /** Does nothing: there is one Nimbus. */
    @Override
    public void setLeaderElector(ILeaderElector leaderElector) {}

    /** Does nothing: no resources are held between calls. */
    @Override
    public void shutdown() {}

    /**
     * Registers a listener that is called after each change of a blob's contents, on the thread
     * that made the change.
     */
    public void addChangeListener(Runnable listener) {
        changeListeners.add(listener);
    }

    /** Unregisters a listener that {@link #addChangeListener} registered. */
    public void removeChangeListener(Runnable listener) {
        changeListeners.remove(listener);
    }

    @Override
    public AtomicOutputStream createBlob(String key, SettableBlobMeta meta, @Nullable Subject who)
            throws AuthorizationException, KeyAlreadyExistsException {
        checkKey(key);
        acls.normalizeSettableBlobMeta(key, meta, who, ALL_PERMISSIONS);
        BlobStoreAclHandler.validateSettableACLs(key, meta.get_acl());
        acls.hasPermissions(meta.get_acl(), ALL_PERMISSIONS, who, key);
        if (files.exists(key)) {
            throw new WrappedKeyAlreadyExistsException(key);
        }
        try {
            return files.writeUnfinished(
                    folder -> {
                        Files.write(folder.resolve(BlobFiles.META), Utils.thriftSerialize(meta));
                        return new BlobUpload(folder, complete -> create(key, complete));
                    });
        } catch (IOException e) {
            throw storeFailure("create", key, e);
        }
    }

    private void create(String key, Path complete) throws IOException {
        try {
            files.create(key, complete);
        } catch (FileAlreadyExistsException e) {
            throw new IOException(
                    "blob '" + key + "' was created by another client meanwhile; update it", e);
        }
        changeListeners.forEach(Runnable::run);
    }

    @Override
    public AtomicOutputStream updateBlob(String key, @Nullable Subject who)
            throws AuthorizationException, KeyNotFoundException {
        checkPermission(key, who, BlobStoreAclHandler.WRITE);
        try {
            return files.writeUnfinished(
                    folder -> new BlobUpload(folder, complete -> update(key, complete)));
        } catch (IOException e) {
            throw storeFailure("update", key, e);
        }
    }

    private void update(String key, Path complete) throws IOException {
        try {
            files.replace(key, complete, BlobFiles.DATA);
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "blob '" + key + "' was deleted by another client meanwhile; create it", e);
        }
        changeListeners.forEach(Runnable::run);
    }

    private void checkPermission(String key, @Nullable Subject who, int mask)
            throws AuthorizationException, KeyNotFoundException {
        checkKey(key);
        acls.hasPermissions(storedMeta(key).get_acl(), mask, who, key);
    }

    private SettableBlobMeta storedMeta(String key) throws KeyNotFoundException {
        try {
            return Utils.thriftDeserialize(SettableBlobMeta.class, files.readMeta(key));
        } catch (NoSuchFileException e) {
            throw keyNotFound(key, e);
        } catch (IOException e) {
            throw storeFailure("read", key, e);
        }
    }

    @Override
    public ReadableBlobMeta getBlobMeta(String key, @Nullable Subject who)
            throws AuthorizationException, KeyNotFoundException {
        checkKey(key);
        SettableBlobMeta meta = storedMeta(key);
        acls.validateUserCanReadMeta(meta.get_acl(), who, key);
        try {
            long version = Files.getLastModifiedTime(files.dataPath(key)).toMillis();
            return new ReadableBlobMeta(meta, version);
        } catch (NoSuchFileException e) {
            throw keyNotFound(key, e);
        } catch (IOException e) {
            throw storeFailure("read", key, e);
        }
    }

    @Override
    public void setBlobMeta(String key, SettableBlobMeta meta, @Nullable Subject who)
            throws AuthorizationException, KeyNotFoundException {
        checkKey(key);
        acls.normalizeSettableBlobMeta(key, meta, who, BlobStoreAclHandler.ADMIN);
        BlobStoreAclHandler.validateSettableACLs(key, meta.get_acl());
        acls.hasPermissions(storedMeta(key).get_acl(), BlobStoreAclHandler.ADMIN, who, key);
        try {
            files.writeUnfinished(
                    folder -> {
                        Files.write(folder.resolve(BlobFiles.META), Utils.thriftSerialize(meta));
                        files.replace(key, folder, BlobFiles.META);
                        return key;
                    });
        } catch (NoSuchFileException e) {
            throw keyNotFound(key, e);
        } catch (IOException e) {
            throw storeFailure("write", key, e);
        }
    }

    @Override
    public void deleteBlob(String key, @Nullable Subject who)
            throws AuthorizationException, KeyNotFoundException {
        checkKey(key);
        if (!acls.checkForValidUsers(who, BlobStoreAclHandler.WRITE)) {
            checkPermission(key, who, BlobStoreAclHandler.WRITE);
        }
        try {
            files.deleteBlob(key);
        } catch (NoSuchFileException e) {
            // Another thread or process has deleted it.
        } catch (IOException e) {
            throw storeFailure("delete", key, e);
        }
    }

    @Override
    public InputStreamWithMeta getBlob(String key, @Nullable Subject who)
            throws AuthorizationException, KeyNotFoundException {
        checkPermission(key, who, BlobStoreAclHandler.READ);
        try {
            return BlobDownload.open(files.dataPath(key));
        } catch (NoSuchFileException e) {
            throw keyNotFound(key, e);
        } catch (IOException e) {
            throw storeFailure("read", key, e);
        }
    }

    /** Returns the keys, sorted. */
    @Override
    public Iterator<String> listKeys() {
        try {
            return files.keys().iterator();
        } catch (IOException e) {
            throw new IllegalStateException("blobs in " + folder + " can't be listed: " + e, e);
        }
    }

    /** Returns 1: the only copy is on the local disk. */
    @Override
    public int getBlobReplication(String key, @Nullable Subject who)
            throws AuthorizationException, KeyNotFoundException {
        checkPermission(key, who, BlobStoreAclHandler.READ);
        return 1;
    }

    /**
     * @throws UnsupportedOperationException always, as Storm's store on local files does
     */
    @Override
    public int updateBlobReplication(String key, int replication, @Nullable Subject who) {
        throw new UnsupportedOperationException(
                "blob '"
                        + key
                        + "': the number of copies can't be changed: the only copy is on the local"
                        + " disk");
    }

    private static KeyNotFoundException keyNotFound(String key, Exception cause) {
        KeyNotFoundException e = new WrappedKeyNotFoundException(key);
        e.initCause(cause);
        return e;
    }

    private IllegalStateException storeFailure(String action, String key, IOException cause) {
        return new IllegalStateException(
                "can't %s blob '%s' in %s: %s; is its disk full, or not writable?"
                        .formatted(action, key, folder, cause),
                cause);
    }

    /** Checks for invisible characters first, because Storm's own check logs the key unescaped. */
    private static void checkKey(@Nullable String key) {
        if (key != null && !VisibleText.of(key).equals(key)) {
            throw new IllegalArgumentException(
                    "the blob key '"
                            + VisibleText.of(key)
                            + "' has invisible characters; expected letters, digits, blanks and"
                            + " . _ -");
        }
        validateKey(key);
    }
}
