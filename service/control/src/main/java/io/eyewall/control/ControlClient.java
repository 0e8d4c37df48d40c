package io.eyewall.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.eyewall.control.wire.Greeting;
import io.eyewall.control.wire.Refusal;
import io.eyewall.control.wire.Request;
import io.eyewall.control.wire.TopologyEntry;
import io.eyewall.control.wire.WireJson;
import io.eyewall.topology.config.ConfigException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The client of one process that runs topologies. Each call opens a connection of its own, so that
 * concurrent calls do not wait for each other, and the client need not be closed. Thread-safe.
 */
public final class ControlClient {
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(30);

    private final Path socket;
    private final Greeting greeting;
    private final Map<String, RemoteTopology> topologies = new LinkedHashMap<>();

    private ControlClient(Path socket, Greeting greeting) {
        this.socket = socket;
        this.greeting = greeting;
    }

    /**
     * Connects to the process that listens at a socket and reads its greeting.
     *
     * @throws IOException if no process listens there, it does not answer in time, or it speaks
     *     another version of the protocol
     */
    public static ControlClient connect(Path socket) throws IOException {
        Path absolute = socket.toAbsolutePath().normalize();
        try (Exchange exchange = Exchange.connect(absolute, false)) {
            return new ControlClient(absolute, exchange.greeting());
        }
    }

    /** Returns the id of the process. */
    public long pid() {
        return greeting.pid();
    }

    /** Returns the path of the process' socket. */
    public Path socket() {
        return socket;
    }

    /**
     * Returns the topologies of the process, in its order. Repeated calls return the same object
     * for the same topology.
     *
     * @throws ProcessGoneException if the process has ended
     */
    public List<RemoteTopology> topologies() {
        TopologyEntry[] summaries =
                Objects.requireNonNull(
                        ask("topologies", null, null, TopologyEntry[].class, DEFAULT_LIMIT),
                        "topologies");
        synchronized (topologies) {
            Map<String, RemoteTopology> before = Map.copyOf(topologies);
            topologies.clear();
            for (TopologyEntry summary : summaries) {
                RemoteTopology known = before.get(summary.id());
                topologies.put(
                        summary.id(),
                        known == null
                                ? new RemoteTopology(this, summary.id(), summary.name())
                                : known);
            }
            return List.copyOf(topologies.values());
        }
    }

    /**
     * Returns the topology with that id, if the process has it.
     *
     * @throws ProcessGoneException if the process has ended
     */
    public Optional<RemoteTopology> topology(String id) {
        return topologies().stream().filter(topology -> topology.id().equals(id)).findFirst();
    }

    /**
     * Calls a {@link ControlService} of the process and waits for its result, up to 30 seconds.
     *
     * @param arguments a record, or another value that Jackson writes as a JSON object; null for
     *     none
     * @return the result; JSON null for none
     * @throws ProcessGoneException if the process ends before it answers
     * @throws ControlException if the process has no such service, it does not answer in time, or
     *     the service threw an unexpected exception
     */
    public JsonNode call(String service, @Nullable Object arguments) {
        return call(service, arguments, DEFAULT_LIMIT);
    }

    /**
     * Calls a {@link ControlService} like {@link #call(String, Object)}.
     *
     * @param limit longest wait for the answer
     */
    public JsonNode call(String service, @Nullable Object arguments, Duration limit) {
        JsonNode value = ask(service, null, arguments, JsonNode.class, limit);
        return value == null ? NullNode.getInstance() : value;
    }

    /**
     * Sends a request and waits for the answer.
     *
     * @param limit longest wait
     * @param type type of the result
     */
    <T> @Nullable T ask(
            String name,
            @Nullable String topology,
            @Nullable Object arguments,
            Class<T> type,
            Duration limit) {
        try {
            return ask(name, topology, arguments, type, limit, false);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted although not interruptible", e);
        }
    }

    /**
     * Sends a request and waits for the answer; an interrupt ends the wait if {@code interruptible}
     * is set.
     */
    <T> @Nullable T ask(
            String name,
            @Nullable String topology,
            @Nullable Object arguments,
            Class<T> type,
            Duration limit,
            boolean interruptible)
            throws InterruptedException {
        JsonNode json = arguments == null ? null : WireJson.tree(arguments);
        String described = "'" + name + "'" + (topology == null ? "" : " of topology " + topology);
        byte[] request = encode(described, new Request(Greeting.VERSION, name, topology, json));
        return decode(described, exchange(described, request, limit, interruptible), type);
    }

    private byte[] encode(String described, Request request) {
        try {
            return WireJson.bytes(request, Request.MAX_BYTES);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the request " + described + " can't be sent: " + e.getMessage(), e);
        }
    }

    private byte[] exchange(String described, byte[] request, Duration limit, boolean interruptible)
            throws InterruptedException {
        try (Exchange exchange = Exchange.connect(socket, interruptible)) {
            if (!exchange.greeting().instance().equals(greeting.instance())) {
                throw new IOException(
                        "process "
                                + exchange.greeting().pid()
                                + " now listens in its place at "
                                + socket);
            }
            return exchange.ask(request, System.nanoTime() + limit.toNanos());
        } catch (ClosedByInterruptException e) {
            Thread.interrupted();
            throw new InterruptedException(described + ": interrupted");
        } catch (SocketTimeoutException e) {
            throw new SilentProcessException(
                    "process %d has not answered %s within %s; it may be stopped, or out of memory"
                            .formatted(pid(), described, limit));
        } catch (IOException e) {
            throw new ProcessGoneException(
                    pid(),
                    "process %d is gone: it has ended, or closed its port, before it answered %s"
                            .formatted(pid(), described),
                    e);
        }
    }

    private <T> @Nullable T decode(String described, byte[] answer, Class<T> type) {
        try {
            JsonNode json = WireJson.tree(answer);
            Refusal refusal = WireJson.read(json.get("error"), Refusal.class);
            if (refusal != null) {
                throw toException(refusal);
            }
            return WireJson.read(json.get("value"), type);
        } catch (IOException e) {
            throw new ControlException(
                    "the answer of process %d to %s can't be read; use the eyewall that it was"
                                    .formatted(pid(), described)
                            + " started with: "
                            + e.getMessage());
        }
    }

    private RuntimeException toException(Refusal refusal) {
        String message = refusal.message();
        return switch (refusal.kind()) {
            case CONFIG -> new ConfigException(String.valueOf(message));
            case ILLEGAL_ARGUMENT -> new IllegalArgumentException(message);
            case ILLEGAL_STATE -> new IllegalStateException(message);
            case UNSUPPORTED -> new UnsupportedOperationException(message);
            case NO_TOPOLOGY, BAD_REQUEST, BUSY, TOO_LONG, OTHER ->
                    new ControlException("process " + pid() + ": " + message);
        };
    }

    @Override
    public String toString() {
        return "process " + pid() + " at " + socket;
    }
}
