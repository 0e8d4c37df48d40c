package io.eyewall.engine.adaptation;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.Snapshot;
import java.util.Collection;
import java.util.Map;

/**
 * What was measured between two readings: one measurement for where executors run and for how many
 * there are.
 *
 * @param snapshot the load of cores, and traffic; user code with threads of its own weighs nothing
 * @param busyByTask in which share of the window the user code of each executor's tasks ran, by
 *     task: as in the snapshot, but with threads of their own counted, whether they work or wait
 */
record LoadWindow(Snapshot snapshot, Map<ExecutorId, Map<Integer, Double>> busyByTask) {

    /** In which share of the window an executor was busy itself, 0 to 1. */
    double busy(ExecutorId executor) {
        return sum(tasks(executor).values());
    }

    /** The same by task. */
    Map<Integer, Double> tasks(ExecutorId executor) {
        return busyByTask.getOrDefault(executor, Map.of());
    }

    static double sum(Collection<Double> shares) {
        return shares.stream().mapToDouble(Double::doubleValue).sum();
    }
}
