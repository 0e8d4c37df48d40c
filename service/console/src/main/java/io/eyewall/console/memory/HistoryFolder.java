package io.eyewall.console.memory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder that keeps the histories of topologies across console processes, one file per topology.
 */
public final class HistoryFolder {
    /** Keeps nothing. */
    public static final HistoryFolder NONE = new HistoryFolder(null);

    private static final Logger LOG = LoggerFactory.getLogger(HistoryFolder.class);

    private final @Nullable Path folder;

    private HistoryFolder(@Nullable Path folder) {
        this.folder = folder;
    }

    /**
     * Opens a folder for the exclusive use of this process, and creates it if needed. Deletes files
     * in it that are too old to be shown.
     */
    public static HistoryFolder in(Path folder) {
        try {
            Files.createDirectories(folder);
            long oldestMs = System.currentTimeMillis() - TimeUnit.SECONDS.toMillis(History.SECONDS);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    if (Files.getLastModifiedTime(file).toMillis() < oldestMs) {
                        Files.delete(file);
                    }
                }
            }
            return new HistoryFolder(folder);
        } catch (IOException e) {
            LOG.warn(
                    "the console cannot keep the data of its charts in {}: {}",
                    folder,
                    e.toString());
            return NONE;
        }
    }

    /**
     * Returns the file of a topology. It is named by a hash, because ids may be longer than file
     * names.
     */
    public HistoryFile of(String id) {
        return new HistoryFile(
                folder == null
                        ? null
                        : folder.resolve(
                                UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8))
                                        .toString()));
    }
}
