package io.eyewall.engine.lifecycle;

import io.eyewall.engine.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The directory in which the processes of multilang components leave a file named by their process
 * id (Storm's supervisor makes it: daemon/supervisor/BasicContainer.java). Most topologies never
 * ask for it, so it is made when one does. Any thread.
 */
final class PidDirectory {
    private final String parent;
    private final Path directory;
    private @Nullable TemporaryFolder made;

    /**
     * @param parent the name of its folder in the temporary directory
     */
    PidDirectory(String parent) {
        this.parent = parent;
        this.directory = TemporaryFolder.pathOf(parent).resolve("pids");
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
        if (made == null) {
            try {
                made = TemporaryFolder.named(parent);
                Files.createDirectories(directory);
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "directory " + directory + " of multilang components' process ids", e);
            }
        }
        return toString();
    }

    /** Removes what was made. What can't be removed now is at the end of the process. */
    synchronized void delete() {
        if (made != null) {
            try {
                made.close();
            } catch (UncheckedIOException e) {
                // A child that has just been told to end has just started.
            }
            made = null;
        }
    }
}
