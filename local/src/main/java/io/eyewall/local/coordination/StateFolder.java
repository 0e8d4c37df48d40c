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
 * A topology's coordination state on disk: {@code nodes.log} with its mark, and {@code lock}, which
 * the system keeps locked for the process that uses it and releases with that process, however it
 * ends.
 */
final class StateFolder implements NodeTree.Journal {
    /**
     * By this process. The lock doesn't do: a second channel to its file, opened only to find it
     * locked, would release the first one's lock when it is closed, as POSIX has it.
     */
    private static final Set<Path> IN_USE = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel lock;
    private final NodeLog log;

    private StateFolder(Path folder, FileChannel lock, NodeLog log) {
        this.folder = folder;
        this.lock = lock;
        this.log = log;
    }

    /**
     * The tree that is kept in a folder, which is made if there is none.
     *
     * @param path its path
     * @param sync see {@link NodeLog#open}
     * @throws IOException if the folder is in use or can't be read or written, or is damaged
     */
    static NodeTree open(Path path, boolean sync) throws IOException {
        Files.createDirectories(path);
        Path folder = path.toRealPath();
        if (!IN_USE.add(folder)) {
            throw inUse(folder);
        }
        FileChannel lock = null;
        try {
            lock = lock(folder);
            NodeLog log = NodeLog.open(folder.resolve("nodes.log"), sync);
            NodeTree tree = new NodeTree(new StateFolder(folder, lock, log));
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
        FileLock held = null;
        try {
            held = channel.tryLock();
        } finally {
            if (held == null) {
                channel.close();
            }
        }
        if (held == null) {
            throw inUse(folder);
        }
        return channel;
    }

    private static IOException inUse(Path folder) {
        return new IOException(
                folder
                        + " is in use by a topology of the same name, here or in another process;"
                        + " end that first, or set eyewall.state.dir to another folder");
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
            log.close(); // which still writes
        } finally {
            release(folder, lock);
        }
    }
}
