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
 * A folder in the temporary directory ({@code java.io.tmpdir}) that is deleted with all that is in
 * it when it is closed, at the latest when the process ends; who halts the process calls {@link
 * #closeAll} before. What a killed process leaves is deleted by the next one that makes such a
 * folder ({@link Leftovers}). Any thread.
 */
public final class TemporaryFolder implements AutoCloseable {
    /** Added and removed under the lock of the class. */
    private static final Set<TemporaryFolder> OPEN = ConcurrentHashMap.newKeySet();

    /** Registered while a folder is open. */
    private static final ExitHook AT_EXIT =
            new ExitHook("eyewall-temporary", TemporaryFolder::deleteAllOnExit);

    private final Path path;
    private final Leftovers.@Nullable Mark mark;

    private TemporaryFolder(Path path) {
        this.path = path;
        this.mark = Leftovers.mark(path);
    }

    /**
     * Makes an empty folder that only this process's user can enter.
     *
     * @param prefix the beginning of its name; the rest is made up
     * @throws IOException if the temporary directory can't be written to
     */
    public static TemporaryFolder make(String prefix) throws IOException {
        return opened(Files.createTempDirectory(prefix));
    }

    /**
     * Makes a folder of a certain name, unless it is there.
     *
     * @param name differs from all others' in the temporary directory
     * @throws IOException if the temporary directory can't be written to
     */
    public static TemporaryFolder named(String name) throws IOException {
        return opened(Files.createDirectories(pathOf(name)));
    }

    /** Where {@link #named} makes it; absolute. */
    public static Path pathOf(String name) {
        return Path.of(System.getProperty("java.io.tmpdir"), name).toAbsolutePath();
    }

    private static TemporaryFolder opened(Path path) {
        Leftovers.sweepOnce(path.toAbsolutePath().getParent());
        TemporaryFolder folder = new TemporaryFolder(path.toAbsolutePath());
        add(folder);
        return folder;
    }

    private static synchronized void add(TemporaryFolder folder) {
        OPEN.add(folder);
        AT_EXIT.register();
        if (AT_EXIT.isExiting()) {
            folder.deleteOnExit(); // a shutdown hook of the application's has made it
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

    /** Closes all there are, as far as possible: the process is about to be halted. */
    public static void closeAll() {
        for (TemporaryFolder folder : OPEN) {
            try {
                folder.close();
            } catch (UncheckedIOException e) {
                // Somebody is still writing to it, and there is no time to wait for them.
            }
        }
    }

    /**
     * Shutdown hooks run beside each other, and those of an application may need the files: the JVM
     * deletes what is marked after all hooks have run, the last one first.
     */
    private void deleteOnExit() {
        try {
            contents().forEach(File::deleteOnExit);
        } catch (IOException | UncheckedIOException e) {
            // A hook of the application's has just closed it.
        }
    }

    /** Absolute. */
    public Path path() {
        return path;
    }

    /**
     * Deletes it with its contents; no effect if it is gone.
     *
     * @throws UncheckedIOException if something can't be deleted, which is tried again at the end
     *     of the process
     */
    @Override
    public void close() {
        try {
            deleteAll(path);
        } catch (IOException e) {
            throw new UncheckedIOException("temporary folder " + path, e);
        }
        if (mark != null) {
            mark.release();
        }
        remove(this);
    }

    private List<File> contents() throws IOException {
        return contents(path);
    }

    /** A folder with all that is in it. */
    static void deleteAll(Path folder) throws IOException {
        List<File> deepestFirst = contents(folder);
        Collections.reverse(deepestFirst);
        for (File file : deepestFirst) {
            Files.deleteIfExists(file.toPath());
        }
    }

    /** The folder, then what is in it, each folder before its contents. */
    private static List<File> contents(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return new ArrayList<>();
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            return new ArrayList<>(paths.map(Path::toFile).toList());
        }
    }
}
