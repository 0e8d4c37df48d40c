package io.eyewall.toolkit.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A store of files, such as a folder or a bucket. Owned by one task; after an exception the source
 * closes the store, opens it and tries again.
 */
public interface FileStore extends AutoCloseable {
    /** Connects to the store. */
    void open() throws Exception;

    /** Returns the names that follow the given one, sorted. */
    List<String> listAfter(String name) throws Exception;

    /**
     * Makes a file available locally.
     *
     * @return the local file, or null if the store no longer has it
     */
    @Nullable Local fetch(String name) throws Exception;

    /** Returns the stored progress of all tasks; see {@link #writePlace}. */
    List<Place> readPlaces() throws Exception;

    /** Stores the progress of a task. */
    void writePlace(Place place) throws Exception;

    /** Returns the prefix of the positions of this store's files. */
    String uri();

    @Override
    void close();

    /**
     * The progress of a task.
     *
     * @param task name of the task
     * @param file last file up to which all files are done
     */
    record Place(String task, String file) {}

    /**
     * A file in the local file system.
     *
     * @param path path of the file
     * @param isTemporary whether the file must be deleted after use
     */
    record Local(Path path, boolean isTemporary) {
        /** Deletes the file if it is temporary; to be called after use. */
        void release() throws IOException {
            if (isTemporary) {
                java.nio.file.Files.deleteIfExists(path);
            }
        }
    }
}
