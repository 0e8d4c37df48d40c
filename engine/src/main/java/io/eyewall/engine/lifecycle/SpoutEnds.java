package io.eyewall.engine.lifecycle;

import io.eyewall.engine.SpoutEnd;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import io.eyewall.topology.ComponentPlan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks the tasks of spouts whether they have come to their end. Any thread. */
final class SpoutEnds {
    private SpoutEnds() {}

    /** In the order of tasks; those of the user's spouts. */
    static List<SpoutEnd> of(List<Executor> executors) {
        List<SpoutEnd> ends = new ArrayList<>();
        for (Executor executor : executors) {
            ComponentPlan component = executor.component();
            if (component.kind() == ComponentPlan.Kind.SPOUT && component.isUser()) {
                for (Task task : executor.tasks()) {
                    SpoutEnd.State state = state(task.gauge(SpoutEnd.GAUGE));
                    ends.add(new SpoutEnd(component.componentId(), task.taskId(), state));
                }
            }
        }
        return ends;
    }

    private static SpoutEnd.State state(@Nullable Object gauge) {
        if (gauge instanceof Number number) {
            return number.doubleValue() > 0 ? SpoutEnd.State.ENDED : SpoutEnd.State.GOING_ON;
        }
        return SpoutEnd.State.UNKNOWN;
    }
}
