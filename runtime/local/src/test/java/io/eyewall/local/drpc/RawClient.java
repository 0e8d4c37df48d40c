package io.eyewall.local.drpc;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A client that sends arbitrary bytes at arbitrary times over one connection to this machine. */
final class RawClient implements AutoCloseable {
    private static final int PATIENCE_MS = 20_000;

    private final Socket socket;

    RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MS);
    }

    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Sends until the server closes the connection, {@code limit} bytes at most. */
    void sendWhileTaken(byte[] piece, long limit) {
        try {
            for (long sent = 0; sent < limit; sent += piece.length) {
                send(piece);
            }
        } catch (IOException e) {
            // The server has closed the connection.
        }
    }

    /** Returns all bytes until the server closes or resets the connection. */
    String readToEnd() throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        InputStream in = socket.getInputStream();
        try {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                read.write(buffer, 0, n);
            }
        } catch (SocketException e) {
            // reset
        }
        return read.toString(StandardCharsets.UTF_8);
    }

    /** Returns the next line, without its end; later bytes stay unread. */
    String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        InputStream in = socket.getInputStream();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    byte[] read(int count) throws IOException {
        return socket.getInputStream().readNBytes(count);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
