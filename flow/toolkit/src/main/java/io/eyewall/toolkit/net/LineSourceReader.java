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
 * Reads lines on separate threads named {@code eyewall-lines}: one reads standard input, receives
 * UDP packets, or accepts connections, each of which is read by another. These threads hand lines
 * to the spout's thread through a bounded queue. They wait while the queue is full, and while the
 * lines that are not done would exceed {@link #MAX_UNDONE_BYTES}.
 */
final class LineSourceReader implements SourceReader {
    private static final int QUEUE_SIZE = 1000;

    /** A longer line is split. */
    private static final int MAX_LINE_BYTES = 1 << 20;

    /** The length of the largest UDP packet, rounded up. */
    private static final int MAX_PACKET_BYTES = 1 << 16;

    private static final int MAX_CLIENTS = 64;

    /**
     * The greatest total length, in bytes, of the lines that were read and are not done. Without
     * it, clients whose lines never end would fill the memory.
     */
    static final int MAX_UNDONE_BYTES = 64 << 20;

    private final Kind kind;
    private final String host;
    private final int port;
    private final Decoder decoder;
    private final BlockingQueue<Line> arrived = new ArrayBlockingQueue<>(QUEUE_SIZE);
    private final Set<Closeable> openResources = ConcurrentHashMap.newKeySet();
    private final AtomicLong nextNumber = new AtomicLong();
    private final ClientSlots clientSlots;

    /** The number of bytes that may be read before a line has to be done. */
    private final Semaphore bytesLeft = new Semaphore(MAX_UNDONE_BYTES, true);

    private volatile boolean isReadToEnd;
    private volatile boolean isOpen;
    private volatile @Nullable IOException failure;

    /** The medium that lines come from. */
    enum Kind {
        STANDARD_INPUT,
        TCP,
        UDP
    }

    /**
     * @param idleLimit how long a client may send nothing while another one waits for a slot
     */
    LineSourceReader(Kind kind, String host, int port, Decoder decoder, Duration idleLimit) {
        this.kind = kind;
        this.host = host;
        this.port = port;
        this.decoder = decoder;
        clientSlots = new ClientSlots("tcp:" + port, MAX_CLIENTS, idleLimit);
    }

    @Override
    public void open() throws IOException {
        isOpen = true;
        failure = null;
        switch (kind) {
            case STANDARD_INPUT -> startThread(this::readStandardInput);
            case TCP -> {
                ServerSocket server = new ServerSocket();
                openResources.add(server);
                server.setReuseAddress(true);
                server.bind(new InetSocketAddress(InetAddress.getByName(host), port));
                startThread(() -> acceptClients(server));
            }
            case UDP -> {
                DatagramSocket socket =
                        new DatagramSocket(
                                new InetSocketAddress(InetAddress.getByName(host), port));
                openResources.add(socket);
                startThread(() -> receivePackets(socket));
            }
        }
    }

    /** The work of a thread, which returns when the input ends or the reader is closed. */
    private interface ThreadBody {
        void run() throws IOException, InterruptedException;
    }

    private void startThread(ThreadBody body) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                body.run();
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
        isReadToEnd = true;
    }

    private void acceptClients(ServerSocket server) throws IOException, InterruptedException {
        while (isOpen) {
            Socket socket = server.accept();
            openResources.add(socket);
            try {
                ClientSlots.Client client = clientSlots.admit(socket);
                startThread(() -> serve(socket, client));
            } catch (IOException e) {
                openResources.remove(socket); // the client was gone before it had a slot
            }
        }
    }

    private void serve(Socket socket, ClientSlots.Client client) throws InterruptedException {
        try (client) {
            readLines(new BufferedInputStream(client.in()), "tcp:" + port);
        } catch (IOException e) {
            // This client is gone; others are served.
        } finally {
            openResources.remove(socket);
        }
    }

    private void receivePackets(DatagramSocket socket) throws IOException, InterruptedException {
        byte[] bytes = new byte[MAX_PACKET_BYTES];
        while (isOpen) {
            DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
            socket.receive(packet);
            enqueue(Arrays.copyOf(bytes, packet.getLength()), "udp:" + port);
        }
    }

    private void readLines(InputStream in, String source) throws IOException, InterruptedException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n' || line.size() == MAX_LINE_BYTES) {
                enqueue(line.toByteArray(), source);
                line.reset();
            }
            if (next != '\n') {
                line.write(next);
            }
        }
        if (line.size() > 0) {
            enqueue(line.toByteArray(), source);
        }
    }

    private void enqueue(byte[] bytes, String source) throws InterruptedException {
        int length = bytes.length;
        boolean endsWithCarriageReturn = length > 0 && bytes[length - 1] == '\r';
        bytesLeft.acquire(length);
        arrived.put(
                new Line(
                        new Position(source, nextNumber.getAndIncrement(), 0),
                        endsWithCarriageReturn ? Arrays.copyOf(bytes, length - 1) : bytes,
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
        return isReadToEnd && arrived.isEmpty();
    }

    @Override
    public void done(Incoming message) {
        // A line cannot be read again, so only its memory is released.
        bytesLeft.release(((Line) message).acquiredBytes());
    }

    @Override
    public void commit() {
        // None of these inputs stores progress.
    }

    @Override
    public void close() {
        isOpen = false;
        for (Closeable each : openResources) {
            try {
                each.close();
            } catch (IOException e) {
                // Nothing is lost: the connection was only read.
            }
        }
        openResources.clear();
    }

    /**
     * A line.
     *
     * @param bytes the line without its line break
     * @param acquiredBytes the number of bytes to release when the line is done
     */
    @SuppressWarnings("ArrayRecordComponent") // instances are not compared
    private record Line(Position position, byte[] bytes, int acquiredBytes, Decoder decoder)
            implements Incoming {
        @Override
        public List<Object> values() throws BadRecordException {
            return decoder.decode(bytes);
        }

        @Override
        public String text() {
            return Values.preview(bytes);
        }
    }
}
