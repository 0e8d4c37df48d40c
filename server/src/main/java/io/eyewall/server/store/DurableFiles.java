package io.eyewall.server.store;

import java.io.IOException;
import java.nio.ByteBuffer;
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
 * Files that are there as a whole, old or new, whoever is killed when; also after a loss of power.
 * Only their user can read them: configurations and credentials are among them.
 */
final class DurableFiles {
    private static final String NEW = ".new";

    private DurableFiles() {}

    /**
     * Replaces a file's contents, or makes it.
     *
     * @throws IOException if it can't be written, as on a full disk; names the file
     */
    static void write(Path file, byte[] contents) throws IOException {
        try {
            replace(file, contents);
        } catch (FileSystemException e) { // it names a file
            throw e;
        } catch (IOException e) {
            throw new IOException(file + " can't be written: " + e.getMessage(), e);
        }
    }

    private static void replace(Path file, byte[] contents) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + NEW);
        try (FileChannel channel =
                FileChannel.open(
                        aside,
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.TRUNCATE_EXISTING,
                                StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer left = ByteBuffer.wrap(contents);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
        move(aside, file);
    }

    /** Moves a file or folder, within the file system; what has that name is replaced. */
    static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncFolderOf(to);
    }

    /** Waits until the disk has the name of a file, or that it is gone. */
    static void syncFolderOf(Path file) throws IOException {
        sync(parent(file));
    }

    /** Waits until the disk has a file's contents, or a folder's names. */
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

    /** Makes a folder for one user alone; its parents are to be there. */
    static void makeFolder(Path folder) throws IOException {
        Files.createDirectory(
                folder,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Deletes a file, or a folder with all that is in it; links are not followed. */
    static void delete(Path path) throws IOException {
        try {
            Files.walkFileTree(path, new Deletion());
        } catch (NoSuchFileException e) {
            // It is gone already.
        }
    }

    /** Bottom up. */
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
