package io.eyewall.cluster.lab;

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
 * The right to change a lab: the system gives it to one process, and takes it back when that ends,
 * however it does. All labs of a folder share one empty file, which stays; each locks a byte of it,
 * chosen by its name. A process that closes such a file anywhere loses all its locks, as POSIX has
 * it, so a process has one channel for all of them, as long as it has any.
 */
final class LabLock implements Closeable {
    private static final String FILE = ".lock";

    private static final Map<Path, Shared> OPEN = new HashMap<>(); // guarded by itself

    /** The channel of this process, and how many locks it has there. */
    private static final class Shared {
        private final FileChannel channel;
        private int locks;

        Shared(FileChannel channel) {
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
     * Takes it at once or not at all.
     *
     * @throws LabException if another has it
     */
    static LabLock take(LabFolder lab) throws IOException, LabException {
        Path root = Objects.requireNonNull(lab.path().getParent());
        Files.createDirectories(root);
        Path file = root.toRealPath().resolve(FILE);
        synchronized (OPEN) {
            Shared shared = OPEN.get(file);
            if (shared == null) {
                shared =
                        new Shared(
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
            return null; // another thread of this process has it
        }
    }

    private static void closeUnused(Path file, Shared shared) throws IOException {
        if (shared.locks == 0) {
            OPEN.remove(file);
            shared.channel.close();
        }
    }

    /** Others can have it. */
    @Override
    public void close() throws IOException {
        synchronized (OPEN) {
            if (lock.isValid()) {
                lock.release();
                Shared shared = Objects.requireNonNull(OPEN.get(file));
                shared.locks--;
                closeUnused(file, shared);
            }
        }
    }
}
