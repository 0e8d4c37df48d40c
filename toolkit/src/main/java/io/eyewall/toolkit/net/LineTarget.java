package io.eyewall.toolkit.net;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
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
        return new Connection(host, port);
    }

    /** A file, from its beginning: once, for what was acked is in it. */
    static LineTarget file(Path file) {
        try {
            return new Output(Files.newOutputStream(file), file.toString());
        } catch (IOException e) {
            throw new ConnectorException(Category.CONFIG, file + " can't be written", e);
        }
    }

    /** A connection. */
    final class Connection implements LineTarget {
        private static final int LIMIT_MS = 10_000;

        private final Socket socket = new Socket();
        private final OutputStream out;

        Connection(String host, int port) throws IOException {
            try {
                socket.connect(new InetSocketAddress(host, port), LIMIT_MS);
                out = socket.getOutputStream();
            } catch (IOException e) {
                close();
                throw e;
            }
        }

        @Override
        public void write(byte[] lines) throws IOException {
            out.write(lines);
        }

        @Override
        public void close() {
            try {
                socket.close();
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
