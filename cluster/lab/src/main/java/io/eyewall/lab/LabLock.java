package io.eyewall.lab;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The exclusive right to change a lab: a kernel lock, which the system releases however the process
 * ends. All labs of a folder share one empty file, which is never deleted; each lab locks one byte
 * of it, chosen by the hash of its name. By POSIX, a process that closes the file through any
 * channel loses all its locks on it; therefore a process uses one channel for all its locks, and
 * closes it after the last one. Any thread may call.
 */
final class LabLock implements Closeable {
    private static final String FILE = ".lock";

    private static final Map<Path, SharedChannel> OPEN = new HashMap<>(); // guarded by itself

    /** This process' channel, and the number of locks that it holds through it. */
    private static final class SharedChannel {
        private final FileChannel channel;
        private int locks;

        SharedChannel(FileChannel channel) {
            this.channel = channel;
        }
    }

    private final Path file;
    private final FileLock lock;

    private LabLock(Path file, FileLock lock) {
        this.file = file;
        this.lock = lock;
    }

    /**
     * Takes the lock without waiting.
     *
     * @throws LabException if another command holds it
     */
    static LabLock acquire(LabFolder lab) throws IOException, LabException {
        Path root = Objects.requireNonNull(lab.path().getParent());
        Files.createDirectories(root);
        Path file = root.toRealPath().resolve(FILE);
        synchronized (OPEN) {
            SharedChannel shared = OPEN.get(file);
            if (shared == null) {
                shared =
                        new SharedChannel(
                                FileChannel.open(
                                        file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
                OPEN.put(file, shared);
            }
            FileLock lock = null;
            try {
                lock = tryLock(shared.channel, lab.name());
                if (lock == null) {
                    throw new LabException(
                            "lab '%s' is being changed by another command; wait for that to end, or end it"
                                    .formatted(lab.name()));
                }
                shared.locks++;
                return new LabLock(file, lock);
            } finally {
                if (lock == null) {
                    closeUnused(file, shared);
                }
            }
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel, String name) throws IOException {
        try {
            return channel.tryLock(Integer.toUnsignedLong(name.hashCode()), 1, false);
        } catch (OverlappingFileLockException e) {
            return null; // another thread of this process holds the lock
        }
    }

    private static void closeUnused(Path file, SharedChannel shared) throws IOException {
        if (shared.locks == 0) {
            OPEN.remove(file);
            shared.channel.close();
        }
    }

    /** Releases the lock. */
    @Override
    public void close() throws IOException {
        synchronized (OPEN) {
            if (lock.isValid()) {
                lock.release();
                SharedChannel shared = Objects.requireNonNull(OPEN.get(file));
                shared.locks--;
                closeUnused(file, shared);
            }
        }
    }
}
