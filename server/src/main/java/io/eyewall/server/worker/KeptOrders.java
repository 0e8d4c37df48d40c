package io.eyewall.server.worker;

import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SpoutEnd;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.engine.trace.Traces;
import io.eyewall.local.ReplacedException;
import io.eyewall.server.store.ReplacedFolderException;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A topology that does nothing that it is told before that is on disk, so that it does the same
 * when its process is killed and another takes over; a rebalance, which may be refused, is kept
 * when it is done. Orders wait for each other, but for a rebalance only another one and a
 * hand-over: it waits for user code to come to rest, which may be giving the order. Thread-safe.
 */
final class KeptOrders implements RunningTopology {
    private final RunningTopology topology;
    private final TopologyFolder folder;

    /** Taken before the lock of this object. */
    private final Object changing = new Object();

    /**
     * @param folder whose lock this process has
     */
    KeptOrders(RunningTopology topology, TopologyFolder folder) {
        this.topology = topology;
        this.folder = folder;
    }

    /** The topology itself: what it is told is not kept. */
    RunningTopology inside() {
        return topology;
    }

    /** Something that is written. */
    private interface Note {
        void write() throws IOException;
    }

    private void keep(String order, Note note) {
        try {
            note.write();
        } catch (ReplacedFolderException e) {
            throw new ReplacedException(topology.plan().name());
        } catch (IOException e) {
            throw new IllegalStateException(
                    "%s of topology '%s' can't be kept in %s (%s: %s); make room, or make it writable"
                            .formatted(
                                    order,
                                    topology.plan().name(),
                                    folder,
                                    e.getClass().getSimpleName(),
                                    e.getMessage()),
                    e);
        }
    }

    @Override
    public synchronized void activate() {
        keep("activation", () -> folder.write(folder.orders().withActive(true)));
        topology.activate();
    }

    @Override
    public synchronized void deactivate() {
        keep("deactivation", () -> folder.write(folder.orders().withActive(false)));
        topology.deactivate();
    }

    /** Not held up by a rebalance. */
    @Override
    public void kill(Duration wait) {
        keep("the end", folder::kill);
        topology.kill(wait);
    }

    @Override
    public void rebalance(
            Map<String, Integer> executorCounts, Map<String, Object> confOverrides, Duration limit)
            throws InterruptedException {
        synchronized (changing) {
            topology.rebalance(executorCounts, confOverrides, limit);
            synchronized (this) {
                keep(
                        "rebalance",
                        () ->
                                folder.write(
                                        folder.orders().rebalanced(executorCounts, confOverrides)));
            }
        }
    }

    @Override
    public synchronized void setCredentials(Map<String, String> credentials) {
        keep("credentials", () -> folder.writeCredentials(credentials));
        topology.setCredentials(credentials);
    }

    /**
     * Stops the spouts, lets what is under way finish for a short time, and hands over to a
     * topology in standby: from then on this one is over, and ends. Orders wait meanwhile, but for
     * a kill.
     *
     * @param successor its folder
     * @param drain how long what is under way may take
     * @throws IllegalStateException if it can't be done; this one goes on then
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    HandedOver handOver(TopologyFolder successor, Duration drain) throws InterruptedException {
        synchronized (changing) {
            return handOverAlone(successor, drain);
        }
    }

    private synchronized HandedOver handOverAlone(TopologyFolder successor, Duration drain)
            throws InterruptedException {
        long stoppedMs = System.currentTimeMillis();
        topology.deactivate();
        boolean done = false;
        try {
            DrainWatch watch = new DrainWatch(topology, stoppedMs);
            long left = watch.await(drain);
            keep("the update", () -> folder.handOverTo(successor));
            done = true;
            return new HandedOver(stoppedMs, watch.lastAckMs(), System.currentTimeMillis(), left);
        } finally {
            if (done) {
                topology.kill(Duration.ZERO);
            } else {
                goOn();
            }
        }
    }

    private void goOn() {
        try {
            if (!folder.isKilled() && folder.orders().active()) {
                topology.activate();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // this process can't go on: the next one will
        }
    }

    @Override
    public TopologyPlan plan() {
        return topology.plan();
    }

    @Override
    public TopologyStatus status() {
        return topology.status();
    }

    @Override
    public Optional<TopologyFailure> failure() {
        return topology.failure();
    }

    @Override
    public int uptimeSecs() {
        return topology.uptimeSecs();
    }

    @Override
    public int launchTimeSecs() {
        return topology.launchTimeSecs();
    }

    @Override
    public boolean await(Duration limit) throws InterruptedException {
        return topology.await(limit);
    }

    @Override
    public boolean awaitStarted(Duration limit) throws InterruptedException {
        return topology.awaitStarted(limit);
    }

    @Override
    public List<TaskOpening> openings() {
        return topology.openings();
    }

    @Override
    public boolean isQuiet() {
        return topology.isQuiet();
    }

    @Override
    public List<SpoutEnd> spoutEnds() {
        return topology.spoutEnds();
    }

    @Override
    public TopologyMetrics metrics() {
        return topology.metrics();
    }

    @Override
    public PlacementReport placement() {
        return topology.placement();
    }

    @Override
    public ParallelismReport parallelism() {
        return topology.parallelism();
    }

    @Override
    public List<ErrorReport> errors() {
        return topology.errors();
    }

    @Override
    public Map<Integer, Long> errorCounts() {
        return topology.errorCounts();
    }

    @Override
    public void setDebug(String componentId, boolean enabled, double samplingPercent) {
        topology.setDebug(componentId, enabled, samplingPercent);
    }

    /** Not kept: who wants a topology traced for good sets its configuration. */
    @Override
    public Traces traces() {
        return topology.traces();
    }
}
