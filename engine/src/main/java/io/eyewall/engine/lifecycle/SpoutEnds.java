package io.eyewall.engine.lifecycle;

import com.codahale.metrics.Gauge;
import io.eyewall.engine.SpoutEnd;
import io.eyewall.engine.SpoutEnd.State;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.SpoutExecutor;
import io.eyewall.engine.executor.Task;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.spout.CheckpointSpout;
import org.apache.storm.testing.CompletableSpout;
import org.jspecify.annotations.Nullable;

/** Asks spouts whether they have ended. User code, on the caller's thread: hold no lock. */
final class SpoutEnds {
    private SpoutEnds() {}

    /**
     * Of all spouts but Storm's own, which beats time for stateful bolts and never ends.
     *
     * @param executors all of them, opened
     */
    static List<SpoutEnd> of(List<Executor> executors, StormMetricRegistry registry) {
        List<SpoutEnd> ends = new ArrayList<>();
        for (Executor executor : executors) {
            String component = executor.component().componentId();
            if (executor instanceof SpoutExecutor
                    && !component.equals(CheckpointSpout.CHECKPOINT_COMPONENT_ID)) {
                executor.tasks().forEach(task -> ends.add(end(component, task, registry)));
            }
        }
        return ends;
    }

    private static SpoutEnd end(String component, Task task, StormMetricRegistry registry) {
        State state;
        String reason = "";
        try {
            Gauge<?> gauge = gauge(registry, task.taskId());
            if (gauge != null) {
                Object value = gauge.getValue();
                state = state(value);
                reason =
                        state == State.UNKNOWN
                                ? "its gauge '%s' is %s, not 0 or 1"
                                        .formatted(SpoutEnd.GAUGE, value)
                                : "";
            } else if (task.object() instanceof CompletableSpout spout) {
                state = spout.isExhausted() ? State.EXHAUSTED : State.GOES_ON;
            } else {
                state = State.UNKNOWN;
                reason = "it has no gauge '" + SpoutEnd.GAUGE + "'";
            }
        } catch (ConcurrentModificationException e) { // it registers another one: next time
            state = State.GOES_ON;
        } catch (RuntimeException e) {
            state = State.UNKNOWN;
            reason = "asked for its end it threw " + e;
        }
        return new SpoutEnd(component, task.taskId(), state, reason);
    }

    private static @Nullable Gauge<?> gauge(StormMetricRegistry registry, int taskId) {
        return registry.getTaskGauges(taskId).get(SpoutEnd.GAUGE);
    }

    private static State state(@Nullable Object value) {
        if (value instanceof Number number && number.doubleValue() == 0) {
            return State.GOES_ON;
        }
        return value instanceof Number number && number.doubleValue() == 1
                ? State.DRAINED
                : State.UNKNOWN;
    }
}
