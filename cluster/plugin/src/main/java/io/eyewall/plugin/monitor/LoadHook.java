package io.eyewall.plugin.monitor;

import io.eyewall.plugin.monitor.Monitors.Registration;
import java.util.Map;
import org.apache.storm.hooks.BaseTaskHook;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.hooks.info.EmitInfo;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the tuples that a task emits and executes. Configured by {@code topology.auto.task.hooks}
 * in the supervisors' {@code storm.yaml}, so that topologies need no change. Storm creates one hook
 * per task. Its failures never reach the topology: a hook that fails stops counting.
 */
public final class LoadHook extends BaseTaskHook {
    private static final Logger LOG = LoggerFactory.getLogger(LoadHook.class);

    private @Nullable Registration registration;

    /**
     * Null if nothing is measured. Written before Storm starts the task's thread, or by that
     * thread.
     */
    private @Nullable TaskMeter meter;

    /** Called by Storm. */
    public LoadHook() {
        // Storm calls prepare, which does the work
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context) {
        try {
            registration = Monitors.addTask(conf, context);
            meter = registration == null ? null : registration.meter();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            stopCounting(e);
        }
    }

    @Override
    public void emit(EmitInfo info) {
        TaskMeter current = meter;
        if (current == null) {
            return;
        }
        try {
            current.onEmit(info.stream, info.values, info.outTasks);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            stopCounting(e);
        }
    }

    @Override
    public void boltExecute(BoltExecuteInfo info) {
        TaskMeter current = meter;
        if (current == null) {
            return;
        }
        try {
            current.onExecute();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            stopCounting(e);
        }
    }

    @Override
    public void cleanup() {
        try {
            meter = null;
            if (registration != null) {
                registration.close();
            }
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            stopCounting(e);
        }
    }

    private void stopCounting(Throwable e) {
        meter = null;
        LOG.warn("the load of a task is no longer counted, because its hook failed", e);
    }
}
