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

/** Storm's context of a task; tells whether anybody watches the task. */
public class TaskContext extends TopologyContext {
    private final SlowPathReasons slowPathReasons = new SlowPathReasons();
    private boolean hooked;
    private Map<String, Object> sharedData;

    /** As Storm's {@link TopologyContext#TopologyContext the superclass's}. */
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
     * What the task shares with others of the executor that prepared it: objects that are not made
     * for several threads, so that these tasks must stay together. Not to be changed.
     */
    public Map<String, Object> sharedData() {
        return sharedData;
    }

    /**
     * Another executor runs the task: if nothing is shared so far, from now on with its tasks.
     * While all cores stand still.
     */
    void moveTo(Map<String, Object> nextSharedData) {
        if (sharedData.isEmpty()) {
            sharedData = nextSharedData;
        }
    }

    // ---- who looks on -----------------------------------------------------------------------

    @Override
    public void addTaskHook(ITaskHook hook) {
        super.addTaskHook(hook);
        hooked = true;
        watch();
    }

    /** Whether the task has hooks. */
    final boolean isHooked() {
        return hooked;
    }

    /** Somebody wants to see each of the task's tuples. */
    final void watch() {
        slowPathReasons.watch();
    }

    /** Why the task's emits don't go the short way. */
    final SlowPathReasons slowPathReasons() {
        return slowPathReasons;
    }
}
