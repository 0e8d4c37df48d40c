package io.eyewall.benchmarks.readers;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Readers of a server: a quarter of them request the metrics every second, a quarter the topology's
 * page, and half read the console's event stream. Each reader has a thread; {@link #close} ends
 * them.
 */
final class Crowd implements AutoCloseable {
    private static final int PIECE_BYTES = 64 << 10;
    private static final int PAUSE_MS = 1_000;
    private static final int PATIENCE_MS = 5_000;

    private final AtomicLong answers = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private final int port;
    private volatile boolean closed;

    private Crowd(int port) {
        this.port = port;
    }

    static Crowd gather(WatchedServer server, int readers) {
        Crowd crowd = new Crowd(server.port());
        String id = server.topologyId();
        for (int i = 0; i < readers; i++) {
            String path =
                    switch (i % 4) {
                        case 0 -> "/metrics";
                        case 1 -> "/api/v1/topology/" + id + "?window=600";
                        default -> "/console/events?topology=" + id;
                    };
            Thread reader = new Thread(() -> crowd.readAgainAndAgain(path), "reader-" + i);
            reader.setDaemon(true);
            crowd.threads.add(reader);
        }
        crowd.threads.forEach(Thread::start);
        return crowd;
    }

    /** Returns the number of pieces of answers received so far. */
    long answers() {
        return answers.get();
    }

    private void readAgainAndAgain(String path) {
        while (!closed) {
            try {
                read(path);
                Thread.sleep(PAUSE_MS);
            } catch (IOException e) {
                if (!closed) {
                    System.err.println(path + ": " + e);
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Reads an answer to its end. */
    private void read(String path) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MS);
            String request =
                    "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            byte[] piece = new byte[PIECE_BYTES];
            while (!closed && in.read(piece) >= 0) {
                answers.incrementAndGet();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt); // each thread ends with its current answer
    }
}
