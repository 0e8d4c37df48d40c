package io.eyewall.local.blob;

import io.eyewall.local.blob.KeptBlobs.Kept;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.security.auth.Subject;
import org.apache.storm.Config;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.blobstore.InputStreamWithMeta;
import org.apache.storm.generated.KeyNotFoundException;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line of {@code topology.blobstore.map}.
 *
 * @param key of the blob
 * @param localname of the file that the topology finds
 * @param uncompress whether it is an archive to be unpacked, to a folder of that name
 * @param workerRestart whether a change wants the worker to start anew
 */
record LocalizedBlob(String key, String localname, boolean uncompress, boolean workerRestart) {
    private static final Logger LOG = LoggerFactory.getLogger(LocalizedBlob.class);

    /**
     * Returns the blobs of a topology, whose map has been validated.
     *
     * @throws IllegalArgumentException if a localname is no name in the topology's folder
     */
    static List<LocalizedBlob> of(Map<String, Object> topoConf) {
        List<LocalizedBlob> blobs = new ArrayList<>();
        if (topoConf.get(Config.TOPOLOGY_BLOBSTORE_MAP) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> blobs.add(of(String.valueOf(key), value)));
        }
        return blobs;
    }

    private static LocalizedBlob of(String key, @Nullable Object value) {
        Map<?, ?> line = value instanceof Map<?, ?> found ? found : Map.of();
        Object localname = line.get("localname");
        LocalizedBlob blob =
                new LocalizedBlob(
                        key,
                        localname == null ? key : localname.toString(),
                        ObjectReader.getBoolean(line.get("uncompress"), false),
                        ObjectReader.getBoolean(line.get("workerRestart"), false));
        Path name = Path.of(blob.localname());
        Path plain = name.normalize();
        if (name.isAbsolute()
                || isUpwards(name)
                || plain.getNameCount() != 1
                || blob.localname().isBlank()
                || plain.toString().isEmpty() // a dot
                || plain.startsWith("resources")
                || plain.startsWith(TopologyBlobs.OWN)) {
            throw new IllegalArgumentException(
                    "%s: blob '%s' has the localname '%s'; give it a plain file name other than resources and .eyewall"
                            .formatted(Config.TOPOLOGY_BLOBSTORE_MAP, key, blob.localname()));
        }
        return blob;
    }

    private static boolean isUpwards(Path name) {
        for (Path part : name) {
            if (part.toString().equals("..")) {
                return true;
            }
        }
        return false;
    }

    /**
     * Its version in the store.
     *
     * @throws TException if it isn't there, or may not be read
     */
    long version(BlobStore store, @Nullable Subject who) throws TException {
        return store.getBlobMeta(key, who).get_version();
    }

    /**
     * Brings it from the store to a file, or folder, of its own for this version.
     *
     * @param into where it goes, and is named after key and version
     * @param kept has it if it was deleted from the store, and gets it if it was not
     * @throws TException if it isn't there, or may not be read
     * @throws IOException if it can't be copied or unpacked
     */
    Fetched fetch(BlobStore store, @Nullable Subject who, Path into, KeptBlobs kept)
            throws TException, IOException {
        Path copied = into.resolve("copying." + key);
        Path unpacking = into.resolve("unpacking." + key);
        try {
            long version = copy(store, who, copied, kept);
            Path target = into.resolve(key + "." + version);
            if (uncompress && Archives.isArchive(key)) {
                Archives.unpack(copied, key, unpacking);
                BlobFiles.delete(target); // of a try that failed when it was there
                Files.move(unpacking, target);
            } else {
                Files.move(copied, target, StandardCopyOption.REPLACE_EXISTING);
            }
            return new Fetched(version, target);
        } finally {
            BlobFiles.delete(copied); // half of it would keep a disk full
            BlobFiles.delete(unpacking);
        }
    }

    /** Returns its version. */
    private long copy(BlobStore store, @Nullable Subject who, Path target, KeptBlobs kept)
            throws TException, IOException {
        long version;
        try (InputStreamWithMeta in = store.getBlob(key, who)) {
            version = in.getVersion();
            Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (KeyNotFoundException e) {
            Kept last = kept.find(key).orElse(null);
            if (last == null) {
                throw e;
            }
            Files.copy(last.path(), target, StandardCopyOption.REPLACE_EXISTING);
            LOG.warn("blob '{}' was deleted; the last version that was here is used", key);
            return last.version();
        }
        kept.keep(key, version, target);
        return version;
    }

    /** One version of it on disk. */
    record Fetched(long version, Path path) {}
}
