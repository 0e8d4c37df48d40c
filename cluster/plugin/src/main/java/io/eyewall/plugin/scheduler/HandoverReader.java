package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.worker.Board;
import io.eyewall.plugin.worker.Handover;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.cluster.ClusterStateContext;
import org.apache.storm.cluster.ClusterUtils;
import org.apache.storm.cluster.DaemonType;
import org.apache.storm.cluster.IStateStorage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads from ZooKeeper how far the moves in progress are, on the thread {@code eyewall-moves}.
 * Nimbus' thread never waits for it.
 */
final class HandoverReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HandoverReader.class);
    private static final long INTERVAL_MS = 1_000;

    private final Map<String, Object> conf;
    private final Map<String, Handover> handovers = new ConcurrentHashMap<>();
    private final Thread thread = new Thread(this::run, "eyewall-moves");
    private volatile Set<String> topologyIds = Set.of();

    /** Used only by the reading thread. */
    private @Nullable IStateStorage storage;

    HandoverReader(Map<String, Object> conf) {
        this.conf = conf;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Sets the topologies whose hand-over is read from now on. */
    void setTopologies(Set<String> topologyIds) {
        this.topologyIds = topologyIds;
    }

    /** Returns a topology's hand-over as it was read last; empty if none was read. */
    Optional<Handover> lastRead(String topologyId) {
        return Optional.ofNullable(handovers.get(topologyId));
    }

    private void run() {
        boolean warned = false;
        while (!Thread.currentThread().isInterrupted()) {
            try {
                Set<String> ids = topologyIds;
                handovers.keySet().retainAll(ids);
                for (String id : ids) {
                    readHandover(id);
                }
                warned = false;
            } catch (Exception | LinkageError e) {
                if (!warned) {
                    LOG.warn("cannot read the progress of moves from ZooKeeper; trying again", e);
                }
                warned = true;
            }
            try {
                Thread.sleep(INTERVAL_MS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void readHandover(String topologyId) throws Exception {
        ClusterStateContext context = new ClusterStateContext(DaemonType.NIMBUS, conf);
        IStateStorage open = storage;
        if (open == null) {
            open = ClusterUtils.mkStateStorage(conf, conf, context);
            storage = open;
        }
        Optional<Handover> handover =
                Handover.read(new Board(open, context.getDefaultZkAcls(), topologyId));
        if (handover.isPresent()) {
            handovers.put(topologyId, handover.get());
        } else {
            handovers.remove(topologyId);
        }
    }

    /** Ends the thread; does not wait for it. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
