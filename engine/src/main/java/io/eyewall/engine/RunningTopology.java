package io.eyewall.engine;

import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.RecentNumbers;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.engine.trace.Traces;
import io.eyewall.topology.TopologyPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A topology that the engine runs. All methods may be called from any thread. */
public interface RunningTopology {
    /**
     * How long its tasks may take to be closed and cleaned up; those that take longer are left
     * alone, so that it ends.
     */
    Duration LONGEST_END = Duration.ofSeconds(30);

    /** What is being run. */
    TopologyPlan plan();

    /** Where it is in its life. */
    TopologyStatus status();

    /** Why it failed; empty unless {@link TopologyStatus#FAILED}. */
    Optional<TopologyFailure> failure();

    /** Seconds since its submission, by the engine's clock. */
    int uptimeSecs();

    /** Seconds since 1970 of its submission. */
    int launchTimeSecs();

    /** Lets spouts emit, opening the tasks first if they are not yet. Does not wait. */
    void activate();

    /** Stops spouts from emitting; what is under way goes on. Does not wait. */
    void deactivate();

    /**
     * Deactivates, waits, then closes and cleans up everything. Does not wait for that: see {@link
     * #await}. A second call may shorten the wait.
     *
     * @param wait how long tuples under way may still be processed
     */
    void kill(Duration wait);

    /**
     * Waits until the topology is over.
     *
     * @return whether it is over; false when the time ran out first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    boolean await(Duration limit) throws InterruptedException;

    /**
     * Waits until every task has been opened or prepared, or the topology is over.
     *
     * @return whether that is so; false when the time ran out first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    boolean awaitStarted(Duration limit) throws InterruptedException;

    /**
     * The calls of {@code open} and {@code prepare} that are under way, the longest first. Spouts
     * emit only after the last of all.
     */
    List<TaskOpening> openings();

    /**
     * Changes how many executors components have, while the topology runs: their tasks are spread
     * over new executors, and go on with their state, the tuples that wait for them and the
     * messages that are pending. Nothing is lost, reordered or called twice. Returns when it is
     * done; while the topology is opening, at once: it is done when that is over. Not to be called
     * by spouts, bolts or what they call.
     *
     * @param executorCounts executors by component; as in Storm no more than tasks have an effect;
     *     components that are not named stay as they are
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
     * As the method above, and changes the configuration of the executors. Tasks keep the
     * configuration that they were opened or prepared with.
     *
     * @param confOverrides keys that executors alone read, as for the whole topology; what a
     *     component sets for itself stays
     * @throws IllegalArgumentException also if a value is wrong, or a key can't change while the
     *     topology runs
     */
    void rebalance(
            Map<String, Integer> executorCounts, Map<String, Object> confOverrides, Duration limit)
            throws InterruptedException;

    /** Hands new credentials to every {@code ICredentialsListener}, on its executor. */
    void setCredentials(Map<String, String> credentials);

    /**
     * Whether nothing is under way at this moment: no tuple waits, no message is pending, no user
     * code runs. Only meaningful while spouts are deactivated.
     */
    boolean isQuiet();

    /**
     * Whether its spouts have come to their ends, as far as they say so: one for each task of each
     * spout of the user. Empty unless all tasks are open and it is not ending, and of a topology
     * that another process runs. Asks the spouts, on the caller's thread.
     */
    default List<SpoutEnd> spoutEnds() {
        return List.of();
    }

    /** Counters, latencies, queues and traffic at this moment. */
    TopologyMetrics metrics();

    /**
     * The same and more for pages that many read: of a topology that another process runs it may be
     * as old as a second, but not older than the last order that was given through this object.
     */
    default RecentNumbers recent() {
        return new RecentNumbers(metrics(), errorCounts(), placement());
    }

    /** Where its executors should run, and why; how often they have moved. */
    PlacementReport placement();

    /** How the numbers of its executors follow the load, and why they were changed. */
    ParallelismReport parallelism();

    /** Errors reported so far, oldest first; throttled as Storm does (5 per 10 s by default). */
    List<ErrorReport> errors();

    /** How many errors tasks have reported so far, by task; all are counted, none is throttled. */
    Map<Integer, Long> errorCounts();

    /** Switches event logging of a component ("" = all) on or off; Storm's debug action. */
    void setDebug(String componentId, boolean enabled, double samplingPercent);

    /** What is traced of it, and how that can be changed. */
    Traces traces();
}
