package io.eyewall.control.figures;

import io.eyewall.control.ServedTopology;
import io.eyewall.control.health.Crashes;
import io.eyewall.control.health.Health;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.topology.TopologyPlan;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The state and counters of a topology at one moment.
 *
 * @param atNs the time by {@link System#nanoTime} of this process
 * @param timeMs the time in milliseconds since 1970
 * @param plan the plan that runs
 * @param status the topology's status
 * @param uptimeSecs seconds since its submission
 * @param metrics the topology's counters
 * @param errors the number of errors reported so far, by task
 * @param crashes the crashes of its worker processes
 * @param health its health as its server derives it; null if it has no server
 */
public record TopologySample(
        long atNs,
        long timeMs,
        TopologyPlan plan,
        TopologyStatus status,
        int uptimeSecs,
        TopologyMetrics metrics,
        Map<Integer, Long> errors,
        Crashes crashes,
        @Nullable Health health) {
    /** Stands for the component of a task that the plan lacks. */
    private static final String UNKNOWN_TASK = "*";

    /** Reads a topology; throws what its methods throw. */
    public static TopologySample of(RunningTopology topology) {
        TopologyStatus status = topology.status();
        return of(topology, status, topology.errorCounts());
    }

    /**
     * Reads a topology; throws what its methods throw.
     *
     * @param status the topology's status, read just before
     * @param errors the number of errors by task, which need not be as new as the rest
     */
    public static TopologySample of(
            RunningTopology topology, TopologyStatus status, Map<Integer, Long> errors) {
        TopologyMetrics metrics = topology.metrics();
        long atNs = System.nanoTime();
        return new TopologySample(
                atNs,
                System.currentTimeMillis(),
                topology.plan(),
                status,
                topology.uptimeSecs(),
                metrics,
                errors,
                topology instanceof ServedTopology served ? served.crashes() : Crashes.NONE,
                ServedTopology.healthOf(topology).orElse(null));
    }

    /** Returns the number of errors reported so far, by component. */
    public Map<String, Long> errorsByComponent() {
        return errorsByComponent(plan, errors);
    }

    /**
     * Returns numbers of errors by component; those of tasks that the plan lacks are counted for
     * {@code *}.
     *
     * @param errors the numbers by task
     */
    public static Map<String, Long> errorsByComponent(
            TopologyPlan plan, Map<Integer, Long> errors) {
        return errors.entrySet().stream()
                .collect(
                        Collectors.groupingBy(
                                counted ->
                                        plan.taskToComponent()
                                                .getOrDefault(counted.getKey(), UNKNOWN_TASK),
                                Collectors.summingLong(Map.Entry::getValue)));
    }

    /** Returns how long the oldest executor has been open, in seconds; 0 if there is none. */
    int openSecs() {
        return metrics.executors().stream().mapToInt(ExecutorMetrics::uptimeSecs).max().orElse(0);
    }
}
