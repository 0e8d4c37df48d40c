package io.eyewall.cli.plan;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.adaptation.LivePlacement;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.thread.SupervisedThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells every process that asks, and has the same user, what is known of the placement of this
 * one's topologies, and lets it choose how places are found. An answer is text, then {@link
 * #BETWEEN}, then JSON; or {@link #REFUSED} and why. Has a thread of its own.
 */
public final class PlanServer implements AutoCloseable {
    /** What is between the text and the JSON of an answer. */
    static final char BETWEEN = '\f';

    /** What an answer begins with that says why nothing was done. */
    static final char REFUSED = '\u0015';

    private static final Logger LOG = LoggerFactory.getLogger(PlanServer.class);

    private static final int LONGEST_REQUEST = 1 << 16;

    private final PlanSockets sockets;
    private final Path socket;
    private final Supplier<List<RunningTopology>> topologies;
    private final Supplier<Optional<LivePlacement>> placement;
    private final SupervisedThread thread = new SupervisedThread("eyewall-plan", this::serve);
    private @Nullable ServerSocketChannel channel;
    private boolean closed;

    PlanServer(
            PlanSockets sockets,
            long pid,
            Supplier<List<RunningTopology>> topologies,
            Supplier<Optional<LivePlacement>> placement) {
        this.sockets = sockets;
        this.socket = sockets.of(pid);
        this.topologies = topologies;
        this.placement = placement;
    }

    /**
     * Starts one for this process. Where it can't listen it says so in the log: nothing but {@code
     * eyewall plan} needs it.
     *
     * @param topologies asked anew for every answer
     * @param placement of the engine, once there is one
     */
    public static PlanServer start(
            Supplier<List<RunningTopology>> topologies,
            Supplier<Optional<LivePlacement>> placement) {
        PlanServer server =
                new PlanServer(
                        PlanSockets.ofUser(), ProcessHandle.current().pid(), topologies, placement);
        server.thread.start();
        return server;
    }

    /** Answers one client; whether there may be others. */
    private boolean serve() {
        ServerSocketChannel listening;
        try {
            listening = listen();
        } catch (IOException | UnsupportedOperationException e) {
            LOG.info("eyewall plan can't ask this process: {}", e.toString());
            return false;
        }
        if (listening == null) {
            return false;
        }
        try (SocketChannel client = listening.accept()) {
            String asked = read(client);
            Channels.newOutputStream(client).write(answer(asked).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            if (listening.isOpen()) {
                LOG.info("eyewall plan: a client has gone", e);
            }
        }
        return true;
    }

    /** Null if it has been closed. Listens again where an interrupt has ended that. */
    private synchronized @Nullable ServerSocketChannel listen() throws IOException {
        if (closed) {
            return null;
        }
        if (channel != null && channel.isOpen()) {
            return channel;
        }
        sockets.makeFolder();
        Files.deleteIfExists(socket); // of a process that had this number before
        ServerSocketChannel made = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        made.bind(UnixDomainSocketAddress.of(socket));
        socket.toFile().deleteOnExit(); // an application may end the process
        channel = made;
        return made;
    }

    private static String read(SocketChannel client) throws IOException {
        byte[] request = Channels.newInputStream(client).readNBytes(LONGEST_REQUEST);
        return new String(request, StandardCharsets.UTF_8);
    }

    private String answer(String asked) throws IOException {
        try {
            PlanRequest request = PlanRequest.decode(asked);
            return request.algorithm() == null ? show() : use(request, request.algorithm());
        } catch (IllegalArgumentException | UncheckedIOException e) {
            return REFUSED + String.valueOf(e.getMessage());
        }
    }

    private String show() throws IOException {
        List<RunningTopology> now = List.copyOf(topologies.get());
        Optional<PlacementReport> report = known(now);
        return PlanText.of(now, report) + BETWEEN + PlanJson.of(now, report);
    }

    private String use(PlanRequest request, String algorithm) {
        LivePlacement live =
                placement
                        .get()
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "no topology has been submitted as yet; wait for"
                                                        + " the first"));
        live.use(algorithm, request.parameters());
        if (request.periodSecs() != null) {
            live.setPeriod(Duration.ofSeconds(request.periodSecs()));
        }
        LOG.info("eyewall plan: {}", request);
        return (algorithm.equals(LivePlacement.OFF)
                        ? "executors stay where they are"
                        : "places are found by " + algorithm + " from the next look on")
                + BETWEEN
                + "{}";
    }

    /** Of the topology submitted last that has one: all have the same but those that are over. */
    private static Optional<PlacementReport> known(List<RunningTopology> topologies) {
        return topologies.stream()
                .map(RunningTopology::placement)
                .filter(report -> report.lastLook().isPresent())
                .reduce((earlier, later) -> later);
    }

    /** Nobody can ask any more. */
    @Override
    public synchronized void close() {
        closed = true;
        try {
            if (channel != null) {
                channel.close();
                Files.deleteIfExists(socket);
            }
        } catch (IOException e) {
            LOG.info("eyewall plan: {} stays behind", socket, e);
        }
    }
}
