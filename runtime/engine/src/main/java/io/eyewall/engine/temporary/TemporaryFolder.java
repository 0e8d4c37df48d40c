package io.eyewall.engine.temporary;

import io.eyewall.engine.thread.ExitHook;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder in the temporary directory ({@code java.io.tmpdir}) that is deleted with its contents
 * when it is closed, or at the latest when the process ends; code that halts the process calls
 * {@link #closeAll} first. The folders of a killed process are deleted by the next process that
 * makes such a folder ({@link Leftovers}). Any thread may call.
 */
public final class TemporaryFolder implements AutoCloseable {
    /** The folders that are open. Changed only while the lock of this class is held. */
    private static final Set<TemporaryFolder> OPEN = ConcurrentHashMap.newKeySet();

    /** Deletes the open folders at the end of the process. Registered while a folder is open. */
    private static final ExitHook AT_EXIT =
            new ExitHook("eyewall-temporary", TemporaryFolder::deleteAllOnExit);

    private final Path path;
    private final Leftovers.@Nullable FolderLock folderLock;

    private TemporaryFolder(Path path) {
        this.path = path;
        this.folderLock = Leftovers.lock(path);
    }

    /**
     * Makes an empty folder that only this process's user can enter.
     *
     * @param prefix the beginning of its name; the rest is random
     * @throws IOException if the temporary directory is not writable
     */
    public static TemporaryFolder make(String prefix) throws IOException {
        return register(Files.createTempDirectory(prefix));
    }

    /**
     * Makes a folder with the given name, unless it exists.
     *
     * @param name a name that is unique in the temporary directory
     * @throws IOException if the temporary directory is not writable
     */
    public static TemporaryFolder named(String name) throws IOException {
        return register(Files.createDirectories(pathOf(name)));
    }

    /** Returns the absolute path at which {@link #named} makes a folder. */
    public static Path pathOf(String name) {
        return Path.of(System.getProperty("java.io.tmpdir"), name).toAbsolutePath();
    }

    private static TemporaryFolder register(Path path) {
        Leftovers.sweepOnce(path.toAbsolutePath().getParent());
        TemporaryFolder folder = new TemporaryFolder(path.toAbsolutePath());
        add(folder);
        return folder;
    }

    private static synchronized void add(TemporaryFolder folder) {
        OPEN.add(folder);
        AT_EXIT.register();
        if (AT_EXIT.isExiting()) {
            folder.deleteOnExit(); // a shutdown hook of the application has created it
        }
    }

    private static synchronized void remove(TemporaryFolder folder) {
        if (OPEN.remove(folder) && OPEN.isEmpty()) {
            AT_EXIT.unregister();
        }
    }

    private static synchronized void deleteAllOnExit() {
        OPEN.forEach(TemporaryFolder::deleteOnExit);
    }

    /** Closes all open folders, as far as possible, before the process is halted. */
    public static void closeAll() {
        for (TemporaryFolder folder : OPEN) {
            try {
                folder.close();
            } catch (UncheckedIOException e) {
                // Another thread is still writing to it, and there is no time to wait.
            }
        }
    }

    /**
     * Registers the folder for deletion by the JVM, which deletes registered files after all
     * shutdown hooks have run, in the reverse order of their registration. A hook must not delete
     * the files itself: hooks run concurrently, and the application's hooks may need the files.
     */
    private void deleteOnExit() {
        try {
            contents().forEach(File::deleteOnExit);
        } catch (IOException | UncheckedIOException e) {
            // A shutdown hook of the application has just closed it.
        }
    }

    /** Returns the absolute path. */
    public Path path() {
        return path;
    }

    /**
     * Deletes the folder with its contents. A second call does nothing.
     *
     * @throws UncheckedIOException if a file can't be deleted; its deletion is tried again at the
     *     end of the process
     */
    @Override
    public void close() {
        try {
            deleteAll(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete temporary folder " + path, e);
        }
        if (folderLock != null) {
            folderLock.release();
        }
        remove(this);
    }

    private List<File> contents() throws IOException {
        return contents(path);
    }

    /** Deletes a folder with its contents. */
    static void deleteAll(Path folder) throws IOException {
        List<File> deepestFirst = contents(folder);
        Collections.reverse(deepestFirst);
        for (File file : deepestFirst) {
            Files.deleteIfExists(file.toPath());
        }
    }

    /** Returns the folder and its contents, each folder before its own contents. */
    private static List<File> contents(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return new ArrayList<>();
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            return new ArrayList<>(paths.map(Path::toFile).toList());
        }
    }
}
