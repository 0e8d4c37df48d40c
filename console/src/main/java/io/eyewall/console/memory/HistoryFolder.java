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

/** Where the histories of topologies are kept from one process to the next, a file for each. */
public final class HistoryFolder {
    /** Nothing is kept. */
    public static final HistoryFolder NONE = new HistoryFolder(null);

    private static final Logger LOG = LoggerFactory.getLogger(HistoryFolder.class);

    private final @Nullable Path folder;

    private HistoryFolder(@Nullable Path folder) {
        this.folder = folder;
    }

    /**
     * A folder, of this process alone; made if it is not there. Files in it that nobody would be
     * shown any more are deleted.
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
            LOG.warn("the console's charts can't be kept in {}: {}", folder, e.toString());
            return NONE;
        }
    }

    /** The file of a topology. Its id may be longer than names of files are. */
    public HistoryFile of(String id) {
        return new HistoryFile(
                folder == null
                        ? null
                        : folder.resolve(
                                UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8))
                                        .toString()));
    }
}
