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
 * Counts what a task of a topology emits and executes; for {@code topology.auto.task.hooks} in
 * {@code storm.yaml} of supervisors, so that topologies need not know of it. Storm makes one per
 * task. Nothing that goes wrong in here reaches the topology: a hook that fails stops counting.
 */
public final class LoadHook extends BaseTaskHook {
    private static final Logger LOG = LoggerFactory.getLogger(LoadHook.class);

    private @Nullable Registration registration;

    /** Null: nothing is measured. Written before Storm starts the task's thread, or by it. */
    private @Nullable TaskMeter meter;

    /** Called by Storm. */
    public LoadHook() {
        // begins in prepare
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context) {
        try {
            registration = Monitors.add(conf, context);
            meter = registration == null ? null : registration.meter();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            giveUp(e);
        }
    }

    @Override
    public void emit(EmitInfo info) {
        TaskMeter counting = meter;
        if (counting == null) {
            return;
        }
        try {
            counting.onEmit(info.stream, info.values, info.outTasks);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            giveUp(e);
        }
    }

    @Override
    public void boltExecute(BoltExecuteInfo info) {
        TaskMeter counting = meter;
        if (counting == null) {
            return;
        }
        try {
            counting.onExecute();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            giveUp(e);
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
            giveUp(e);
        }
    }

    private void giveUp(Throwable e) {
        meter = null;
        LOG.warn("a task's load is no longer counted", e);
    }
}
