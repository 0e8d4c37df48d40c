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
 * A topology that stores each order on disk before it obeys the order, so that the next process
 * obeys the same orders if this process is killed. A rebalance, which may be refused, is stored
 * after it was done. Orders are executed one at a time; but a rebalance, which waits for user code
 * to return and may have been ordered by that user code, blocks only other rebalances and
 * hand-overs. Thread-safe.
 */
final class DurableTopology implements RunningTopology {
    private final RunningTopology topology;
    private final TopologyFolder folder;

    /** Held during rebalances and hand-overs; acquired before the lock of this object. */
    private final Object changeLock = new Object();

    /**
     * @param folder the topology's folder; this process holds its lock
     */
    DurableTopology(RunningTopology topology, TopologyFolder folder) {
        this.topology = topology;
        this.folder = folder;
    }

    /** Returns the wrapped topology; orders that it receives directly are not stored. */
    RunningTopology wrappedTopology() {
        return topology;
    }

    /** A write to the topology's folder. */
    private interface FolderWrite {
        void write() throws IOException;
    }

    private void store(String orderName, FolderWrite write) {
        try {
            write.write();
        } catch (ReplacedFolderException e) {
            throw new ReplacedException(topology.plan().name());
        } catch (IOException e) {
            throw new IllegalStateException(
                    "%s of topology '%s' can't be stored in %s (%s: %s); make room, or make it writable"
                            .formatted(
                                    orderName,
                                    topology.plan().name(),
                                    folder,
                                    e.getClass().getSimpleName(),
                                    e.getMessage()),
                    e);
        }
    }

    @Override
    public synchronized void activate() {
        store("the activation", () -> folder.write(folder.orders().withActive(true)));
        topology.activate();
    }

    @Override
    public synchronized void deactivate() {
        store("the deactivation", () -> folder.write(folder.orders().withActive(false)));
        topology.deactivate();
    }

    /** Kills the topology. Does not wait for a rebalance in progress. */
    @Override
    public void kill(Duration wait) {
        store("the kill", folder::kill);
        topology.kill(wait);
    }

    @Override
    public void rebalance(
            Map<String, Integer> executorCounts, Map<String, Object> confOverrides, Duration limit)
            throws InterruptedException {
        synchronized (changeLock) {
            topology.rebalance(executorCounts, confOverrides, limit);
            synchronized (this) {
                store(
                        "the rebalance",
                        () ->
                                folder.write(
                                        folder.orders()
                                                .withRebalance(executorCounts, confOverrides)));
            }
        }
    }

    @Override
    public synchronized void setCredentials(Map<String, String> credentials) {
        store("the change of credentials", () -> folder.writeCredentials(credentials));
        topology.setCredentials(credentials);
    }

    /**
     * Stops the spouts, lets pending messages complete for a short time, and hands over to a
     * topology in standby. From then on this topology is over and ends. Other orders wait
     * meanwhile, except a kill.
     *
     * @param successor folder of the topology in standby
     * @param drain how long pending messages may take to complete
     * @throws IllegalStateException if the hand-over fails; this topology continues then
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    HandOverReport handOver(TopologyFolder successor, Duration drain) throws InterruptedException {
        synchronized (changeLock) {
            return handOverLocked(successor, drain);
        }
    }

    private synchronized HandOverReport handOverLocked(TopologyFolder successor, Duration drain)
            throws InterruptedException {
        long stoppedMs = System.currentTimeMillis();
        topology.deactivate();
        boolean handedOver = false;
        try {
            DrainWatch watch = new DrainWatch(topology, stoppedMs);
            long left = watch.await(drain);
            store("the update", () -> folder.handOverTo(successor));
            handedOver = true;
            return new HandOverReport(
                    stoppedMs, watch.lastAckMs(), System.currentTimeMillis(), left);
        } finally {
            if (handedOver) {
                topology.kill(Duration.ZERO);
            } else {
                resumeSpouts();
            }
        }
    }

    private void resumeSpouts() {
        try {
            if (!folder.isKilled() && folder.orders().active()) {
                topology.activate();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // this process gives up; the next process continues
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

    /**
     * Returns the traces. Trace settings are not stored; permanent ones belong in the topology's
     * configuration.
     */
    @Override
    public Traces traces() {
        return topology.traces();
    }
}
