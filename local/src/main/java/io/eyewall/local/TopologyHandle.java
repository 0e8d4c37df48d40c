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

/** A topology started by {@link Eyewall}. May be used by any thread. */
public final class TopologyHandle implements AutoCloseable {
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final RunningTopology topology;

    TopologyHandle(RunningTopology topology) {
        this.topology = topology;
    }

    /** For tests: what it hands calls on to. */
    RunningTopology running() {
        return topology;
    }

    /** As submitted. */
    public String name() {
        return topology.plan().name();
    }

    /** Unique in the process: {@code name-counter-epochSeconds}. */
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

    /** Counters, latencies, queues and traffic at this moment. */
    public TopologyMetrics metrics() {
        return topology.metrics();
    }

    /**
     * Returns the places of the executors with the last advice and its reason, and the number of
     * moves.
     */
    public PlacementReport placement() {
        return topology.placement();
    }

    /** How the numbers of its executors follow the load, and why they were changed. */
    public ParallelismReport parallelism() {
        return topology.parallelism();
    }

    /** The calls of {@code open} and {@code prepare} that have not returned, longest first. */
    public List<TaskOpening> openings() {
        return topology.openings();
    }

    /** Errors that components reported so far, oldest first. */
    public List<ErrorReport> errors() {
        return topology.errors();
    }

    /** How many errors tasks have reported so far, by task; all are counted, none is throttled. */
    public Map<Integer, Long> errorCounts() {
        return topology.errorCounts();
    }

    /** Lets spouts emit again after {@link #deactivate}. Does not wait. */
    public void activate() {
        topology.activate();
    }

    /** Stops spouts from emitting; what is under way goes on. Does not wait. */
    public void deactivate() {
        topology.deactivate();
    }

    /**
     * Ends the topology. Does not wait for that, see {@link #await()}.
     *
     * @param wait how long tuples under way may still be processed
     */
    public void kill(Duration wait) {
        topology.kill(wait);
    }

    /**
     * Waits until the topology is over, killed by someone or failed.
     *
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public void await() throws InterruptedException {
        topology.await(FOR_EVER);
    }

    /**
     * Waits until the topology is over.
     *
     * @return whether it is over; false when the time ran out first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public boolean await(Duration limit) throws InterruptedException {
        return topology.await(limit);
    }

    /**
     * Ends the topology at once, and waits until its components are closed and cleaned up; an
     * interrupt while it waits ends the wait, and is kept.
     */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted(); // before, by whoever leaves a try block so
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
