package io.eyewall.toolkit.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where files are: a folder, a bucket. For one task; exceptions mean that it is tried again. */
public interface FileStore extends AutoCloseable {
    /** Connects. */
    void open() throws Exception;

    /** The names behind a name, in their order. */
    List<String> listAfter(String name) throws Exception;

    /**
     * Brings one here.
     *
     * @return null if it is gone
     */
    @Nullable Local fetch(String name) throws Exception;

    /** How far tasks were, by their names; see {@link #writePlace}. */
    List<Place> readPlaces() throws Exception;

    /** Keeps how far a task is. */
    void writePlace(Place place) throws Exception;

    /** What positions begin with. */
    String uri();

    @Override
    void close();

    /**
     * How far a task is.
     *
     * @param task its name
     * @param file all up to this are done
     */
    record Place(String task, String file) {}

    /**
     * A file that can be opened.
     *
     * @param isTemporary whether it is to be deleted after use
     */
    record Local(Path path, boolean isTemporary) {
        /** After use. */
        void release() throws IOException {
            if (isTemporary) {
                java.nio.file.Files.deleteIfExists(path);
            }
        }
    }
}
