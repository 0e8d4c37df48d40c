package io.eyewall.cli.plan;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.metrics.PlacementReport;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells every process that connects, and has the same user, what is known of the placement of this
 * one's topologies: as text, then {@link #BETWEEN}, then as JSON. Has a thread of its own.
 */
public final class PlanServer implements AutoCloseable {
    /** What is between the text and the JSON of an answer. */
    static final char BETWEEN = '\f';

    private static final Logger LOG = LoggerFactory.getLogger(PlanServer.class);

    private final PlanSockets sockets;
    private final Path socket;
    private final Supplier<List<RunningTopology>> topologies;
    private final Thread thread = new Thread(this::serve, "eyewall-plan");
    private @Nullable ServerSocketChannel channel;
    private boolean closed;

    PlanServer(PlanSockets sockets, long pid, Supplier<List<RunningTopology>> topologies) {
        this.sockets = sockets;
        this.socket = sockets.of(pid);
        this.topologies = topologies;
    }

    /**
     * Starts one for this process. Where it can't listen it says so in the log: nothing but {@code
     * eyewall plan} needs it.
     *
     * @param topologies asked anew for every answer
     */
    public static PlanServer start(Supplier<List<RunningTopology>> topologies) {
        PlanServer server =
                new PlanServer(PlanSockets.ofUser(), ProcessHandle.current().pid(), topologies);
        server.thread.setDaemon(true);
        server.thread.start();
        return server;
    }

    private void serve() {
        try {
            ServerSocketChannel listening = listen();
            while (listening != null) {
                try (SocketChannel client = listening.accept()) {
                    answer(Channels.newOutputStream(client));
                } catch (IOException e) {
                    if (!listening.isOpen()) {
                        return;
                    }
                    LOG.info("eyewall plan: a client has gone", e);
                }
            }
        } catch (IOException | UnsupportedOperationException e) {
            LOG.info("eyewall plan can't ask this process: {}", e.toString());
        }
    }

    /** Null if it has been closed before. */
    private synchronized @Nullable ServerSocketChannel listen() throws IOException {
        if (closed) {
            return null;
        }
        sockets.makeFolder();
        Files.deleteIfExists(socket); // of a process that had this number before
        ServerSocketChannel made = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        made.bind(UnixDomainSocketAddress.of(socket));
        socket.toFile().deleteOnExit(); // an application may end the process
        channel = made;
        return made;
    }

    private void answer(OutputStream out) throws IOException {
        List<RunningTopology> now = List.copyOf(topologies.get());
        Optional<PlacementReport> report = known(now);
        String answer = PlanText.of(now, report) + BETWEEN + PlanJson.of(now, report);
        out.write(answer.getBytes(StandardCharsets.UTF_8));
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
