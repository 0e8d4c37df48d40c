package io.eyewall.server.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The exclusive right to run a topology, a file lock: the system gives it to one process and
 * releases it when that process ends, however it ends. A process that opens and closes the file a
 * second time loses the lock (POSIX), so {@link TopologyFolder} is the only class that opens it.
 */
final class WorkerLock implements Closeable {
    private static final String FILE_NAME = "worker.lock";

    private final Path folder;
    private final FileChannel channel;
    private final FileLock lock;

    private WorkerLock(Path folder, FileChannel channel, FileLock lock) {
        this.folder = folder;
        this.channel = channel;
        this.lock = lock;
    }

    /** Acquires the lock unless another process has it. */
    static Optional<WorkerLock> tryAcquire(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        folder.resolve(FILE_NAME),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
            return lock == null
                    ? Optional.empty()
                    : Optional.of(new WorkerLock(folder, channel, lock));
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
    }

    boolean locks(Path other) {
        return folder.equals(other);
    }

    boolean isValid() {
        return lock.isValid();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
