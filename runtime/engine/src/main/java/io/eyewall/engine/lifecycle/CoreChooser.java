package io.eyewall.engine.lifecycle;

import io.eyewall.engine.executor.Executor;
import io.eyewall.topology.ComponentPlan;
import java.util.List;

/** Assigns new executors to cores. */
interface CoreChooser {
    /** Assigns the executors of one component, in the order of their tasks, to cores. */
    void assignCores(ComponentPlan component, List<? extends Executor> executors);
}
