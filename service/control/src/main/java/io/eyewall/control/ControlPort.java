package io.eyewall.control;

import io.eyewall.control.ClientSession.Times;
import io.eyewall.control.wire.Answer;
import io.eyewall.control.wire.FrameChannel;
import io.eyewall.control.wire.Greeting;
import io.eyewall.control.wire.Refusal;
import io.eyewall.control.wire.WireJson;
import io.eyewall.engine.thread.SupervisedThread;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets other processes of the same user inspect and control the topologies of this process, through
 * a Unix-domain socket. One thread accepts clients, and each client has a thread; clients do not
 * affect each other. Thread-safe.
 */
public final class ControlPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlPort.class);
    private static final int MAX_CLIENTS = 32;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LAST_ANSWERS_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long NO_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ListeningSocket socket;
    private final Requests requests;
    private final ConnectionLimiter room;
    private final Times times;
    private final SupervisedThread thread =
            new SupervisedThread("eyewall-control", this::acceptClient);
    private final Thread atExit = new Thread(null, this::close, "eyewall-control-exit", 0, false);
    private byte @Nullable [] greeting;
    private int clients;

    /**
     * The limits for clients.
     *
     * @param clients largest number of clients at the same time
     * @param heapBytes heap for the answers to all clients together
     * @param times time limits for clients
     */
    record Bounds(int clients, long heapBytes, Times times) {
        static Bounds usual() {
            return new Bounds(MAX_CLIENTS, Runtime.getRuntime().maxMemory() / 8, Times.USUAL);
        }
    }

    private ControlPort(ListeningSocket socket, Requests requests, Bounds bounds) {
        this.socket = socket;
        this.requests = requests;
        this.room = new ConnectionLimiter(bounds.clients(), bounds.heapBytes());
        this.times = bounds.times();
    }

    /**
     * Opens a port, which answers until it is closed or the process ends.
     *
     * @param socket path of the socket, which is created, with its folder if necessary
     * @param topologies the topologies about which the port answers
     * @throws IOException if the socket can't be created, other users can enter its folder, or a
     *     live process listens there
     */
    public static ControlPort open(Path socket, PortTopologies topologies) throws IOException {
        return open(socket, topologies, Map.of());
    }

    /**
     * Opens a port with additional services.
     *
     * @param services the services by name
     */
    public static ControlPort open(
            Path socket, PortTopologies topologies, Map<String, ControlService> services)
            throws IOException {
        return open(socket, topologies, services, Bounds.usual());
    }

    static ControlPort open(
            Path socket,
            PortTopologies topologies,
            Map<String, ControlService> services,
            Bounds bounds)
            throws IOException {
        int mostAnswer = (int) Math.min(Answer.MAX_BYTES, Math.max(1 << 20, bounds.heapBytes()));
        ListeningSocket listening = ListeningSocket.open(socket);
        try {
            ControlPort port =
                    new ControlPort(
                            listening, new Requests(topologies, services, mostAnswer), bounds);
            Runtime.getRuntime().addShutdownHook(port.atExit);
            port.thread.start();
            return port;
        } catch (Throwable e) { // the thread can't be started, or the process is ending
            listening.close();
            throw e;
        }
    }

    /** Returns the absolute path of the socket. */
    public Path socket() {
        return socket.path();
    }

    private boolean acceptClient() throws IOException, InterruptedException {
        ServerSocketChannel listening = socket.channel();
        if (listening == null) {
            return false;
        }
        SocketChannel client;
        try {
            client = listening.accept();
        } catch (IOException e) {
            if (listening.isOpen()) {
                throw e; // such as too many open files; the supervised thread tries again later
            }
            return true; // closed, or ended by an interrupt; then the next call listens again
        }
        startConversation(new FrameChannel(client, false));
        return true;
    }

    private void startConversation(FrameChannel channel) throws IOException, InterruptedException {
        ClientSession conversation = new ClientSession(channel, this::greeting, requests, times);
        try {
            if (!room.enter(conversation, PATIENCE_NS)) {
                refuse(channel);
                return;
            }
            new SupervisedThread(
                            "eyewall-control-" + ++clients,
                            () -> serve(conversation),
                            0,
                            thrown -> onThrown(conversation, thrown))
                    .start();
        } catch (Throwable e) { // such as no memory for another thread
            room.leave(conversation);
            throw e;
        }
    }

    /**
     * Returns the greeting. It is made for the first client: most processes have no client, and
     * start faster without JSON.
     */
    private synchronized byte[] greeting() throws IOException {
        byte[] made = greeting;
        if (made == null) {
            made =
                    WireJson.bytes(
                            new Greeting(
                                    Greeting.PROTOCOL,
                                    Greeting.VERSION,
                                    ProcessHandle.current().pid(),
                                    UUID.randomUUID().toString()),
                            Greeting.MAX_BYTES);
            greeting = made;
        }
        return made;
    }

    private boolean serve(ClientSession conversation) {
        try {
            conversation.serve(room);
        } catch (IOException e) {
            LOG.debug("a client has disconnected, or was too slow", e);
        }
        room.leave(conversation);
        return false;
    }

    private boolean onThrown(ClientSession conversation, Throwable thrown) {
        room.leave(conversation);
        LOG.error("a client of the control port was not answered", thrown);
        return false;
    }

    /** Refuses a client. The few bytes always fit into the socket's buffer. */
    private void refuse(FrameChannel channel) {
        try (channel) {
            long deadlineNs = System.nanoTime() + NO_WAIT_NS;
            channel.send(greeting(), deadlineNs);
            channel.send(
                    Requests.bytes(Refusal.Kind.BUSY, "it is answering too many others; try again"),
                    deadlineNs);
        } catch (IOException e) {
            LOG.debug("a client that was refused has disconnected", e);
        }
    }

    /** Closes the port. Answers in progress are cut off after two seconds. May be called twice. */
    @Override
    public void close() {
        thread.stop();
        socket.close();
        room.close(LAST_ANSWERS_NS);
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The process is ending.
        }
    }
}
