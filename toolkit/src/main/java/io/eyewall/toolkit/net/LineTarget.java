package io.eyewall.toolkit.net;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where lines go. */
interface LineTarget {
    /** Returns when the system has them. */
    void write(byte[] lines) throws IOException;

    /** What was written stays. */
    void close();

    /** A server that reads lines; it is tried again. */
    static LineTarget tcp(String host, int port) throws IOException {
        return new Connection(host, port, Connection.QUIET_LIMIT_MS);
    }

    /** A file, from its beginning: once, for what was acked is in it. */
    static LineTarget file(Path file) {
        try {
            return new Output(Files.newOutputStream(file), file.toString());
        } catch (IOException e) {
            throw new ConnectorException(Category.CONFIG, file + " can't be written", e);
        }
    }

    /**
     * A connection. A reader that is slow is waited for; one that takes nothing for a minute, or is
     * gone without a word, would be for ever.
     */
    final class Connection implements LineTarget {
        private static final int CONNECT_LIMIT_MS = 10_000;
        private static final long QUIET_LIMIT_MS = 60_000;

        private final SocketChannel channel;
        private final Selector writable;
        private final InetSocketAddress to;
        private final long quietLimitMs;

        Connection(String host, int port, long quietLimitMs) throws IOException {
            to = new InetSocketAddress(host, port);
            this.quietLimitMs = quietLimitMs;
            channel = SocketChannel.open();
            writable = Selector.open();
            try {
                channel.socket().connect(to, CONNECT_LIMIT_MS);
                channel.configureBlocking(false);
                channel.register(writable, SelectionKey.OP_WRITE);
            } catch (IOException e) {
                close();
                throw e;
            }
        }

        @Override
        public void write(byte[] lines) throws IOException {
            ByteBuffer left = ByteBuffer.wrap(lines);
            while (left.hasRemaining()) {
                if (channel.write(left) > 0) {
                    continue;
                }
                writable.select(quietLimitMs);
                boolean isQuiet = writable.selectedKeys().isEmpty();
                writable.selectedKeys().clear();
                if (isQuiet && !Thread.currentThread().isInterrupted()) { // else write says so
                    throw new IOException(to + " takes nothing for " + quietLimitMs + " ms");
                }
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
                writable.close();
            } catch (IOException e) {
                // It is gone already.
            }
        }
    }

    /** A file. A disk that is full is not tried again: a part of a line may be written already. */
    record Output(OutputStream out, String name) implements LineTarget {
        @Override
        public void write(byte[] lines) {
            try {
                out.write(lines);
            } catch (IOException e) {
                throw new ConnectorException(
                        Category.CONFIG,
                        name + " can't be written (" + e.getMessage() + "); lines are missing",
                        e);
            }
        }

        @Override
        public void close() {
            try {
                out.close();
            } catch (IOException e) {
                // Nothing is kept back: all that was written is there.
            }
        }
    }

    /** The process's. */
    @SuppressWarnings("SystemOut") // where users want it
    final class StandardOutput implements LineTarget {
        /** A {@code PrintStream} tells of a full disk, or that nobody reads, only if asked. */
        @Override
        public void write(byte[] lines) {
            System.out.write(lines, 0, lines.length);
            if (System.out.checkError()) {
                throw new ConnectorException(
                        Category.CONFIG,
                        "the standard output can't be written; lines are missing",
                        null);
            }
        }

        @Override
        public void close() {
            // It is not ours.
        }
    }
}
