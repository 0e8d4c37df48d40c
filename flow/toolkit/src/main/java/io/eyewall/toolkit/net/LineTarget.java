package io.eyewall.toolkit.net;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** An open target of lines. Used by the bolt's thread only. */
interface LineTarget {
    /** Writes lines and returns when the operating system has accepted them. */
    void write(byte[] lines) throws IOException;

    /** Closes the target. Lines that were written before are not lost. */
    void close();

    /**
     * Returns a connection to a server that reads lines; throws if it cannot be reached, and the
     * sink tries again.
     */
    static LineTarget tcp(String host, int port) throws IOException {
        return new Connection(host, port, Connection.STALL_LIMIT_MS);
    }

    /**
     * Returns a file, which is cut back to a length; 0: it is emptied, or created. An error is
     * therefore not retried: the file may already contain lines that were acked, which opening it
     * again would delete.
     */
    static FileOutput file(Path file, long length) {
        try {
            long present = length == 0 ? 0 : Files.size(file);
            if (present < length) {
                throw new ConnectorException(
                        Category.CONFIG,
                        file
                                + " has "
                                + present
                                + " bytes, but had "
                                + length
                                + " when the snapshot was taken from which the topology continues:"
                                + " put the file back, or begin in another folder of snapshots",
                        null);
            }
            FileChannel channel =
                    length == 0
                            ? FileChannel.open(
                                    file,
                                    StandardOpenOption.WRITE,
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.TRUNCATE_EXISTING)
                            : FileChannel.open(file, StandardOpenOption.WRITE);
            if (length > 0) {
                channel.truncate(length);
                channel.position(length);
            }
            return new FileOutput(channel, file.toString());
        } catch (IOException e) {
            throw new ConnectorException(Category.CONFIG, file + " can't be written", e);
        }
    }

    /**
     * A TCP connection. Writing waits for a slow peer, but fails if the peer accepts nothing for a
     * minute: a peer that vanished without closing the connection would otherwise block the bolt
     * for ever.
     */
    final class Connection implements LineTarget {
        private static final int CONNECT_LIMIT_MS = 10_000;
        private static final long STALL_LIMIT_MS = 60_000;

        private final SocketChannel channel;
        private final Selector writable;
        private final InetSocketAddress address;
        private final long stallLimitMs;

        Connection(String host, int port, long stallLimitMs) throws IOException {
            address = new InetSocketAddress(host, port);
            this.stallLimitMs = stallLimitMs;
            channel = SocketChannel.open();
            writable = Selector.open();
            try {
                channel.socket().connect(address, CONNECT_LIMIT_MS);
                channel.configureBlocking(false);
                channel.register(writable, SelectionKey.OP_WRITE);
            } catch (IOException e) {
                close();
                throw e;
            }
        }

        @Override
        public void write(byte[] lines) throws IOException {
            ByteBuffer remaining = ByteBuffer.wrap(lines);
            while (remaining.hasRemaining()) {
                if (channel.write(remaining) > 0) {
                    continue;
                }
                writable.select(stallLimitMs);
                boolean isStalled = writable.selectedKeys().isEmpty();
                writable.selectedKeys().clear();
                // If the thread is interrupted, the next write throws.
                if (isStalled && !Thread.currentThread().isInterrupted()) {
                    throw new IOException(
                            address + " has accepted no data for " + stallLimitMs + " ms");
                }
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
                writable.close();
            } catch (IOException e) {
                // The connection is gone already.
            }
        }
    }

    /**
     * A file. A write to a full disk is not retried, as a part of a line may be written already.
     */
    record FileOutput(FileChannel out, String name) implements LineTarget {
        @Override
        public void write(byte[] lines) {
            try {
                ByteBuffer remaining = ByteBuffer.wrap(lines);
                while (remaining.hasRemaining()) {
                    out.write(remaining);
                }
            } catch (IOException e) {
                throw new ConnectorException(
                        Category.CONFIG,
                        name + " can't be written (" + e.getMessage() + "); some lines are missing",
                        e);
            }
        }

        /** Returns the length, when all of it is on the disk. */
        long length() throws IOException {
            out.force(false);
            return out.position();
        }

        @Override
        public void close() {
            try {
                out.close();
            } catch (IOException e) {
                // Nothing is buffered: everything that was written is in the file.
            }
        }
    }

    /** The standard output of the process. */
    @SuppressWarnings("SystemOut") // the user asked for standard output
    final class StandardOutput implements LineTarget {
        /**
         * Writes, and then asks for errors, as a {@code PrintStream} does not throw for a full disk
         * or a closed pipe.
         */
        @Override
        public void write(byte[] lines) {
            System.out.write(lines, 0, lines.length);
            if (System.out.checkError()) {
                throw new ConnectorException(
                        Category.CONFIG,
                        "standard output can't be written; some lines are missing",
                        null);
            }
        }

        @Override
        public void close() {
            // Standard output belongs to the process.
        }
    }
}
