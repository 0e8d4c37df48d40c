package io.eyewall.web;

import io.eyewall.engine.thread.SupervisedThread;
import io.eyewall.local.net.HttpAnswer;
import io.eyewall.local.net.HttpBody;
import io.eyewall.local.net.HttpStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
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

    /** Tells browsers to reconnect after this many milliseconds. */
    private static final byte[] RETRY = "retry: 2000\n\n".getBytes(StandardCharsets.UTF_8);

    /**
     * The largest size of the initial state. The rest of a new client's buffer is for events that
     * happen meanwhile; without it the client would be disconnected, reconnect, and be disconnected
     * again.
     */
    static final int MOST_GREETING_BYTES = HttpStream.MAX_WAITING_BYTES / 4 * 3;

    private final int maxClients;
    private final long heartbeatNs;
    private final Supplier<List<ServerEvent>> state;
    private final Set<HttpStream> clients = ConcurrentHashMap.newKeySet();

    /** Clients that have not yet received the state; at most as many as there are clients. */
    private final BlockingQueue<HttpStream> newcomers = new LinkedBlockingQueue<>();

    private final SupervisedThread thread =
            new SupervisedThread("eyewall-web-events", this::serveOnce);
    private volatile boolean isClosed;

    /** The time of the next heartbeat, by {@code System.nanoTime}; used by the thread only. */
    private long nextBeatNs;

    /**
     * @param maxClients largest number of clients; others are told to try again later
     * @param heartbeat interval of heartbeats
     * @param state returns the state that a new client receives, the most important events first:
     *     what does not fit into 768 KiB is left out; may block
     */
    public EventStreams(int maxClients, Duration heartbeat, Supplier<List<ServerEvent>> state) {
        this.maxClients = maxClients;
        this.heartbeatNs = heartbeat.toNanos();
        this.state = state;
        this.nextBeatNs = System.nanoTime() + heartbeatNs;
        thread.start();
    }

    /** Sends the state to a new client, or a due heartbeat. */
    private boolean serveOnce() throws InterruptedException {
        HttpStream newcomer = newcomers.poll(nextBeatNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (newcomer != null) {
            sendState(newcomer);
        }
        if (nextBeatNs - System.nanoTime() <= 0) {
            nextBeatNs = System.nanoTime() + heartbeatNs;
            send(HEARTBEAT);
        }
        return true;
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
        newcomers.add(stream);
        if (isClosed || clients.size() > maxClients) {
            stream.close();
        }
    }

    private void sendState(HttpStream stream) {
        try {
            int left = MOST_GREETING_BYTES;
            for (ServerEvent event : state.get()) {
                byte[] bytes = event.bytes();
                if (bytes.length <= left) {
                    left -= bytes.length;
                    stream.send(bytes);
                } else {
                    LOG.warn(
                            "event '{}' is left out of a client's initial state: {} bytes don't fit",
                            event.name(),
                            bytes.length);
                }
            }
        } catch (RuntimeException e) {
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
        thread.stop();
        thread.thread().interrupt();
        clients.forEach(HttpStream::close);
    }
}
