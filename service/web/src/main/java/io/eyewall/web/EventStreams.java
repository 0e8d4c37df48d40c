package io.eyewall.web;

import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpBody;
import io.eyewall.ports.HttpStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stream of server-sent events for many clients. Each event is encoded once and shared. A client
 * costs a connection but no thread, and is disconnected when it does not keep up. A new client
 * first receives the current state, and therefore needs no events from the past. Any thread may
 * call.
 */
public final class EventStreams implements WebHandler, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    /** A comment line that tells proxies and clients that the connection is alive. */
    private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    /** Tells browsers to reconnect after two seconds. */
    private static final byte[] RETRY = "retry: 2000\n\n".getBytes(StandardCharsets.UTF_8);

    /**
     * The largest size of the initial state. The rest of a new client's buffer is reserved for
     * events that happen while the state is sent; otherwise these would overflow the buffer, and
     * the client would be disconnected, reconnect, and be disconnected again.
     */
    static final int MAX_INITIAL_STATE_BYTES = HttpStream.MAX_WAITING_BYTES / 4 * 3;

    private final int maxClients;
    private final Supplier<List<ServerEvent>> state;
    private final Set<HttpStream> clients = ConcurrentHashMap.newKeySet();

    /** One thread, which sends the state to new clients, and heartbeats. */
    private final ScheduledThreadPoolExecutor sender =
            new ScheduledThreadPoolExecutor(1, EventStreams::newThread);

    private volatile boolean isClosed;

    /**
     * @param maxClients largest number of clients; others are told to try again later
     * @param heartbeat interval of heartbeats
     * @param state returns the state that a new client receives, the most important events first:
     *     what does not fit into 768 KiB is left out; may block
     */
    @SuppressWarnings("FutureReturnValueIgnored") // heartbeats throw nothing
    public EventStreams(int maxClients, Duration heartbeat, Supplier<List<ServerEvent>> state) {
        this.maxClients = maxClients;
        this.state = state;
        sender.scheduleWithFixedDelay(
                this::sendHeartbeat,
                heartbeat.toNanos(),
                heartbeat.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    /**
     * Creates a thread that inherits nothing from the creating thread, which may be a topology's.
     */
    private static Thread newThread(Runnable run) {
        Thread thread = new Thread(null, run, "eyewall-web-events", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(EventStreams.class.getClassLoader());
        return thread;
    }

    /** Sends a heartbeat. Throws nothing, because an exception would end all heartbeats. */
    private void sendHeartbeat() {
        try {
            send(HEARTBEAT);
        } catch (Throwable e) {
            LOG.warn("a heartbeat can't be sent to the clients of an event stream", e);
        }
    }

    @Override
    public HttpAnswer answer(WebRequest request) {
        if (!request.method().equals("GET")) {
            return HttpAnswer.error(
                    405, "Method Not Allowed", request.method(), Map.of("Allow", "GET"));
        } else if (isClosed || clients.size() >= maxClients) {
            return HttpAnswer.error(
                    503,
                    "Overloaded",
                    "the limit of clients of this event stream is reached: " + maxClients,
                    Map.of("Retry-After", "5"));
        }
        return new HttpAnswer(
                200,
                "text/event-stream; charset=utf-8",
                HttpBody.stream(this::open),
                Map.of("X-Accel-Buffering", "no")); // proxies must not buffer
    }

    /** Registers the client before it receives the state, so that it misses no event in between. */
    private void open(HttpStream stream) {
        clients.add(stream);
        stream.onClosed(() -> clients.remove(stream));
        stream.send(RETRY);
        if (clients.size() > maxClients || !submit(() -> sendState(stream))) {
            stream.close();
        }
    }

    /** Runs a task on the sender's thread; returns false if the streams are closed. */
    private boolean submit(Runnable task) {
        try {
            sender.execute(task);
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
        }
    }

    private void sendState(HttpStream stream) {
        try {
            int leftBytes = MAX_INITIAL_STATE_BYTES;
            for (ServerEvent event : state.get()) {
                byte[] bytes = event.bytes();
                if (bytes.length <= leftBytes) {
                    leftBytes -= bytes.length;
                    stream.send(bytes);
                } else {
                    LOG.warn(
                            "event '{}' is left out of a client's initial state: {} bytes don't fit",
                            event.name(),
                            bytes.length);
                }
            }
        } catch (Throwable e) {
            LOG.warn("the initial state can't be sent to a client of an event stream", e);
            stream.close();
        }
    }

    /** Sends an event to all current clients; does not block. */
    public void publish(ServerEvent event) {
        if (!clients.isEmpty()) {
            send(event.bytes());
        }
    }

    private void send(byte[] bytes) {
        clients.removeIf(client -> !client.send(bytes));
    }

    /** Returns the number of current clients. */
    public int clients() {
        return clients.size();
    }

    /** Closes all streams. */
    @Override
    public void close() {
        isClosed = true;
        sender.shutdownNow();
        clients.forEach(HttpStream::close);
    }
}
