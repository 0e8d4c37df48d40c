package io.eyewall.local.blob;

import io.eyewall.local.blob.KeptBlobs.KeptVersion;
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
 * An entry of {@code topology.blobstore.map}.
 *
 * @param key the blob's key
 * @param localname the name of the file that the topology finds
 * @param uncompress whether the blob is an archive to be unpacked to a folder of that name
 * @param workerRestart whether a change of the blob requires a restart of the worker
 */
record LocalizedBlob(String key, String localname, boolean uncompress, boolean workerRestart) {
    private static final Logger LOG = LoggerFactory.getLogger(LocalizedBlob.class);

    /**
     * Returns the blobs of a topology, whose map has been validated.
     *
     * @throws IllegalArgumentException if a localname is not the name of a file in the topology's
     *     folder
     */
    static List<LocalizedBlob> parseAll(Map<String, Object> topoConf) {
        List<LocalizedBlob> blobs = new ArrayList<>();
        if (topoConf.get(Config.TOPOLOGY_BLOBSTORE_MAP) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> blobs.add(parse(String.valueOf(key), value)));
        }
        return blobs;
    }

    private static LocalizedBlob parse(String key, @Nullable Object value) {
        Map<?, ?> entry = value instanceof Map<?, ?> found ? found : Map.of();
        Object localname = entry.get("localname");
        LocalizedBlob blob =
                new LocalizedBlob(
                        key,
                        localname == null ? key : localname.toString(),
                        ObjectReader.getBoolean(entry.get("uncompress"), false),
                        ObjectReader.getBoolean(entry.get("workerRestart"), false));
        Path name = Path.of(blob.localname());
        Path normalized = name.normalize();
        if (name.isAbsolute()
                || leadsUpwards(name)
                || normalized.getNameCount() != 1
                || blob.localname().isBlank()
                || normalized.toString().isEmpty() // the name was a dot
                || normalized.startsWith("resources")
                || normalized.startsWith(TopologyBlobs.VERSIONS_FOLDER)) {
            throw new IllegalArgumentException(
                    "%s: blob '%s' has the localname '%s'; give it a plain file name other than resources and .eyewall"
                            .formatted(Config.TOPOLOGY_BLOBSTORE_MAP, key, blob.localname()));
        }
        return blob;
    }

    private static boolean leadsUpwards(Path name) {
        for (Path part : name) {
            if (part.toString().equals("..")) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the blob's version in the store.
     *
     * @throws TException if the blob does not exist, or may not be read
     */
    long version(BlobStore store, @Nullable Subject who) throws TException {
        return store.getBlobMeta(key, who).get_version();
    }

    /**
     * Copies the blob from the store to a new file, or folder, for this version.
     *
     * @param parent the parent folder; the file is named after key and version
     * @param kept provides the blob if it was deleted from the store; else keeps the copied version
     * @throws TException if the blob does not exist, or may not be read
     * @throws IOException if the blob can't be copied or unpacked
     */
    FetchedVersion fetch(BlobStore store, @Nullable Subject who, Path parent, KeptBlobs kept)
            throws TException, IOException {
        Path copied = parent.resolve("copying." + key);
        Path unpacking = parent.resolve("unpacking." + key);
        try {
            long version = copy(store, who, copied, kept);
            Path target = parent.resolve(key + "." + version);
            if (uncompress && Archives.isArchive(key)) {
                Archives.unpack(copied, key, unpacking);
                BlobFiles.deleteFolder(target); // may exist after a failed attempt
                Files.move(unpacking, target);
            } else {
                Files.move(copied, target, StandardCopyOption.REPLACE_EXISTING);
            }
            return new FetchedVersion(version, target);
        } finally {
            BlobFiles.deleteFolder(copied); // a partial copy would keep a full disk full
            BlobFiles.deleteFolder(unpacking);
        }
    }

    /** Copies the blob and returns its version. */
    private long copy(BlobStore store, @Nullable Subject who, Path target, KeptBlobs kept)
            throws TException, IOException {
        long version;
        try (InputStreamWithMeta in = store.getBlob(key, who)) {
            version = in.getVersion();
            Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (KeyNotFoundException e) {
            KeptVersion last = kept.find(key).orElse(null);
            if (last == null) {
                throw e;
            }
            Files.copy(last.path(), target, StandardCopyOption.REPLACE_EXISTING);
            LOG.warn(
                    "blob '{}' was deleted from the store; using the last version that was kept",
                    key);
            return last.version();
        }
        kept.keep(key, version, target);
        return version;
    }

    /** One version of a blob on disk. */
    record FetchedVersion(long version, Path path) {}
}
