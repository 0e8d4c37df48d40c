package io.eyewall.engine.lifecycle;

import com.codahale.metrics.Gauge;
import io.eyewall.engine.SpoutEnd;
import io.eyewall.engine.SpoutEnd.State;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.spout.SpoutExecutor;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.spout.CheckpointSpout;
import org.apache.storm.testing.CompletableSpout;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether spouts have ended. Calls user code on the caller's thread, so the caller must
 * hold no lock.
 */
final class SpoutEnds {
    private SpoutEnds() {}

    /**
     * Queries all spouts except Storm's checkpoint spout, which is a clock for stateful bolts and
     * never ends.
     *
     * @param executors all executors of a topology; their tasks are open
     */
    static List<SpoutEnd> query(List<Executor> executors, StormMetricRegistry registry) {
        List<SpoutEnd> ends = new ArrayList<>();
        for (Executor executor : executors) {
            String component = executor.component().componentId();
            if (executor instanceof SpoutExecutor
                    && !component.equals(CheckpointSpout.CHECKPOINT_COMPONENT_ID)) {
                executor.tasks().forEach(task -> ends.add(queryTask(component, task, registry)));
            }
        }
        return ends;
    }

    private static SpoutEnd queryTask(String component, Task task, StormMetricRegistry registry) {
        int taskId = task.taskId();
        try {
            Gauge<?> gauge = registry.getTaskGauges(taskId).get(SpoutEnd.GAUGE);
            if (gauge != null) {
                return fromGauge(component, taskId, gauge.getValue());
            }
            if (task.object() instanceof CompletableSpout spout) {
                State state = spout.isExhausted() ? State.EXHAUSTED : State.GOES_ON;
                return new SpoutEnd(component, taskId, state, "");
            }
            String reason = "it has no gauge '" + SpoutEnd.GAUGE + "'";
            return new SpoutEnd(component, taskId, State.UNKNOWN, reason);
        } catch (ConcurrentModificationException e) { // it is registering a gauge; callers retry
            return new SpoutEnd(component, taskId, State.GOES_ON, "");
        } catch (RuntimeException e) {
            return new SpoutEnd(
                    component, taskId, State.UNKNOWN, "the query for its end threw " + e);
        }
    }

    private static SpoutEnd fromGauge(String component, int taskId, @Nullable Object value) {
        double number = value instanceof Number given ? given.doubleValue() : Double.NaN;
        if (number == 0 || number == 1) {
            State state = number == 0 ? State.GOES_ON : State.DRAINED;
            return new SpoutEnd(component, taskId, state, "");
        }
        String reason = "its gauge '%s' is %s, not 0 or 1".formatted(SpoutEnd.GAUGE, value);
        return new SpoutEnd(component, taskId, State.UNKNOWN, reason);
    }
}
