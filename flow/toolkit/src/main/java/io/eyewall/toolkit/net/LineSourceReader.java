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
 * Reads lines on separate threads, {@code eyewall-lines}: one accepts connections, and each
 * connection has another. They hand lines to the spout's thread by a bounded queue, and wait while
 * the queue is full or while the lines that are not done exceed a number of bytes.
 */
final class LineSourceReader implements SourceReader {
    private static final int QUEUE_SIZE = 1000;
    private static final int MAX_LINE_BYTES = 1 << 20;
    private static final int CONNECTIONS = 64;

    /**
     * The greatest number of bytes of lines that are not done. Without it, clients whose lines
     * never end would fill the memory.
     */
    static final int MAX_BYTES = 64 << 20;

    private final Kind kind;
    private final String host;
    private final int port;
    private final Decoder decoder;
    private final BlockingQueue<Line> arrived = new ArrayBlockingQueue<>(QUEUE_SIZE);
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong next = new AtomicLong();
    private final ClientPlaces places;
    private final Semaphore bytesLeft = new Semaphore(MAX_BYTES, true);
    private volatile boolean isAtEnd;
    private volatile boolean isOpen;
    private volatile @Nullable IOException failure;

    /** The medium that lines come from. */
    enum Kind {
        STANDARD_INPUT,
        TCP,
        UDP
    }

    /**
     * @param idleLimit how long a client may be silent while another waits for its place
     */
    LineSourceReader(Kind kind, String host, int port, Decoder decoder, Duration idleLimit) {
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

    /** The work of a thread until the input ends or the reader is closed. */
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
                                    failure = e; // rethrown by the spout's thread
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
                ClientPlaces.Client client = places.admit(socket);
                start(() -> serve(socket, client));
            } catch (IOException e) {
                open.remove(socket); // the client was gone before it had a place
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
            enqueue(Arrays.copyOf(bytes, packet.getLength()), "udp:" + port);
        }
    }

    private void readLines(InputStream in, String source) throws IOException, InterruptedException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int each = in.read(); each >= 0; each = in.read()) {
            if (each == '\n' || line.size() == MAX_LINE_BYTES) {
                enqueue(line.toByteArray(), source);
                line.reset();
            }
            if (each != '\n') {
                line.write(each);
            }
        }
        if (line.size() > 0) {
            enqueue(line.toByteArray(), source);
        }
    }

    private void enqueue(byte[] bytes, String source) throws InterruptedException {
        int length = bytes.length;
        boolean endsWithReturn = length > 0 && bytes[length - 1] == '\r';
        bytesLeft.acquire(length);
        arrived.put(
                new Line(
                        new Position(source, next.getAndIncrement(), 0),
                        endsWithReturn ? Arrays.copyOf(bytes, length - 1) : bytes,
                        length,
                        decoder));
    }

    @Override
    public List<Incoming> poll() throws IOException {
        List<Incoming> lines = new ArrayList<>();
        arrived.drainTo(lines, QUEUE_SIZE);
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
        // The medium keeps nothing to release; only the memory is accounted for.
        bytesLeft.release(((Line) message).length());
    }

    @Override
    public void commit() {
        // None of these media stores progress.
    }

    @Override
    public void close() {
        isOpen = false;
        for (Closeable each : open) {
            try {
                each.close();
            } catch (IOException e) {
                // Nothing is lost: the connection was only read.
            }
        }
        open.clear();
    }

    @SuppressWarnings("ArrayRecordComponent") // instances are not compared
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
