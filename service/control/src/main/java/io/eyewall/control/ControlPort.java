package io.eyewall.control;

import io.eyewall.control.ClientSession.TimeLimits;
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
    private static final long ENTER_LIMIT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long CLOSE_GRACE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long REFUSAL_LIMIT_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ListeningSocket socket;
    private final RequestHandler requestHandler;
    private final ConnectionLimiter limiter;
    private final TimeLimits limits;
    private final SupervisedThread thread =
            new SupervisedThread("eyewall-control", this::acceptClient);
    private final Thread shutdownHook =
            new Thread(null, this::close, "eyewall-control-exit", 0, false);
    private byte @Nullable [] greeting;
    private int startedSessions;

    /**
     * The limits for clients.
     *
     * @param maxClients largest number of clients at the same time
     * @param heapBytes heap for the answers to all clients together
     * @param limits time limits for clients
     */
    record Bounds(int maxClients, long heapBytes, TimeLimits limits) {
        static Bounds defaults() {
            return new Bounds(
                    MAX_CLIENTS, Runtime.getRuntime().maxMemory() / 8, TimeLimits.DEFAULT);
        }
    }

    private ControlPort(ListeningSocket socket, RequestHandler requestHandler, Bounds bounds) {
        this.socket = socket;
        this.requestHandler = requestHandler;
        this.limiter = new ConnectionLimiter(bounds.maxClients(), bounds.heapBytes());
        this.limits = bounds.limits();
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
        return open(socket, topologies, services, Bounds.defaults());
    }

    static ControlPort open(
            Path socket,
            PortTopologies topologies,
            Map<String, ControlService> services,
            Bounds bounds)
            throws IOException {
        int maxAnswerBytes =
                (int) Math.min(Answer.MAX_BYTES, Math.max(1 << 20, bounds.heapBytes()));
        ListeningSocket listening = ListeningSocket.open(socket);
        try {
            ControlPort port =
                    new ControlPort(
                            listening,
                            new RequestHandler(topologies, services, maxAnswerBytes),
                            bounds);
            Runtime.getRuntime().addShutdownHook(port.shutdownHook);
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
            // The socket was closed; or an interrupt closed the channel, and the next call listens
            // again.
            return true;
        }
        startSession(new FrameChannel(client, false));
        return true;
    }

    private void startSession(FrameChannel channel) throws IOException, InterruptedException {
        ClientSession session = new ClientSession(channel, this::greeting, requestHandler, limits);
        try {
            if (!limiter.enter(session, ENTER_LIMIT_NS)) {
                refuse(channel);
                return;
            }
            new SupervisedThread(
                            "eyewall-control-" + ++startedSessions,
                            () -> serve(session),
                            0,
                            thrown -> onThrown(session, thrown))
                    .start();
        } catch (Throwable e) { // such as no memory for another thread
            limiter.leave(session);
            throw e;
        }
    }

    /**
     * Returns the greeting. It is made for the first client: most processes have no client, and
     * start faster without JSON.
     */
    private synchronized byte[] greeting() throws IOException {
        byte[] encoded = greeting;
        if (encoded == null) {
            encoded =
                    WireJson.bytes(
                            new Greeting(
                                    Greeting.PROTOCOL,
                                    Greeting.VERSION,
                                    ProcessHandle.current().pid(),
                                    UUID.randomUUID().toString()),
                            Greeting.MAX_BYTES);
            greeting = encoded;
        }
        return encoded;
    }

    private boolean serve(ClientSession session) {
        try {
            session.serve(limiter);
        } catch (IOException e) {
            LOG.debug("a client has disconnected, or was too slow", e);
        }
        limiter.leave(session);
        return false;
    }

    private boolean onThrown(ClientSession session, Throwable thrown) {
        limiter.leave(session);
        LOG.error("a client of the control port was not answered", thrown);
        return false;
    }

    /** Refuses a client. The few bytes always fit into the socket's buffer. */
    private void refuse(FrameChannel channel) {
        try (channel) {
            long deadlineNs = System.nanoTime() + REFUSAL_LIMIT_NS;
            channel.send(greeting(), deadlineNs);
            channel.send(
                    RequestHandler.encode(
                            Refusal.Kind.BUSY, "it is answering too many other clients; try again"),
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
        limiter.close(CLOSE_GRACE_NS);
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (IllegalStateException e) {
            // The process is ending.
        }
    }
}
