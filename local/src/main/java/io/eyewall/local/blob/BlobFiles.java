package io.eyewall.local.blob;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Blobs as files. What is being written lies apart and is moved to its place when it is complete,
 * so that a blob is there as a whole or not at all, whoever is killed, and whichever other process
 * works in the same folder.
 *
 * <pre>
 * blobs/KEY/data       the contents; its time of change, in milliseconds, is its version
 * blobs/KEY/meta       SettableBlobMeta, by Thrift
 * unfinished/UUID/     what is being written or deleted
 * </pre>
 */
final class BlobFiles {
    static final String DATA = "data";
    static final String META = "meta";

    /** Nobody writes that long; whoever did was killed. */
    private static final Duration LEFT_BEHIND = Duration.ofDays(1);

    private final Path blobs;
    private final Path unfinished;

    private BlobFiles(Path folder) {
        blobs = folder.resolve("blobs");
        unfinished = folder.resolve("unfinished");
    }

    /**
     * Makes the folder if need be.
     *
     * @throws IOException if it can't be written to
     */
    static BlobFiles in(Path folder) throws IOException {
        BlobFiles files = new BlobFiles(folder);
        Files.createDirectories(files.blobs);
        Files.createDirectories(files.unfinished);
        files.deleteLeftBehind();
        return files;
    }

    private void deleteLeftBehind() throws IOException {
        long before = System.currentTimeMillis() - LEFT_BEHIND.toMillis();
        for (Path folder : list(unfinished)) {
            if (Files.getLastModifiedTime(folder).toMillis() < before) {
                delete(folder);
            }
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.sorted().toList();
        }
    }

    List<String> keys() throws IOException {
        return list(blobs).stream().map(blob -> blob.getFileName().toString()).toList();
    }

    boolean exists(String key) {
        return Files.exists(blobs.resolve(key));
    }

    /** Returns the file of a blob's contents, if it exists. */
    Path data(String key) {
        return blobs.resolve(key).resolve(DATA);
    }

    /**
     * @throws NoSuchFileException if there is no such blob
     */
    byte[] meta(String key) throws IOException {
        return Files.readAllBytes(blobs.resolve(key).resolve(META));
    }

    /** An operation on an empty folder. */
    interface Beginning<T> {
        T begin(Path folder) throws IOException;
    }

    /**
     * Begins with an empty folder what is to become a blob, or a part of one. If that fails the
     * folder is gone.
     */
    <T> T begin(Beginning<T> beginning) throws IOException {
        Path folder = Files.createDirectory(apart());
        try {
            return beginning.begin(folder);
        } catch (IOException | RuntimeException | Error e) {
            try {
                delete(folder);
            } catch (IOException leftBehind) {
                e.addSuppressed(leftBehind);
            }
            throw e;
        }
    }

    private Path apart() {
        return unfinished.resolve(UUID.randomUUID().toString());
    }

    /**
     * Makes a folder with data and meta a blob.
     *
     * @throws FileAlreadyExistsException if there is one of this key
     */
    void create(String key, Path complete) throws IOException {
        force(complete.resolve(DATA));
        force(complete.resolve(META));
        try {
            Files.move(complete, blobs.resolve(key), StandardCopyOption.ATOMIC_MOVE);
        } catch (DirectoryNotEmptyException e) {
            throw alreadyExists(key, e);
        } catch (FileSystemException e) {
            throw exists(key) ? alreadyExists(key, e) : e;
        }
    }

    private FileAlreadyExistsException alreadyExists(String key, IOException cause) {
        FileAlreadyExistsException e =
                new FileAlreadyExistsException(blobs.resolve(key).toString());
        e.initCause(cause);
        return e;
    }

    /**
     * Puts a file of a folder that {@link #begin} made in the place of a blob's.
     *
     * @param name {@link #DATA} or {@link #META}
     * @throws NoSuchFileException if there is no such blob
     */
    void replace(String key, Path folder, String name) throws IOException {
        Path complete = folder.resolve(name);
        Path old = blobs.resolve(key).resolve(name);
        force(complete);
        if (name.equals(DATA)) {
            // Never the version that it had: clocks stand still for a moment, or go back.
            long version = Files.getLastModifiedTime(old).toMillis();
            if (Files.getLastModifiedTime(complete).toMillis() <= version) {
                Files.setLastModifiedTime(complete, FileTime.fromMillis(version + 1));
            }
        }
        Files.move(complete, old, StandardCopyOption.ATOMIC_MOVE);
        delete(folder);
    }

    /** By whichever channel: it is the file that is forced to the disk. */
    private static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /**
     * @throws NoSuchFileException if there is no such blob
     */
    void delete(String key) throws IOException {
        Path folder = apart(); // not made, only moved to: there may be no room for another
        Files.move(blobs.resolve(key), folder, StandardCopyOption.ATOMIC_MOVE);
        delete(folder);
    }

    /** Deletes a folder with all that is in it, if it is there. */
    static void delete(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> paths = Files.walk(folder)) {
            deepestFirst = new ArrayList<>(paths.toList());
        } catch (NoSuchFileException | UncheckedIOException e) {
            return; // somebody else is deleting it
        }
        Collections.reverse(deepestFirst);
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }
}
