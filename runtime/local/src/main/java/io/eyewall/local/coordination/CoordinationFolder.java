package io.eyewall.local.coordination;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A topology's coordination state on disk: {@code nodes.log} with its mark, and {@code lock}, a
 * file that the process which uses the folder keeps locked; the operating system releases the lock
 * when the process ends in any way. The tree's lock guards an instance.
 */
final class CoordinationFolder implements NodeTree.Journal {
    /**
     * Folders that this process uses. The lock files don't suffice: by POSIX, closing a second
     * channel to a lock file, opened only to find it locked, would release the lock of the first.
     */
    private static final Set<Path> IN_USE = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel lock;
    private final NodeLog log;

    private CoordinationFolder(Path folder, FileChannel lock, NodeLog log) {
        this.folder = folder;
        this.lock = lock;
        this.log = log;
    }

    /**
     * Opens the tree in a folder, which is created unless it exists.
     *
     * @param path the folder's path
     * @param sync see {@link NodeLog#open}
     * @throws IOException if the folder is in use, can't be read or written, or is damaged
     */
    static NodeTree open(Path path, boolean sync) throws IOException {
        Files.createDirectories(path);
        Path folder = path.toRealPath();
        if (!IN_USE.add(folder)) {
            throw inUseError(folder);
        }
        FileChannel lock = null;
        try {
            lock = lock(folder);
            NodeLog log = NodeLog.open(folder.resolve("nodes.log"), sync);
            NodeTree tree = new NodeTree(new CoordinationFolder(folder, lock, log));
            log.nodes().forEach(tree::restore);
            return tree;
        } catch (IOException | RuntimeException e) {
            release(folder, lock);
            throw e;
        }
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        folder.resolve("lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
        FileLock fileLock = null;
        try {
            fileLock = channel.tryLock();
        } finally {
            if (fileLock == null) {
                channel.close();
            }
        }
        if (fileLock == null) {
            throw inUseError(folder);
        }
        return channel;
    }

    private static IOException inUseError(Path folder) {
        return new IOException(
                folder
                        + " is in use by a topology of the same name, here or in another process;"
                        + " end that topology first, or set eyewall.state.dir to another folder");
    }

    private static void release(Path folder, @Nullable FileChannel lock) throws IOException {
        try {
            if (lock != null) {
                lock.close();
            }
        } finally {
            IN_USE.remove(folder);
        }
    }

    @Override
    public void put(String path, byte @Nullable [] data) throws IOException {
        log.put(path, data);
    }

    @Override
    public void delete(String path) throws IOException {
        log.delete(path);
    }

    @Override
    public void close() throws IOException {
        try {
            log.close(); // closing still writes, so the folder stays locked until then
        } finally {
            release(folder, lock);
        }
    }
}
