package io.eyewall.engine.executor;

import io.eyewall.engine.routing.Route;
import io.eyewall.engine.routing.Router;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.Constants;
import org.apache.storm.metric.api.IMetric;

/**
 * The tasks of one executor, and the data that their contexts share. Changed only before the
 * executor runs and while all cores stand still; otherwise for the thread that runs the tasks.
 */
public final class TaskGroup {
    private final List<Task> tasks = new ArrayList<>();

    /** Metrics of Storm's first metrics API, by interval in seconds, task and name. */
    private final Map<Integer, Map<Integer, Map<String, IMetric>>> registeredMetrics =
            new HashMap<>();

    private final Map<String, Object> sharedData = new HashMap<>();
    private final AtomicBoolean allTasksOpen = new AtomicBoolean();

    TaskGroup() {}

    List<Task> tasks() {
        return tasks;
    }

    /** Returns the metrics that tasks have registered. The tasks' contexts fill the map. */
    public Map<Integer, Map<Integer, Map<String, IMetric>>> registeredMetrics() {
        return registeredMetrics;
    }

    /** Returns the executor data that tasks share. The tasks' contexts fill the map. */
    public Map<String, Object> sharedData() {
        return sharedData;
    }

    /**
     * Returns a flag that is set once all tasks are open, after which metrics can't be registered
     * any more.
     */
    public AtomicBoolean allTasksOpen() {
        return allTasksOpen;
    }

    /** Returns whether several tasks share data, so that they must stay together. */
    public boolean sharesData() {
        return tasks.size() > 1
                && tasks.stream().anyMatch(task -> !task.context().sharedData().isEmpty());
    }

    /**
     * Returns the number of tuples that these tasks have sent to tasks so far; the value may be
     * slightly stale. Any thread.
     */
    public long sentTuples() {
        long sent = 0;
        for (Task task : tasks) {
            for (Router router : task.routersInUse()) {
                for (Route route : router.routes()) {
                    sent += route.transferred();
                }
            }
        }
        return sent;
    }

    /**
     * Returns the number of tuples executed so far that were sent by tasks, that is, without ticks;
     * the value may be slightly stale.
     */
    public long executedTuples() {
        long executed = 0;
        for (Task task : tasks) {
            for (InputStats input : task.inputs()) {
                if (!input.streamId().equals(Constants.SYSTEM_TICK_STREAM_ID)) {
                    executed += input.executed();
                }
            }
        }
        return executed;
    }

    /**
     * Takes over a task's metrics from its former group, and gives the task this group's shared
     * data. Does not add it to {@link #tasks}.
     */
    void takeOverDataOf(Task task, TaskGroup from) {
        from.registeredMetrics.forEach(
                (interval, byTask) -> {
                    Map<String, IMetric> metrics = byTask.get(task.taskId());
                    if (metrics != null) {
                        registeredMetrics
                                .computeIfAbsent(interval, i -> new HashMap<>())
                                .put(task.taskId(), metrics);
                    }
                });
        task.context().moveTo(sharedData);
    }
}
