package io.eyewall.engine.adaptation;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.Snapshot;
import java.util.Collection;
import java.util.Map;

/**
 * Load and traffic between two readings: one measurement for the places and for the numbers of
 * executors.
 *
 * @param snapshot load of the cores, and traffic; dedicated executors have no load
 * @param busyShares share of the window in which user code ran, by executor and task: as in the
 *     snapshot, but including dedicated executors, whether they work or wait
 */
record LoadWindow(Snapshot snapshot, Map<ExecutorId, Map<Integer, Double>> busyShares) {

    /** Returns the share of the window in which an executor itself was busy, 0 to 1. */
    double busyShare(ExecutorId executor) {
        return sum(busyShareByTask(executor).values());
    }

    /** Returns by task the share of the window in which an executor was busy. */
    Map<Integer, Double> busyShareByTask(ExecutorId executor) {
        return busyShares.getOrDefault(executor, Map.of());
    }

    static double sum(Collection<Double> shares) {
        return shares.stream().mapToDouble(Double::doubleValue).sum();
    }
}
