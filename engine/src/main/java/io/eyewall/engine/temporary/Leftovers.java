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
 * Temporary folders of processes that were killed. A folder has a file {@code .alive-PID}, which
 * its process keeps locked for as long as it lives: the kernel unlocks it, however that ends. Who
 * can lock it deletes the folder. One without that file, or of another user, is left alone. The
 * folders of {@code native/} have the same.
 */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
    private static final String FOLDERS = "eyewall-*";
    private static final String ALIVE = ".alive-";

    /** A process that opens a locked file of its own and closes it loses the lock. */
    private static final String OWN = ALIVE + ProcessHandle.current().pid();

    private static final AtomicBoolean SWEPT = new AtomicBoolean();

    private Leftovers() {}

    /** The lock of a folder that is in use. */
    static final class Mark {
        private final FileChannel file;

        private Mark(FileChannel file) {
            this.file = file;
        }

        /** The folder is in use no more. */
        void release() {
            try {
                file.close();
            } catch (IOException e) {
                LOG.debug("an unlocked temporary folder", e);
            }
        }
    }

    /**
     * Says that a folder is in use.
     *
     * @return null where files can't be locked: then nobody will take it for a leftover
     */
    static @Nullable Mark mark(Path folder) {
        FileChannel file = null;
        try {
            Path unlocked = folder.resolve(".new");
            file = FileChannel.open(unlocked, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (file.tryLock() != null) {
                // Not seen before it is locked.
                Files.move(unlocked, folder.resolve(OWN), StandardCopyOption.ATOMIC_MOVE);
                return new Mark(file);
            }
        } catch (IOException | OverlappingFileLockException e) {
            LOG.debug("{} can't be marked as in use", folder, e);
        }
        if (file != null) {
            new Mark(file).release();
        }
        return null;
    }

    /** Deletes what dead processes left in a temporary directory, the first time it is called. */
    static void sweepOnce(@Nullable Path directory) {
        if (directory == null || SWEPT.getAndSet(true)) {
            return;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, FOLDERS)) {
            for (Path folder : folders) {
                sweep(folder);
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("{} can't be swept", directory, e);
        }
    }

    private static void sweep(Path folder) {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> marks = Files.newDirectoryStream(folder, ALIVE + "*")) {
            for (Path mark : marks) {
                if (!mark.getFileName().toString().equals(OWN)) {
                    deleteUnlessLocked(folder, mark);
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("{} stays", folder, e); // another user's, or another process is faster
        }
    }

    private static void deleteUnlessLocked(Path folder, Path mark) throws IOException {
        try (FileChannel file = FileChannel.open(mark, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            if (lock != null) {
                TemporaryFolder.deleteAll(folder);
                LOG.debug("deleted {} of a process that has been killed", folder);
            }
        }
    }
}
