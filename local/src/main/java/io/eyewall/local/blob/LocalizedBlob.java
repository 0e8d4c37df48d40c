package io.eyewall.local.blob;

import java.io.IOException;
import java.io.InputStream;
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
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.ObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code topology.blobstore.map}.
 *
 * @param key of the blob
 * @param localname of the file that the topology finds
 * @param uncompress whether it is an archive to be unpacked, to a folder of that name
 * @param workerRestart whether a change wants the worker to start anew
 */
record LocalizedBlob(String key, String localname, boolean uncompress, boolean workerRestart) {
    /**
     * Those of a topology, whose map has been validated.
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
     * @throws TException if it isn't there, or may not be read
     * @throws IOException if it can't be copied or unpacked
     */
    Fetched fetch(BlobStore store, @Nullable Subject who, Path into)
            throws TException, IOException {
        Path copied = into.resolve("copying." + key);
        Path unpacking = into.resolve("unpacking." + key);
        try (InputStreamWithMeta in = store.getBlob(key, who)) {
            long version = in.getVersion();
            Path target = into.resolve(key + "." + version);
            copy(in, copied);
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

    private static void copy(InputStream in, Path target) throws IOException {
        Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
    }

    /** One version of it on disk. */
    record Fetched(long version, Path path) {}
}
