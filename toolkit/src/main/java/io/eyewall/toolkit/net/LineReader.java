package io.eyewall.toolkit.net;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Values;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads on threads of its own, {@code eyewall-lines}, one for each connection, which hand lines
 * over by a bounded queue and wait while it is full, or while the lines that are not done are long.
 */
final class LineReader implements SourceReader {
    private static final int WAITING = 1000;
    private static final int LONGEST = 1 << 20;
    private static final int CONNECTIONS = 64;

    /** Of lines that are not done; or a client that ends none would fill the memory. */
    static final int MOST_BYTES = 64 << 20;

    private final Kind kind;
    private final String host;
    private final int port;
    private final Decoder decoder;
    private final BlockingQueue<Line> arrived = new ArrayBlockingQueue<>(WAITING);
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong next = new AtomicLong();
    private final ClientPlaces places;
    private final Semaphore bytesLeft = new Semaphore(MOST_BYTES, true);
    private volatile boolean isAtEnd;
    private volatile boolean isOpen;
    private volatile @Nullable IOException failure;

    /** Where lines come from. */
    enum Kind {
        STANDARD_INPUT,
        TCP,
        UDP
    }

    /**
     * @param idleLimit of a client's silence, when another waits for its place
     */
    LineReader(Kind kind, String host, int port, Decoder decoder, Duration idleLimit) {
        this.kind = kind;
        this.host = host;
        this.port = port;
        this.decoder = decoder;
        places = new ClientPlaces("tcp:" + port, CONNECTIONS, idleLimit);
    }

    @Override
    public void open() throws IOException {
        isOpen = true;
        failure = null;
        switch (kind) {
            case STANDARD_INPUT -> start(this::readStandardInput);
            case TCP -> {
                ServerSocket server = new ServerSocket();
                open.add(server);
                server.setReuseAddress(true);
                server.bind(new InetSocketAddress(InetAddress.getByName(host), port));
                start(() -> accept(server));
            }
            case UDP -> {
                DatagramSocket socket =
                        new DatagramSocket(
                                new InetSocketAddress(InetAddress.getByName(host), port));
                open.add(socket);
                start(() -> receive(socket));
            }
        }
    }

    /** What a thread does until there is no more, or it is closed. */
    private interface Reading {
        void run() throws IOException, InterruptedException;
    }

    private void start(Reading reading) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                reading.run();
                            } catch (IOException e) {
                                if (isOpen) {
                                    failure = e; // the spout's thread throws it
                                }
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "eyewall-lines");
        thread.setDaemon(true);
        thread.start();
    }

    private void readStandardInput() throws IOException, InterruptedException {
        readLines(new BufferedInputStream(System.in), "standard input");
        isAtEnd = true;
    }

    private void accept(ServerSocket server) throws IOException, InterruptedException {
        while (isOpen) {
            Socket socket = server.accept();
            open.add(socket);
            try {
                ClientPlaces.Client client = places.take(socket);
                start(() -> serve(socket, client));
            } catch (IOException e) {
                open.remove(socket); // it was gone before it had a place
            }
        }
    }

    private void serve(Socket socket, ClientPlaces.Client client) throws InterruptedException {
        try (client) {
            readLines(new BufferedInputStream(client.in()), "tcp:" + port);
        } catch (IOException e) {
            // This client is gone; others are served.
        } finally {
            open.remove(socket);
        }
    }

    private void receive(DatagramSocket socket) throws IOException, InterruptedException {
        byte[] bytes = new byte[1 << 16];
        while (isOpen) {
            DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
            socket.receive(packet);
            hand(Arrays.copyOf(bytes, packet.getLength()), "udp:" + port);
        }
    }

    private void readLines(InputStream in, String source) throws IOException, InterruptedException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int each = in.read(); each >= 0; each = in.read()) {
            if (each == '\n' || line.size() == LONGEST) {
                hand(line.toByteArray(), source);
                line.reset();
            }
            if (each != '\n') {
                line.write(each);
            }
        }
        if (line.size() > 0) {
            hand(line.toByteArray(), source);
        }
    }

    private void hand(byte[] bytes, String source) throws InterruptedException {
        int length = bytes.length;
        boolean windows = length > 0 && bytes[length - 1] == '\r';
        bytesLeft.acquire(length);
        arrived.put(
                new Line(
                        new Position(source, next.getAndIncrement(), 0),
                        windows ? Arrays.copyOf(bytes, length - 1) : bytes,
                        length,
                        decoder));
    }

    @Override
    public List<Incoming> poll() throws IOException {
        List<Incoming> lines = new ArrayList<>();
        arrived.drainTo(lines, WAITING);
        IOException thrown = failure;
        if (lines.isEmpty() && thrown != null) {
            throw thrown;
        }
        return lines;
    }

    @Override
    public boolean ended() {
        return isAtEnd && arrived.isEmpty();
    }

    @Override
    public void done(Incoming message) {
        // Nobody has it any more, but for its memory.
        bytesLeft.release(((Line) message).length());
    }

    @Override
    public void commit() {
        // There is nobody to tell.
    }

    @Override
    public void close() {
        isOpen = false;
        for (Closeable each : open) {
            try {
                each.close();
            } catch (IOException e) {
                // It was only read.
            }
        }
        open.clear();
    }

    @SuppressWarnings("ArrayRecordComponent") // nobody compares it
    private record Line(Position position, byte[] bytes, int length, Decoder decoder)
            implements Incoming {
        @Override
        public List<Object> values() throws BadRecordException {
            return decoder.decode(bytes);
        }

        @Override
        public String text() {
            return Values.text(bytes);
        }
    }
}
