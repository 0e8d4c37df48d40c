package io.eyewall.engine.lifecycle;

import io.eyewall.engine.executor.Executor;
import io.eyewall.topology.ComponentPlan;
import java.util.List;

/** Gives new executors their cores. */
interface CoreChooser {
    /** Places executors of one component, in the order of their tasks. */
    void place(ComponentPlan component, List<? extends Executor> executors);
}
