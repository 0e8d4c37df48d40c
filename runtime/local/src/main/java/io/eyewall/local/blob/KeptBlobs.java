package io.eyewall.local.blob;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last version of each blob that a topology has used. The topology's next process finds them
 * here if they were deleted from the store meanwhile. Each blob is a file {@code KEY.VERSION}. Not
 * safe for several threads at a time.
 */
final class KeptBlobs {
    private static final Logger LOG = LoggerFactory.getLogger(KeptBlobs.class);

    private final @Nullable Path folder;

    /** A version that was kept, and its file. */
    record Kept(long version, Path path) {}

    /**
     * @param folder need not exist; null if nothing is to be kept
     */
    KeptBlobs(@Nullable Path folder) {
        this.folder = folder;
    }

    /**
     * Returns a topology's configuration whose blob map lists only the blobs that are not kept
     * here.
     */
    Map<String, Object> withoutKept(Map<String, Object> topoConf) throws IOException {
        if (!(topoConf.get(Config.TOPOLOGY_BLOBSTORE_MAP) instanceof Map<?, ?> requested)) {
            return topoConf;
        }
        Map<Object, Object> missing = new HashMap<>(requested);
        for (Object key : requested.keySet()) {
            if (find(String.valueOf(key)).isPresent()) {
                missing.remove(key);
            }
        }
        Map<String, Object> conf = new HashMap<>(topoConf);
        conf.put(Config.TOPOLOGY_BLOBSTORE_MAP, missing);
        return conf;
    }

    /** Finds the last version of a blob. */
    Optional<Kept> find(String key) throws IOException {
        Kept last = null;
        for (Path path : versions(key)) {
            String name = path.getFileName().toString();
            long version = Long.parseLong(name.substring(key.length() + 1));
            if (last == null || version > last.version()) {
                last = new Kept(version, path);
            }
        }
        return Optional.ofNullable(last);
    }

    private List<Path> versions(String key) throws IOException {
        if (folder == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path path : all.toList()) {
                String name = path.getFileName().toString();
                if (name.startsWith(key + ".")
                        && name.substring(key.length() + 1).matches("\\d{1,18}")) {
                    found.add(path);
                }
            }
        }
        return found;
    }

    /** Keeps a version and deletes earlier ones. A failure, such as a full disk, is logged only. */
    void keep(String key, long version, Path content) {
        if (folder == null) {
            return;
        }
        Path target = folder.resolve(key + "." + version);
        Path copying = folder.resolve("copying"); // not the name of any version
        try {
            Files.createDirectories(folder);
            try {
                Files.createLink(target, content);
            } catch (FileAlreadyExistsException e) {
                return; // an earlier process has kept it
            } catch (IOException
                    | UnsupportedOperationException e) { // the folder is on another file system
                Files.copy(content, copying, StandardCopyOption.REPLACE_EXISTING);
                Files.move(copying, target, StandardCopyOption.ATOMIC_MOVE);
            }
            for (Path other : versions(key)) {
                if (!other.equals(target)) {
                    Files.deleteIfExists(other);
                }
            }
        } catch (IOException e) {
            LOG.warn(
                    "can't keep blob '{}' in {} for the topology's next process, which needs this"
                            + " copy if the blob is deleted: {}",
                    key,
                    folder,
                    e.toString());
        }
    }
}
