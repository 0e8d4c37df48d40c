package io.eyewall.control;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Unix-domain socket to which only this process listens, until it is closed. */
final class ListeningSocket implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(ListeningSocket.class);
    private static final int BACKLOG = 128;
    // The sizes of sockaddr_un.sun_path, less its terminating zero.
    private static final int MAX_PATH_BYTES_LINUX = 107;
    private static final int MAX_PATH_BYTES_ELSEWHERE = 103;

    private final SocketLock lock;
    private @Nullable ServerSocketChannel channel;
    private boolean closed;

    private ListeningSocket(SocketLock lock) {
        this.lock = lock;
    }

    /**
     * Opens the socket.
     *
     * @throws IOException if its path is too long, other users can enter its folder, or a live
     *     process listens there
     */
    static ListeningSocket open(Path socketPath) throws IOException {
        Path path = socketPath.toAbsolutePath().normalize();
        checkLength(path);
        new ControlFolder(Objects.requireNonNull(path.getParent(), "folder")).createIfMissing();
        Optional<SocketLock> lock = SocketLock.tryAcquire(path);
        if (lock.isEmpty()) {
            throw new IOException(
                    owner(path)
                            + " listens at "
                            + path
                            + "; end it, or use another name for the socket");
        }
        ListeningSocket socket = new ListeningSocket(lock.get());
        try {
            socket.listen();
            return socket;
        } catch (IOException | UnsupportedOperationException e) {
            socket.close();
            throw new IOException("can't listen at " + path + ": " + e.getMessage(), e);
        }
    }

    private static void checkLength(Path path) throws IOException {
        boolean isLinux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
        int maxBytes = isLinux ? MAX_PATH_BYTES_LINUX : MAX_PATH_BYTES_ELSEWHERE;
        int bytes = path.toString().getBytes(Charset.defaultCharset()).length;
        if (bytes > maxBytes) {
            throw new IOException(
                    path
                            + " has "
                            + bytes
                            + " bytes, but the path of a socket may have at most "
                            + maxBytes
                            + "; use a folder with a shorter path (XDG_RUNTIME_DIR, or"
                            + " -Djava.io.tmpdir)");
        }
    }

    private static String owner(Path path) {
        try {
            return "process " + ControlClient.connect(path).pid();
        } catch (IOException e) {
            return "another process";
        }
    }

    Path path() {
        return lock.socket();
    }

    /**
     * Returns the channel that accepts clients; null once the socket is closed. Listens again if an
     * interrupt has closed the channel.
     */
    synchronized @Nullable ServerSocketChannel channel() throws IOException {
        if (!closed && (channel == null || !channel.isOpen())) {
            listen();
        }
        return channel;
    }

    private synchronized void listen() throws IOException {
        Files.deleteIfExists(lock.socket()); // left by a process that was killed
        ServerSocketChannel opened = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            opened.bind(UnixDomainSocketAddress.of(lock.socket()), BACKLOG);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        channel = opened;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (lock) {
            if (channel != null) {
                channel.close();
                channel = null;
            }
            Files.deleteIfExists(lock.socket());
        } catch (IOException e) {
            LOG.info("socket {} can't be deleted", lock.socket(), e);
        }
    }
}
