package io.eyewall.testkit.internal;

import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import org.apache.storm.spout.CheckpointSpout;
import org.apache.storm.topology.StatefulBoltExecutor;
import org.apache.storm.topology.WindowedBoltExecutor;

/**
 * Finds the parts of an executor's tasks that read the machine's clock, and makes them follow the
 * engine's.
 */
public final class StormTimers {
    private static final PrivateField<Object> STATEFUL_BOLT =
            PrivateField.find(StatefulBoltExecutor.class, "bolt", Object.class);

    private StormTimers() {}

    /**
     * Makes an executor's tasks follow the engine's clock. Called when the tasks have been opened
     * and before they receive any tuple, on the thread that drives the executor's core.
     */
    public static void followEngine(Executor executor) {
        for (Task task : executor.tasks()) {
            Object object = task.object();
            if (object instanceof StatefulBoltExecutor<?> stateful) {
                object = STATEFUL_BOLT.get(stateful);
            }
            EngineScheduler scheduler = new EngineScheduler(executor, task);
            if (object instanceof WindowedBoltExecutor windowed) {
                VirtualWindows.followClock(windowed, scheduler);
            } else if (object instanceof CheckpointSpout spout) {
                VirtualCheckpoints.followClock(spout, scheduler);
            }
        }
    }
}
