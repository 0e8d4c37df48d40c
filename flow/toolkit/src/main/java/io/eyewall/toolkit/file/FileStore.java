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

    /** Returns the sorted names of the files whose names follow the given one. */
    List<String> listAfter(String name) throws Exception;

    /**
     * Makes a file available in the local file system.
     *
     * @return the local file, or null if the store no longer has it
     */
    @Nullable LocalFile fetch(String name) throws Exception;

    /** Returns the progress that {@link #writeProgress} has stored for each task. */
    List<TaskProgress> readProgress() throws Exception;

    /** Stores the progress of a task. */
    void writeProgress(TaskProgress progress) throws Exception;

    /**
     * Returns the prefix that, followed by a file's name, is the source of the positions of the
     * file's records.
     */
    String uri();

    @Override
    void close();

    /**
     * The progress of a task.
     *
     * @param task name of the task
     * @param file name of the last file up to which all of the task's files are done
     */
    record TaskProgress(String task, String file) {}

    /**
     * A file in the local file system.
     *
     * @param path path of the file
     * @param isTemporary whether the file must be deleted after use
     */
    record LocalFile(Path path, boolean isTemporary) {
        /** To be called after use. */
        void deleteIfTemporary() throws IOException {
            if (isTemporary) {
                java.nio.file.Files.deleteIfExists(path);
            }
        }
    }
}
