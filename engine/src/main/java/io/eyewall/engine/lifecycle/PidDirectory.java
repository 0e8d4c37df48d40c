package io.eyewall.engine.lifecycle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directory in which the processes of multilang components leave a file named by their process
 * id (Storm's supervisor makes it: daemon/supervisor/BasicContainer.java). Most topologies never
 * ask for it, so it is made when one does. Any thread.
 */
final class PidDirectory {
    private final Path parent;
    private final Path directory;
    private boolean made;

    /**
     * @param parent of the directory; its own if it is empty in the end
     */
    PidDirectory(Path parent) {
        this.parent = parent;
        this.directory = parent.resolve("pids");
    }

    /** Its path, whether it exists or not. */
    @Override
    public String toString() {
        return directory.toString();
    }

    /**
     * Makes it, if it has not been made.
     *
     * @return its path
     */
    synchronized String make() {
        if (!made) {
            try {
                Files.createDirectories(directory);
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "directory " + directory + " of multilang components' process ids", e);
            }
            made = true;
        }
        return toString();
    }

    /** Removes what was made. What can't be removed stays: it is in the directory for that. */
    synchronized void delete() {
        if (!made) {
            return;
        }
        made = false;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.delete(file);
            }
            Files.delete(directory);
            Files.deleteIfExists(parent);
        } catch (IOException e) {
            // a temporary directory
        }
    }
}
