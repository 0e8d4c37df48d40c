package io.eyewall.local;

import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.TopologyMetrics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A topology started by {@link Eyewall}. Any thread may call. */
public final class TopologyHandle implements AutoCloseable {
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final RunningTopology topology;

    TopologyHandle(RunningTopology topology) {
        this.topology = topology;
    }

    /** Returns the topology that receives the calls. For tests. */
    RunningTopology running() {
        return topology;
    }

    /** Returns the topology's name, as submitted. */
    public String name() {
        return topology.plan().name();
    }

    /** Returns the topology's id, unique in the process: {@code name-counter-epochSeconds}. */
    public String id() {
        return topology.plan().id();
    }

    /** Returns the topology's status. */
    public TopologyStatus status() {
        return topology.status();
    }

    /** Returns the failure; empty unless the topology has failed. */
    public Optional<TopologyFailure> failure() {
        return topology.failure();
    }

    /** Returns counters, latencies, queues and traffic at this moment. */
    public TopologyMetrics metrics() {
        return topology.metrics();
    }

    /**
     * Returns the places of the executors, the last advice to move executors with its reason, and
     * the number of moves.
     */
    public PlacementReport placement() {
        return topology.placement();
    }

    /** Returns how the numbers of executors follow the load, and the reasons for changes. */
    public ParallelismReport parallelism() {
        return topology.parallelism();
    }

    /**
     * Returns the calls of {@code open} and {@code prepare} that have not returned, longest first.
     */
    public List<TaskOpening> openings() {
        return topology.openings();
    }

    /** Returns the errors that components have reported so far, oldest first. */
    public List<ErrorReport> errors() {
        return topology.errors();
    }

    /**
     * Returns the number of errors that each task has reported so far; throttled errors are
     * counted, too.
     */
    public Map<Integer, Long> errorCounts() {
        return topology.errorCounts();
    }

    /** Lets spouts emit again after {@link #deactivate}. Does not wait for them. */
    public void activate() {
        topology.activate();
    }

    /**
     * Stops spouts from emitting; pending tuples are still processed. Does not wait for the spouts.
     */
    public void deactivate() {
        topology.deactivate();
    }

    /**
     * Ends the topology. Does not wait for its end, see {@link #await()}.
     *
     * @param wait how long pending tuples may still be processed
     */
    public void kill(Duration wait) {
        topology.kill(wait);
    }

    /**
     * Waits until the topology is over: killed by any thread, or failed.
     *
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public void await() throws InterruptedException {
        topology.await(FOR_EVER);
    }

    /**
     * Waits until the topology is over.
     *
     * @return whether it is over; false if the limit was reached first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public boolean await(Duration limit) throws InterruptedException {
        return topology.await(limit);
    }

    /**
     * Ends the topology without waiting for pending tuples, and waits until its components are
     * closed and cleaned up. An interrupt ends the wait, and the thread's interrupt flag stays set.
     */
    @Override
    public void close() {
        // An earlier interrupt, such as one that ended the try block, must not end the wait.
        boolean interrupted = Thread.interrupted();
        topology.kill(Duration.ZERO);
        try {
            await();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
