package io.eyewall.local.coordination;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A topology's coordination state on disk: {@code nodes.log}, and {@code lock}, which the system
 * keeps locked for the process that uses it and releases with that process, however it ends.
 */
final class StateFolder implements NodeTree.Journal {
    private final FileChannel lock;
    private final NodeLog log;

    private StateFolder(FileChannel lock, NodeLog log) {
        this.lock = lock;
        this.log = log;
    }

    /**
     * The tree that is kept in a folder, which is made if there is none.
     *
     * @param sync see {@link NodeLog#open}
     * @throws IOException if the folder is in use or can't be read or written, or is damaged
     */
    static NodeTree open(Path folder, boolean sync) throws IOException {
        Files.createDirectories(folder);
        FileChannel lock =
                FileChannel.open(
                        folder.resolve("lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
        try {
            lock(lock, folder);
            NodeLog log = NodeLog.open(folder.resolve("nodes.log"), sync);
            NodeTree tree = new NodeTree(new StateFolder(lock, log));
            log.nodes().forEach(tree::restore);
            return tree;
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static void lock(FileChannel channel, Path folder) throws IOException {
        FileLock held;
        try {
            held = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            held = null; // by another cluster in this process
        }
        if (held == null) {
            throw new IOException(
                    folder
                            + " is in use by a topology of the same name, here or in another"
                            + " process; end that first, or set eyewall.state.dir to another"
                            + " folder");
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
        log.close();
        lock.close();
    }
}
