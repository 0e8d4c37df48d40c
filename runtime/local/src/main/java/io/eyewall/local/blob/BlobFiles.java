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
 * Blobs as files. A blob is written in a folder of its own and moved to {@code blobs} when it is
 * complete. So a blob exists as a whole or not at all, whichever process is killed, and also if
 * several processes work in the same folder. Any thread may call.
 *
 * <pre>
 * blobs/KEY/data       the contents; the file's time of change, in milliseconds, is the version
 * blobs/KEY/meta       SettableBlobMeta, serialized by Thrift
 * unfinished/UUID/     a blob that is being written or deleted
 * </pre>
 */
final class BlobFiles {
    static final String DATA = "data";
    static final String META = "meta";

    /**
     * The age at which an unfinished folder is deleted: no write takes that long, so its process
     * was killed.
     */
    private static final Duration ABANDONED_AFTER = Duration.ofDays(1);

    private final Path blobs;
    private final Path unfinished;

    private BlobFiles(Path folder) {
        blobs = folder.resolve("blobs");
        unfinished = folder.resolve("unfinished");
    }

    /**
     * Creates the folder unless it exists, and deletes unfinished blobs of killed processes.
     *
     * @throws IOException if the folder can't be written to
     */
    static BlobFiles open(Path folder) throws IOException {
        BlobFiles files = new BlobFiles(folder);
        Files.createDirectories(files.blobs);
        Files.createDirectories(files.unfinished);
        files.deleteAbandoned();
        return files;
    }

    private void deleteAbandoned() throws IOException {
        long abandonedBeforeMs = System.currentTimeMillis() - ABANDONED_AFTER.toMillis();
        for (Path folder : listSorted(unfinished)) {
            if (Files.getLastModifiedTime(folder).toMillis() < abandonedBeforeMs) {
                deleteFolder(folder);
            }
        }
    }

    private static List<Path> listSorted(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.sorted().toList();
        }
    }

    List<String> keys() throws IOException {
        return listSorted(blobs).stream().map(blob -> blob.getFileName().toString()).toList();
    }

    boolean exists(String key) {
        return Files.exists(blobs.resolve(key));
    }

    /** Returns the path of a blob's contents; the blob need not exist. */
    Path dataPath(String key) {
        return blobs.resolve(key).resolve(DATA);
    }

    /**
     * @throws NoSuchFileException if there is no such blob
     */
    byte[] readMeta(String key) throws IOException {
        return Files.readAllBytes(blobs.resolve(key).resolve(META));
    }

    /** An action that writes into an empty folder. */
    interface FolderWriter<T> {
        T write(Path folder) throws IOException;
    }

    /**
     * Runs an action with an empty folder in which it writes a blob, or a part of one. Deletes the
     * folder if the action fails.
     */
    <T> T writeUnfinished(FolderWriter<T> writer) throws IOException {
        Path folder = Files.createDirectory(unfinishedFolder());
        try {
            return writer.write(folder);
        } catch (IOException | RuntimeException | Error e) {
            try {
                deleteFolder(folder);
            } catch (IOException deletion) {
                e.addSuppressed(deletion);
            }
            throw e;
        }
    }

    private Path unfinishedFolder() {
        return unfinished.resolve(UUID.randomUUID().toString());
    }

    /**
     * Turns a folder that contains {@link #DATA} and {@link #META} into a blob.
     *
     * @throws FileAlreadyExistsException if there is a blob with this key
     */
    void create(String key, Path complete) throws IOException {
        forceToDisk(complete.resolve(DATA));
        forceToDisk(complete.resolve(META));
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
     * Replaces a file of a blob by a file from a folder that {@link #writeUnfinished} created.
     *
     * @param name {@link #DATA} or {@link #META}
     * @throws NoSuchFileException if there is no such blob
     */
    void replace(String key, Path folder, String name) throws IOException {
        Path complete = folder.resolve(name);
        Path old = blobs.resolve(key).resolve(name);
        forceToDisk(complete);
        if (name.equals(DATA)) {
            // The version must increase, although the clock may stand still for a moment or go
            // back.
            long version = Files.getLastModifiedTime(old).toMillis();
            if (Files.getLastModifiedTime(complete).toMillis() <= version) {
                Files.setLastModifiedTime(complete, FileTime.fromMillis(version + 1));
            }
        }
        Files.move(complete, old, StandardCopyOption.ATOMIC_MOVE);
        deleteFolder(folder);
    }

    /** Forces a file to the disk; any channel does so, not only the one that wrote it. */
    private static void forceToDisk(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /**
     * @throws NoSuchFileException if there is no such blob
     */
    void deleteBlob(String key) throws IOException {
        Path folder =
                unfinishedFolder(); // not created, only a target of the move: the disk may be full
        Files.move(blobs.resolve(key), folder, StandardCopyOption.ATOMIC_MOVE);
        deleteFolder(folder);
    }

    /** Deletes a folder with its contents, if it exists. */
    static void deleteFolder(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> paths = Files.walk(folder)) {
            deepestFirst = new ArrayList<>(paths.toList());
        } catch (NoSuchFileException | UncheckedIOException e) {
            return; // another thread or process is deleting it
        }
        Collections.reverse(deepestFirst);
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }
}
