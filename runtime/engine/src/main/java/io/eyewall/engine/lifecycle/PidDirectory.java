package io.eyewall.engine.lifecycle;

import io.eyewall.engine.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The directory in which the child processes of multilang components create files named by their
 * process ids (Storm's supervisor creates it: daemon/supervisor/BasicContainer.java). Most
 * topologies never use it, so it is created on the first request. Thread-safe.
 */
final class PidDirectory {
    private final String parentName;
    private final Path directory;
    private @Nullable TemporaryFolder created;

    /**
     * @param parentName name of the directory's parent in the temporary directory
     */
    PidDirectory(String parentName) {
        this.parentName = parentName;
        this.directory = TemporaryFolder.pathOf(parentName).resolve("pids");
    }

    /** Returns the path, whether the directory exists or not. */
    @Override
    public String toString() {
        return directory.toString();
    }

    /**
     * Creates the directory, unless it was created before.
     *
     * @return its path
     */
    synchronized String createIfAbsent() {
        if (created == null) {
            try {
                created = TemporaryFolder.named(parentName);
                Files.createDirectories(directory);
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "cannot create directory "
                                + directory
                                + " for the process ids of multilang components",
                        e);
            }
        }
        return toString();
    }

    /**
     * Deletes the directory. Files that cannot be deleted now are deleted when the process ends.
     */
    synchronized void delete() {
        if (created != null) {
            try {
                created.close();
            } catch (UncheckedIOException e) {
                // A child process that was ordered to end has only just started, and still writes
                // its file.
            }
            created = null;
        }
    }
}
