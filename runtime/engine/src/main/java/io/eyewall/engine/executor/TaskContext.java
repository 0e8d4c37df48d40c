package io.eyewall.engine.executor;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.hooks.ITaskHook;
import org.apache.storm.metric.api.IMetric;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.Nullable;

/** Storm's context of a task. It also holds the reasons for which emits take the slow path. */
public class TaskContext extends TopologyContext {
    private final SlowPathReasons slowPathReasons = new SlowPathReasons();
    private boolean hooked;
    private Map<String, Object> sharedData;

    /**
     * The parameters are those of Storm's {@link TopologyContext#TopologyContext superclass
     * constructor}.
     */
    public TaskContext(
            StormTopology topology,
            Map<String, Object> topoConf,
            Map<Integer, String> taskToComponent,
            Map<String, List<Integer>> componentToSortedTasks,
            Map<String, Map<String, Fields>> componentToStreamToFields,
            Map<String, Long> blobToLastKnownVersion,
            String stormId,
            String codeDir,
            String pidDir,
            Integer taskId,
            Integer workerPort,
            List<Integer> workerTasks,
            Map<String, Object> defaultResources,
            Map<String, Object> userResources,
            Map<String, Object> executorData,
            Map<Integer, Map<Integer, Map<String, IMetric>>> registeredMetrics,
            AtomicBoolean openOrPrepareWasCalled,
            StormMetricRegistry metricRegistry) {
        super(
                topology,
                topoConf,
                taskToComponent,
                componentToSortedTasks,
                componentToStreamToFields,
                blobToLastKnownVersion,
                stormId,
                codeDir,
                pidDir,
                taskId,
                workerPort,
                workerTasks,
                defaultResources,
                userResources,
                executorData,
                registeredMetrics,
                openOrPrepareWasCalled,
                metricRegistry);
        this.sharedData = executorData;
    }

    // ---- executor data ----------------------------------------------------------------------

    @Override
    public void setExecutorData(String name, Object data) {
        sharedData.put(name, data);
    }

    @Override
    public @Nullable Object getExecutorData(String name) {
        return sharedData.get(name);
    }

    /**
     * Returns the executor data that the task shares with the tasks that were prepared in the same
     * executor. The objects in it need not be thread-safe, so these tasks must stay together. The
     * caller must not change the map.
     */
    public Map<String, Object> sharedData() {
        return sharedData;
    }

    /**
     * Called when the task has moved to another executor: if it shares no data so far, it shares
     * data with that executor's tasks from now on. While all cores stand still.
     */
    void moveTo(Map<String, Object> nextSharedData) {
        if (sharedData.isEmpty()) {
            sharedData = nextSharedData;
        }
    }

    // ---- observers --------------------------------------------------------------------------

    @Override
    public void addTaskHook(ITaskHook hook) {
        super.addTaskHook(hook);
        hooked = true;
        setObserved();
    }

    /** Returns whether the task has hooks. */
    public final boolean isHooked() {
        return hooked;
    }

    /** Records that an observer needs each of the task's tuples. */
    public final void setObserved() {
        slowPathReasons.setObserved();
    }

    /** Returns the reasons for which the task's emits take the slow path. */
    public final SlowPathReasons slowPathReasons() {
        return slowPathReasons;
    }
}
