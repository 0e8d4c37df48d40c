package io.eyewall.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A client that sends what it is told to, HTTP or not, and reads until the server ends it. */
final class RawHttp implements AutoCloseable {
    private static final int PATIENCE_MS = 20_000;

    private final Socket socket;

    RawHttp(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MS);
    }

    RawHttp send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    InputStream in() throws IOException {
        return socket.getInputStream();
    }

    /**
     * All until the end of the connection.
     *
     * @throws SocketTimeoutException if the server doesn't end it
     */
    String readAll() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] piece = new byte[8192];
        try {
            for (int n = in().read(piece); n >= 0; n = in().read(piece)) {
                all.write(piece, 0, n);
            }
        } catch (SocketException e) { // reset: ended, too
            return all.toString(StandardCharsets.ISO_8859_1);
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** One request with some headers, on a connection of its own. */
    static String ask(int port, String request, String... headers) throws IOException {
        StringBuilder text = new StringBuilder(request).append(" HTTP/1.1\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        try (RawHttp client = new RawHttp(port)) {
            return client.send(text + "Connection: close\r\n\r\n").readAll();
        }
    }
}
