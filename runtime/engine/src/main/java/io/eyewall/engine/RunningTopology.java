package io.eyewall.engine;

import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.RecentNumbers;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.engine.trace.Traces;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.snapshot.SnapshotReport;
import io.eyewall.topology.snapshot.TopologySnapshots;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A topology that the engine runs. All methods may be called from any thread. */
public interface RunningTopology {
    /**
     * Time limit for closing and cleaning up the tasks. The engine abandons tasks that take longer,
     * so that the topology ends.
     */
    Duration MAX_END_TIME = Duration.ofSeconds(30);

    /** Returns the plan that is being run. */
    TopologyPlan plan();

    /** Returns the present status. */
    TopologyStatus status();

    /** Returns why the topology failed; empty unless {@link TopologyStatus#FAILED}. */
    Optional<TopologyFailure> failure();

    /** Returns the seconds since the submission, by the engine's clock. */
    int uptimeSecs();

    /** Returns the time of the submission in seconds since 1970. */
    int launchTimeSecs();

    /** Lets spouts emit, after opening the tasks if they are not open yet. Does not wait. */
    void activate();

    /** Stops spouts from emitting; tuples that were emitted are processed. Does not wait. */
    void deactivate();

    /**
     * Deactivates the topology, waits, then closes and cleans up everything. Returns immediately;
     * see {@link #await}. A second call may shorten the wait.
     *
     * @param wait how long emitted tuples may still be processed
     */
    void kill(Duration wait);

    /**
     * Waits until the topology is over.
     *
     * @return whether it is over; false if the limit expired first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    boolean await(Duration limit) throws InterruptedException;

    /**
     * Waits until all tasks have been opened or prepared, or the topology is over.
     *
     * @return false if the limit expired first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    boolean awaitStarted(Duration limit) throws InterruptedException;

    /**
     * Returns the calls of {@code open} and {@code prepare} in progress, the longest first. Spouts
     * emit only after the last of these calls has returned.
     */
    List<TaskOpening> openings();

    /**
     * Changes the number of executors of components while the topology runs. Tasks are distributed
     * over new executors, and keep their state, queued tuples and pending messages. No tuple is
     * lost or reordered, and no call is repeated. Returns when the change is complete; while the
     * topology is opening, returns immediately, and the change follows when it is open. Must not be
     * called by spouts, bolts or code that they call.
     *
     * @param executorCounts executors by component; as in Storm, more executors than tasks have no
     *     effect; components that are not named are unchanged
     * @param limit how long to wait until user code of these components is between two calls
     * @throws IllegalArgumentException if there is no such component, or a number is less than 1
     * @throws IllegalStateException if the topology is ending, user code did not return in time, or
     *     tasks that share executor data would be separated; nothing has changed then
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    default void rebalance(Map<String, Integer> executorCounts, Duration limit)
            throws InterruptedException {
        rebalance(executorCounts, Map.of(), limit);
    }

    /**
     * As {@link #rebalance(Map, Duration)}, and changes the configuration of the executors. Tasks
     * keep the configuration that they were opened or prepared with.
     *
     * @param confOverrides keys that only executors read, for the whole topology; values that a
     *     component sets itself are unchanged
     * @throws IllegalArgumentException also if a value is invalid, or a key cannot change while the
     *     topology runs
     */
    void rebalance(
            Map<String, Integer> executorCounts, Map<String, Object> confOverrides, Duration limit)
            throws InterruptedException;

    /** Hands new credentials to every {@code ICredentialsListener}, on its executor. */
    void setCredentials(Map<String, String> credentials);

    /**
     * Returns whether the topology is at rest at this moment: no tuple waits, no message is
     * pending, no user code runs. Only meaningful while spouts are deactivated.
     */
    boolean isQuiet();

    /**
     * Returns whether the spouts have ended, as far as they report it: one entry per task of each
     * user spout. Empty unless all tasks are open and the topology is not ending, and for a
     * topology in another process. Queries the spouts on the caller's thread.
     */
    default List<SpoutEnd> spoutEnds() {
        return List.of();
    }

    /** Returns counters, latencies, queues and traffic at this moment. */
    TopologyMetrics metrics();

    /**
     * Returns metrics, error counts and placement together, for pages with many readers. For a
     * topology in another process they may be up to a second old, but are never older than the last
     * command that was given through this object.
     */
    default RecentNumbers recent() {
        return new RecentNumbers(metrics(), errorCounts(), placement(), snapshots());
    }

    /** Returns how the topology's snapshots are; empty if it takes none. */
    default Optional<SnapshotReport> snapshots() {
        return TopologySnapshots.of(plan().id()).map(TopologySnapshots::report);
    }

    /**
     * Takes a snapshot, as soon as the topology is open, and waits until it is whole and sinks have
     * committed it.
     *
     * @param copyTo new or empty folder for a copy; null: none
     * @return the number of the snapshot
     * @throws IllegalStateException if the topology takes no snapshots, if the snapshot could not
     *     be written or copied, or if it was not whole in time; the message says why
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    default long takeSnapshot(@Nullable Path copyTo, Duration limit) throws InterruptedException {
        awaitStarted(limit);
        return TopologySnapshots.takeNow(plan(), copyTo, limit);
    }

    /** Returns where executors should run and why, and how often they have moved. */
    PlacementReport placement();

    /** Returns how the numbers of executors follow the load, and why they were changed. */
    ParallelismReport parallelism();

    /** Returns the errors so far, oldest first; throttled as in Storm (5 per 10 s by default). */
    List<ErrorReport> errors();

    /**
     * Returns the number of reported errors by task. All errors count, including throttled ones.
     */
    Map<Integer, Long> errorCounts();

    /** Switches event logging of a component ("" = all) on or off; Storm's debug action. */
    void setDebug(String componentId, boolean enabled, double samplingPercent);

    /** Returns the control of the topology's tracing, and its traces. */
    Traces traces();
}
