package io.eyewall.server.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes files atomically: a reader finds the whole old or the whole new file, also if a process is
 * killed at any moment or after a loss of power. Only their owner can read the files, because they
 * hold configurations and credentials.
 */
final class DurableFiles {
    private static final String TEMPORARY_SUFFIX = ".new";

    private DurableFiles() {}

    /**
     * Replaces a file's contents, or creates the file.
     *
     * @throws IOException if it can't be written, for example on a full disk; the message names the
     *     file
     */
    static void write(Path file, byte[] contents) throws IOException {
        try {
            replace(file, contents);
        } catch (FileSystemException e) { // its message names the file
            throw e;
        } catch (ClosedByInterruptException e) { // the file is not the cause
            throw e;
        } catch (IOException e) {
            throw new IOException(file + " can't be written: " + e.getMessage(), e);
        }
    }

    private static void replace(Path file, byte[] contents) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + TEMPORARY_SUFFIX);
        try (FileChannel channel =
                FileChannel.open(
                        temporary,
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.TRUNCATE_EXISTING,
                                StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer remaining = ByteBuffer.wrap(contents);
            while (remaining.hasRemaining()) {
                channel.write(remaining);
            }
            channel.force(true);
        }
        move(temporary, file);
    }

    /** Moves a file or folder within a file system; replaces an existing file. */
    static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncFolderOf(to);
    }

    /** Waits until a file's creation, renaming or deletion is on disk. */
    static void syncFolderOf(Path file) throws IOException {
        sync(parent(file));
    }

    /** Waits until a file's contents, or a folder's entries, are on disk. */
    static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static Path parent(Path file) {
        Path parent = file.getParent();
        if (parent == null) {
            throw new IllegalArgumentException(file + " is in no folder");
        }
        return parent;
    }

    /** Creates a folder that only its owner can access; its parent must exist. */
    static void createFolder(Path folder) throws IOException {
        Files.createDirectory(
                folder,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /**
     * Deletes a file, or a folder with its contents; does not follow links. Does nothing if the
     * path does not exist.
     */
    static void delete(Path path) throws IOException {
        try {
            Files.walkFileTree(path, new Deletion());
        } catch (NoSuchFileException e) {
            // It has been deleted already.
        }
    }

    /** Deletes a folder's contents before the folder. */
    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException thrown)
                throws IOException {
            if (thrown != null) {
                throw thrown;
            }
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
