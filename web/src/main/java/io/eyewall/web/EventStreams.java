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
 * A stream of server-sent events that many clients read. Each event is written out once and shared;
 * a client costs a connection and no thread, and is cut off when it doesn't keep up. It gets the
 * state of things when it comes, and so needs nothing that it has missed. Any thread may call.
 */
public final class EventStreams implements WebHandler, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    /** Nothing but the word that connections are alive, for proxies and for those who read. */
    private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    /** Browsers come back after so many milliseconds. */
    private static final byte[] RETRY = "retry: 2000\n\n".getBytes(StandardCharsets.UTF_8);

    /**
     * The most bytes of a greeting: the rest of what may wait for a new client is for events that
     * happen meanwhile. Otherwise it would be cut off, come back, and be cut off again.
     */
    static final int MOST_GREETING_BYTES = HttpStream.MAX_WAITING_BYTES / 4 * 3;

    private final int maxClients;
    private final long heartbeatNs;
    private final Supplier<List<ServerEvent>> state;
    private final Set<HttpStream> clients = ConcurrentHashMap.newKeySet();

    /** Clients that are still to be told the state; at most as many as there are clients. */
    private final BlockingQueue<HttpStream> newcomers = new LinkedBlockingQueue<>();

    private final SupervisedThread thread = new SupervisedThread("eyewall-web-events", this::round);
    private volatile boolean isClosed;

    /** When the next heartbeat is due, by {@code System.nanoTime}; the thread's own. */
    private long nextBeatNs;

    /**
     * @param maxClients more are told to try later
     * @param heartbeat how often there is a word if there is nothing to say
     * @param state what a client is told when it comes, the most important first: what does not fit
     *     into 768 KiB is left out; may wait
     */
    public EventStreams(int maxClients, Duration heartbeat, Supplier<List<ServerEvent>> state) {
        this.maxClients = maxClients;
        this.heartbeatNs = heartbeat.toNanos();
        this.state = state;
        this.nextBeatNs = System.nanoTime() + heartbeatNs;
        thread.start();
    }

    /** Greets a newcomer, or sends the heartbeat that is due. */
    private boolean round() throws InterruptedException {
        HttpStream newcomer = newcomers.poll(nextBeatNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (newcomer != null) {
            greet(newcomer);
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
                    "as many clients read events as may: " + maxClients,
                    Map.of("Retry-After", "5"));
        }
        return new HttpAnswer(
                200,
                "text/event-stream; charset=utf-8",
                HttpBody.stream(this::open),
                Map.of("X-Accel-Buffering", "no")); // proxies pass on what there is
    }

    /** Known before it is told the state, so that it misses nothing that comes in between. */
    private void open(HttpStream stream) {
        clients.add(stream);
        stream.onClosed(() -> clients.remove(stream));
        stream.send(RETRY);
        newcomers.add(stream);
        if (isClosed || clients.size() > maxClients) {
            stream.close();
        }
    }

    private void greet(HttpStream stream) {
        try {
            int left = MOST_GREETING_BYTES;
            for (ServerEvent event : state.get()) {
                byte[] bytes = event.bytes();
                if (bytes.length <= left) {
                    left -= bytes.length;
                    stream.send(bytes);
                } else {
                    LOG.warn(
                            "a reader of events is not told of '{}', which is too long: {} bytes",
                            event.name(),
                            bytes.length);
                }
            }
        } catch (RuntimeException e) {
            LOG.warn("a reader of events could not be told how things are", e);
            stream.close();
        }
    }

    /** Sends an event to all who read now; does not wait. */
    public void publish(ServerEvent event) {
        if (!clients.isEmpty()) {
            send(event.bytes());
        }
    }

    private void send(byte[] bytes) {
        clients.removeIf(client -> !client.send(bytes));
    }

    /** How many read now. */
    public int clients() {
        return clients.size();
    }

    /** Ends all streams. */
    @Override
    public void close() {
        isClosed = true;
        thread.stop();
        thread.thread().interrupt();
        clients.forEach(HttpStream::close);
    }
}
