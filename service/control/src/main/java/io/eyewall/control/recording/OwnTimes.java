package io.eyewall.control.recording;

import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.model.calibration.Recording;
import io.eyewall.topology.ExecutorPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes the own times of executors in a window. The measured time of user code on a core
 * includes the components on the same core that are called directly, in proportion to the tuples
 * that each was sent. The measured time on a dedicated executor's thread includes no other
 * component, but includes waiting. For one thread.
 */
final class OwnTimes {
    private final List<Executor> executors = new ArrayList<>();
    private final Map<Integer, Integer> indexByTask = new HashMap<>();

    /** The measurements of one executor. */
    private record Executor(
            ExecutorMetrics now,
            boolean isSpout,
            long tuples,
            double usefulNs,
            double squaresNs2,
            double threadNs) {
        double meanNs() {
            return tuples == 0 ? 0 : usefulNs / tuples;
        }

        double meanSquareNs2() {
            return tuples == 0 ? 0 : squaresNs2 / tuples;
        }
    }

    /**
     * Adds an executor.
     *
     * @param tuples number of tuples that a bolt executed or a spout emitted in the window
     */
    void add(ExecutorMetrics before, ExecutorMetrics now, long tuples, boolean isSpout) {
        for (int task = now.executor().firstTask(); task <= now.executor().lastTask(); task++) {
            indexByTask.put(task, executors.size());
        }
        executors.add(
                new Executor(
                        now,
                        isSpout,
                        tuples,
                        Math.max(0, now.usefulNs() - before.usefulNs()),
                        Math.max(0, now.usefulSquaresNs2() - before.usefulSquaresNs2()),
                        now.threadNs() < 0 || before.threadNs() < 0
                                ? -1
                                : now.threadNs() - before.threadNs()));
    }

    /** Returns the own times of all executors, in the order in which they were added. */
    List<Recording.Executor> compute(List<Recording.Flow> flows) {
        double[] ownNs = new double[executors.size()];
        double[] varianceNs2 = new double[executors.size()];
        for (int index = 0; index < ownNs.length; index++) {
            Executor executor = executors.get(index);
            ownNs[index] = executor.usefulNs();
            varianceNs2[index] = executor.meanSquareNs2() - executor.meanNs() * executor.meanNs();
        }
        for (Recording.Flow flow : flows) {
            Integer from = indexByTask.get(flow.fromTask());
            Integer to = indexByTask.get(flow.toTask());
            if (from != null && to != null && isDirectCall(from, to)) {
                Executor called = executors.get(to);
                double share = Math.min(1, (double) flow.tuples() / called.tuples());
                ownNs[from] -= called.usefulNs() * share;
                double callsPerTuple =
                        (double) flow.tuples() / Math.max(1, executors.get(from).tuples());
                varianceNs2[from] -= nestedVariance(called, callsPerTuple);
            }
        }
        List<Recording.Executor> computed = new ArrayList<>();
        for (int index = 0; index < ownNs.length; index++) {
            computed.add(toRecording(executors.get(index), ownNs[index], varianceNs2[index]));
        }
        return computed;
    }

    /** Returns whether one executor calls the other directly, inside its measured time. */
    private boolean isDirectCall(int from, int to) {
        ExecutorMetrics caller = executors.get(from).now();
        ExecutorMetrics called = executors.get(to).now();
        return from != to
                && caller.core() == called.core()
                && !caller.dedicated()
                && !called.dedicated()
                && executors.get(to).tuples() > 0;
    }

    /**
     * Returns the share of another executor's calls in the variance. With less than one call per
     * tuple, whether there is a call is a Bernoulli variable; otherwise the number of calls is
     * taken as constant.
     */
    private static double nestedVariance(Executor called, double callsPerTuple) {
        double mean = called.meanNs();
        double varianceNs2 = Math.max(0, called.meanSquareNs2() - mean * mean);
        return callsPerTuple >= 1
                ? callsPerTuple * varianceNs2
                : callsPerTuple * called.meanSquareNs2()
                        - callsPerTuple * callsPerTuple * mean * mean;
    }

    private static Recording.Executor toRecording(
            Executor executor, double ownNs, double varianceNs2) {
        ExecutorPlan id = executor.now().executor();
        boolean isDedicated = executor.now().dedicated();
        return new Recording.Executor(
                id.componentId(),
                id.firstTask(),
                id.lastTask(),
                executor.now().core(),
                executor.tuples(),
                isDedicated ? 0 : Math.max(0, ownNs),
                varianceNs2 * executor.tuples(),
                isDedicated ? threadNs(executor) : 0,
                isDedicated ? executor.threadNs() : 0);
    }

    /**
     * Returns the own time on a dedicated thread. A spout waits for its source, so that only its
     * processor time counts.
     */
    private static double threadNs(Executor executor) {
        return executor.isSpout() ? Math.max(0, executor.threadNs()) : executor.usefulNs();
    }
}
