package io.eyewall.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.eyewall.control.wire.Greeting;
import io.eyewall.control.wire.Json;
import io.eyewall.control.wire.Refusal;
import io.eyewall.control.wire.Request;
import io.eyewall.control.wire.Summary;
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
 * Asks one process that runs topologies. Each call has a connection of its own, so that calls of
 * several threads do not wait for each other, and nothing is to be closed. Thread-safe.
 */
public final class ControlClient {
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(30);

    private final Path socket;
    private final Greeting greeting;
    private final Map<String, RemoteTopology> topologies = new LinkedHashMap<>();

    private ControlClient(Path socket, Greeting greeting) {
        this.socket = socket;
        this.greeting = greeting;
    }

    /**
     * Finds out who listens at a socket.
     *
     * @throws IOException if nobody does, it does not say so in time, or it speaks another version
     *     of the protocol
     */
    public static ControlClient connect(Path socket) throws IOException {
        Path absolute = socket.toAbsolutePath().normalize();
        try (Exchange exchange = Exchange.begin(absolute, false)) {
            return new ControlClient(absolute, exchange.greeting());
        }
    }

    /** Number of the process. */
    public long pid() {
        return greeting.pid();
    }

    /** Where it listens. */
    public Path socket() {
        return socket;
    }

    /**
     * The topologies of the process, in its order. The same topology is the same object each time.
     *
     * @throws ProcessGoneException if the process has ended
     */
    public List<RemoteTopology> topologies() {
        Summary[] now =
                Objects.requireNonNull(
                        ask("topologies", null, null, Summary[].class, USUAL_LIMIT), "topologies");
        synchronized (topologies) {
            Map<String, RemoteTopology> before = Map.copyOf(topologies);
            topologies.clear();
            for (Summary summary : now) {
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
     * The topology with that id, if the process has it.
     *
     * @throws ProcessGoneException if the process has ended
     */
    public Optional<RemoteTopology> topology(String id) {
        return topologies().stream().filter(topology -> topology.id().equals(id)).findFirst();
    }

    /**
     * Has a {@link ControlService} of the process do what it does.
     *
     * @param arguments a record, or what Jackson takes for a JSON object; null for none
     * @return what it returned; JSON null for nothing
     * @throws ProcessGoneException if the process ends before it answers
     * @throws ControlException if the process has no such service, or that threw something
     *     unexpected
     */
    public JsonNode call(String service, @Nullable Object arguments) {
        return call(service, arguments, USUAL_LIMIT);
    }

    /**
     * As the method above.
     *
     * @param limit for how long to wait for the answer
     */
    public JsonNode call(String service, @Nullable Object arguments, Duration limit) {
        JsonNode value = ask(service, null, arguments, JsonNode.class, limit);
        return value == null ? NullNode.getInstance() : value;
    }

    /**
     * Asks, and waits for the answer.
     *
     * @param limit for how long
     * @param type what it is to be
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
            throw new IllegalStateException("not to be interrupted", e);
        }
    }

    /** As the method above; an interrupt ends it if it is to. */
    <T> @Nullable T ask(
            String name,
            @Nullable String topology,
            @Nullable Object arguments,
            Class<T> type,
            Duration limit,
            boolean interruptible)
            throws InterruptedException {
        JsonNode json = arguments == null ? null : Json.tree(arguments);
        String what = "'" + name + "'" + (topology == null ? "" : " of topology " + topology);
        byte[] request = bytes(what, new Request(Greeting.VERSION, name, topology, json));
        return read(what, exchange(what, request, limit, interruptible), type);
    }

    private byte[] bytes(String what, Request request) {
        try {
            return Json.bytes(request, Request.MOST_BYTES);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the request " + what + " can't be sent: " + e.getMessage(), e);
        }
    }

    private byte[] exchange(String what, byte[] request, Duration limit, boolean interruptible)
            throws InterruptedException {
        try (Exchange exchange = Exchange.begin(socket, interruptible)) {
            if (!exchange.greeting().instance().equals(greeting.instance())) {
                throw new IOException(
                        "process "
                                + exchange.greeting().pid()
                                + " has taken its place at "
                                + socket);
            }
            return exchange.ask(request, System.nanoTime() + limit.toNanos());
        } catch (ClosedByInterruptException e) {
            Thread.interrupted();
            throw new InterruptedException(what + ": interrupted");
        } catch (SocketTimeoutException e) {
            throw new SilentProcessException(
                    "process %d has not answered %s within %s; it may be stopped, or out of memory"
                            .formatted(pid(), what, limit));
        } catch (IOException e) {
            throw new ProcessGoneException(
                    pid(),
                    "process %d is gone: it has ended, or closed its port, before it answered %s"
                            .formatted(pid(), what),
                    e);
        }
    }

    private <T> @Nullable T read(String what, byte[] answer, Class<T> type) {
        try {
            JsonNode json = Json.tree(answer);
            Refusal refusal = Json.read(json.get("error"), Refusal.class);
            if (refusal != null) {
                throw thrown(refusal);
            }
            return Json.read(json.get("value"), type);
        } catch (IOException e) {
            throw new ControlException(
                    "the answer of process %d to %s can't be read; use the eyewall that it was"
                                    .formatted(pid(), what)
                            + " started with: "
                            + e.getMessage());
        }
    }

    private RuntimeException thrown(Refusal refusal) {
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
