package io.eyewall.control;

import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The exclusive right to listen at a socket's path. A socket file remains when its process is
 * killed; this right, a lock on one byte of a file in the same folder, ends with the process.
 * Thread-safe.
 */
final class SocketLock implements Closeable {
    private static final String LOCK_FILE = "lock";

    /**
     * Opened lock files. They are never closed, because a process loses all its locks on a file
     * when it closes any channel to it.
     */
    private static final Map<Path, OpenFile> OPEN_FILES = new HashMap<>();

    private final Path socket;
    private final FileLock lock;

    /**
     * An open lock file, with the system's key of the file: another process may have deleted the
     * file and created it again.
     */
    private record OpenFile(FileChannel channel, @Nullable Object fileKey) {}

    private SocketLock(Path socket, FileLock lock) {
        this.socket = socket;
        this.lock = lock;
    }

    /**
     * Acquires the lock, unless this or another process has it.
     *
     * @throws IOException if the lock file can't be used
     */
    static Optional<SocketLock> tryAcquire(Path socketPath) throws IOException {
        Path socket = socketPath.toAbsolutePath().normalize();
        FileLock lock;
        try {
            lock =
                    openLockFile(socket.resolveSibling(LOCK_FILE))
                            .tryLock(position(socket), 1, false);
        } catch (OverlappingFileLockException e) {
            return Optional.empty(); // this process has the lock
        }
        if (lock == null) {
            return Optional.empty();
        }
        if (hasListener(socket)) { // the owner's lock file was deleted, but the owner listens
            lock.release();
            return Optional.empty();
        }
        return Optional.of(new SocketLock(socket, lock));
    }

    /**
     * Returns the position of a socket's byte, derived from its name. If two sockets had the same
     * position, the second could not be opened while the first is open; there would be no other
     * harm.
     */
    private static long position(Path socket) {
        byte[] name = socket.getFileName().toString().getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(name).getMostSignificantBits() >>> 2;
    }

    private static FileChannel openLockFile(Path file) throws IOException {
        synchronized (OPEN_FILES) {
            OpenFile opened = OPEN_FILES.get(file);
            if (opened == null || !Objects.equals(opened.fileKey(), fileKey(file))) {
                FileChannel channel =
                        FileChannel.open(
                                file,
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                LinkOption.NOFOLLOW_LINKS);
                opened = new OpenFile(channel, fileKey(file));
                OPEN_FILES.put(file, opened);
            }
            return opened.channel();
        }
    }

    private static @Nullable Object fileKey(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static boolean hasListener(Path socket) {
        if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            // A blocking connect would wait while the backlog is full.
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(socket));
            return true;
        } catch (ConnectException e) {
            return false; // refused: no process listens
        } catch (IOException e) {
            return true; // the backlog is full
        }
    }

    /** Returns the absolute path of the socket. */
    Path socket() {
        return socket;
    }

    /** Releases the lock. */
    @Override
    public void close() throws IOException {
        lock.release();
    }
}
