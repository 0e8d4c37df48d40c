package io.eyewall.engine.temporary;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes temporary folders that killed processes left behind. Each folder has a file {@code
 * .alive-PID}, which its process keeps locked as long as it lives; the kernel releases the lock
 * however the process ends. A process that can acquire the lock deletes the folder. Folders without
 * that file, and those of other users, are left alone. The folders of {@code native/} follow the
 * same rule.
 */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
    private static final String FOLDER_PATTERN = "eyewall-*";
    private static final String LOCK_FILE_PREFIX = ".alive-";

    /**
     * This process's own file. It is never opened again, because closing it would release the lock.
     */
    private static final String OWN_LOCK_FILE = LOCK_FILE_PREFIX + ProcessHandle.current().pid();

    private static final AtomicBoolean SWEPT = new AtomicBoolean();

    private Leftovers() {}

    /** The lock of a folder that is in use. */
    static final class FolderLock {
        private final FileChannel file;

        private FolderLock(FileChannel file) {
            this.file = file;
        }

        /** Releases the lock: the folder is no longer in use. */
        void release() {
            try {
                file.close();
            } catch (IOException e) {
                LOG.debug("cannot close the lock file of a temporary folder", e);
            }
        }
    }

    /**
     * Marks a folder as in use by locking a file in it.
     *
     * @return null if files can't be locked; the folder then has no lock file, so that no process
     *     takes it for a leftover
     */
    static @Nullable FolderLock lock(Path folder) {
        FileChannel file = null;
        try {
            Path unlocked = folder.resolve(".new");
            file = FileChannel.open(unlocked, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (file.tryLock() != null) {
                // The file appears under its final name only when it is locked.
                Files.move(unlocked, folder.resolve(OWN_LOCK_FILE), StandardCopyOption.ATOMIC_MOVE);
                return new FolderLock(file);
            }
        } catch (IOException | OverlappingFileLockException e) {
            LOG.debug("cannot mark temporary folder {} as in use", folder, e);
        }
        if (file != null) {
            new FolderLock(file).release();
        }
        return null;
    }

    /**
     * Deletes the folders that dead processes left in a temporary directory, on the first call
     * only.
     */
    static void sweepOnce(@Nullable Path directory) {
        if (directory == null || SWEPT.getAndSet(true)) {
            return;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, FOLDER_PATTERN)) {
            for (Path folder : folders) {
                sweep(folder);
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("cannot search {} for leftover folders", directory, e);
        }
    }

    private static void sweep(Path folder) {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> lockFiles =
                Files.newDirectoryStream(folder, LOCK_FILE_PREFIX + "*")) {
            for (Path lockFile : lockFiles) {
                if (!lockFile.getFileName().toString().equals(OWN_LOCK_FILE)) {
                    deleteUnlessLocked(folder, lockFile);
                }
            }
        } catch (IOException | RuntimeException e) {
            // Another user's folder, or another process is deleting it.
            LOG.debug("cannot delete leftover folder {}", folder, e);
        }
    }

    private static void deleteUnlessLocked(Path folder, Path lockFile) throws IOException {
        try (FileChannel file = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            if (lock != null) {
                TemporaryFolder.deleteAll(folder);
                LOG.debug("deleted temporary folder {} of a killed process", folder);
            }
        }
    }
}
