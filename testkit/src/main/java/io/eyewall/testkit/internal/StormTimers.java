package io.eyewall.testkit.internal;

import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import org.apache.storm.spout.CheckpointSpout;
import org.apache.storm.topology.StatefulBoltExecutor;
import org.apache.storm.topology.WindowedBoltExecutor;

/** Finds what of an executor's tasks asks the machine's clock, and gives it the engine's. */
public final class StormTimers {
    private static final PrivateField<Object> STATEFUL_BOLT =
            PrivateField.of(StatefulBoltExecutor.class, "bolt", Object.class);

    private StormTimers() {}

    /**
     * Called when the tasks of an executor have been opened and before they get any tuple, on the
     * thread that drives the executor's core.
     */
    public static void followEngine(Executor executor) {
        for (Task task : executor.tasks()) {
            Object object = task.object();
            if (object instanceof StatefulBoltExecutor<?> stateful) {
                object = STATEFUL_BOLT.get(stateful);
            }
            EngineScheduler scheduler = new EngineScheduler(executor, task);
            if (object instanceof WindowedBoltExecutor windowed) {
                VirtualWindows.takeOver(windowed, scheduler);
            } else if (object instanceof CheckpointSpout spout) {
                VirtualCheckpoints.takeOver(spout, scheduler);
            }
        }
    }
}
