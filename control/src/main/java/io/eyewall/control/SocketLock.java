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
 * The right to a socket's name. A socket stays behind when its process is killed; this right, which
 * is a lock on one byte of a file in the same folder, does not. Thread-safe.
 */
final class SocketLock implements Closeable {
    private static final String FILE = "lock";

    /** Never closed: a process loses all its locks on a file when it closes that once. */
    private static final Map<Path, Opened> OPENED = new HashMap<>();

    private final Path socket;
    private final FileLock lock;

    /** A file of locks, which somebody may have deleted and another process made anew. */
    private record Opened(FileChannel channel, @Nullable Object key) {}

    private SocketLock(Path socket, FileLock lock) {
        this.socket = socket;
        this.lock = lock;
    }

    /**
     * Takes it, if nobody has it, in this process or another.
     *
     * @throws IOException if the file of locks can't be used
     */
    static Optional<SocketLock> tryTake(Path named) throws IOException {
        Path socket = named.toAbsolutePath().normalize();
        FileLock lock;
        try {
            lock = file(socket.resolveSibling(FILE)).tryLock(position(socket), 1, false);
        } catch (OverlappingFileLockException e) {
            return Optional.empty(); // of this process
        }
        if (lock == null) {
            return Optional.empty();
        }
        if (isAnswered(socket)) { // the file in which its owner has a lock was deleted
            lock.release();
            return Optional.empty();
        }
        return Optional.of(new SocketLock(socket, lock));
    }

    /** By name: two that share a byte would only keep one of them from being opened. */
    private static long position(Path socket) {
        byte[] name = socket.getFileName().toString().getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(name).getMostSignificantBits() >>> 2;
    }

    private static FileChannel file(Path file) throws IOException {
        synchronized (OPENED) {
            Opened opened = OPENED.get(file);
            if (opened == null || !Objects.equals(opened.key(), key(file))) {
                FileChannel channel =
                        FileChannel.open(
                                file,
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                LinkOption.NOFOLLOW_LINKS);
                opened = new Opened(channel, key(file));
                OPENED.put(file, opened);
            }
            return opened.channel();
        }
    }

    private static @Nullable Object key(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static boolean isAnswered(Path socket) {
        if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false); // where many others wait, it would wait, too
            channel.connect(UnixDomainSocketAddress.of(socket));
            return true;
        } catch (ConnectException e) {
            return false; // refused: nobody listens
        } catch (IOException e) {
            return true; // too many wait
        }
    }

    /** Absolute. */
    Path socket() {
        return socket;
    }

    /** Gives it back. */
    @Override
    public void close() throws IOException {
        lock.release();
    }
}
