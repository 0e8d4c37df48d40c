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
 * Keeps the latest version of each blob that a topology has used. If a blob is deleted from the
 * store, the topology's next process finds this version here. Each blob is a file {@code
 * KEY.VERSION}. Not safe for several threads at a time.
 */
final class KeptBlobs {
    private static final Logger LOG = LoggerFactory.getLogger(KeptBlobs.class);

    private final @Nullable Path folder;

    /** The version of a kept blob, and its file. */
    record KeptVersion(long version, Path path) {}

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
    Map<String, Object> withoutKeptBlobs(Map<String, Object> topoConf) throws IOException {
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

    /** Finds the kept version of a blob. */
    Optional<KeptVersion> find(String key) throws IOException {
        KeptVersion latest = null;
        for (Path path : versionFiles(key)) {
            String name = path.getFileName().toString();
            long version = Long.parseLong(name.substring(key.length() + 1));
            if (latest == null || version > latest.version()) {
                latest = new KeptVersion(version, path);
            }
        }
        return Optional.ofNullable(latest);
    }

    private List<Path> versionFiles(String key) throws IOException {
        if (folder == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        try (Stream<Path> paths = Files.list(folder)) {
            for (Path path : paths.toList()) {
                String name = path.getFileName().toString();
                if (name.startsWith(key + ".")
                        && name.substring(key.length() + 1).matches("\\d{1,18}")) {
                    files.add(path);
                }
            }
        }
        return files;
    }

    /** Keeps a version and deletes earlier ones. A failure, such as a full disk, is logged only. */
    void keep(String key, long version, Path content) {
        if (folder == null) {
            return;
        }
        Path target = folder.resolve(key + "." + version);
        Path copying = folder.resolve("copying"); // not a version, as it has no number
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
            for (Path file : versionFiles(key)) {
                if (!file.equals(target)) {
                    Files.deleteIfExists(file);
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
