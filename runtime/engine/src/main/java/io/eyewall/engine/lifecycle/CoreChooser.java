package io.eyewall.engine.lifecycle;

import io.eyewall.engine.executor.Executor;
import io.eyewall.topology.ComponentPlan;
import java.util.List;

/** Assigns new executors to cores. */
interface CoreChooser {
    /** Places the executors of one component, which are listed in the order of their tasks. */
    void place(ComponentPlan component, List<? extends Executor> executors);
}
