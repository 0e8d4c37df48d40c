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
    private final Map<Integer, Integer> numbers = new HashMap<>();

    /** The measurements of one executor. */
    private record Executor(
            ExecutorMetrics now,
            boolean spout,
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
    void add(ExecutorMetrics before, ExecutorMetrics now, long tuples, boolean spout) {
        for (int t = now.executor().firstTask(); t <= now.executor().lastTask(); t++) {
            numbers.put(t, executors.size());
        }
        executors.add(
                new Executor(
                        now,
                        spout,
                        tuples,
                        Math.max(0, now.usefulNs() - before.usefulNs()),
                        Math.max(0, now.usefulSquaresNs2() - before.usefulSquaresNs2()),
                        now.threadNs() < 0 || before.threadNs() < 0
                                ? -1
                                : now.threadNs() - before.threadNs()));
    }

    /** Returns the own times of all executors, in the order in which they were added. */
    List<Recording.Executor> find(List<Recording.Flow> flows) {
        double[] own = new double[executors.size()];
        double[] variance = new double[executors.size()];
        for (int e = 0; e < own.length; e++) {
            Executor one = executors.get(e);
            own[e] = one.usefulNs();
            variance[e] = one.meanSquareNs2() - one.meanNs() * one.meanNs();
        }
        for (Recording.Flow flow : flows) {
            Integer from = numbers.get(flow.fromTask());
            Integer to = numbers.get(flow.toTask());
            if (from != null && to != null && isCall(from, to)) {
                Executor called = executors.get(to);
                double part = Math.min(1, (double) flow.tuples() / called.tuples());
                own[from] -= called.usefulNs() * part;
                double each = (double) flow.tuples() / Math.max(1, executors.get(from).tuples());
                variance[from] -= nestedVariance(called, each);
            }
        }
        List<Recording.Executor> found = new ArrayList<>();
        for (int e = 0; e < own.length; e++) {
            found.add(recorded(executors.get(e), own[e], variance[e]));
        }
        return found;
    }

    /** Returns whether one executor calls the other directly, inside its measured time. */
    private boolean isCall(int from, int to) {
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
    private static double nestedVariance(Executor called, double each) {
        double mean = called.meanNs();
        double variance = Math.max(0, called.meanSquareNs2() - mean * mean);
        return each >= 1
                ? each * variance
                : each * called.meanSquareNs2() - each * each * mean * mean;
    }

    private static Recording.Executor recorded(Executor one, double ownNs, double varianceNs2) {
        ExecutorPlan id = one.now().executor();
        boolean thread = one.now().dedicated();
        return new Recording.Executor(
                id.componentId(),
                id.firstTask(),
                id.lastTask(),
                one.now().core(),
                one.tuples(),
                thread ? 0 : Math.max(0, ownNs),
                varianceNs2 * one.tuples(),
                thread ? threadNs(one) : 0,
                thread ? one.threadNs() : 0);
    }

    /**
     * Returns the own time on a dedicated thread. A spout waits for its source, so that only its
     * processor time counts.
     */
    private static double threadNs(Executor one) {
        return one.spout() ? Math.max(0, one.threadNs()) : one.usefulNs();
    }
}
