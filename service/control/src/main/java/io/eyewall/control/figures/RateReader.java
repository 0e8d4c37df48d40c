package io.eyewall.control.figures;

import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.topology.ExecutorPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rates of executors between two samples. Counters belong to tasks. When a rebalance
 * distributes a component's tasks over other executors, the counters move with the tasks, so the
 * work of the affected executors is known only as a sum, and each gets an equal share of it. For
 * one thread.
 */
final class RateReader {
    private final double seconds;
    private final Map<ExecutorPlan, ExecutorMetrics> past = new HashMap<>();
    private final Map<String, ExecutorRates> sharedRates = new HashMap<>();

    /**
     * @param before the executors of the earlier sample; empty for rates since the start
     * @param now the executors of the later sample
     * @param seconds the time between the two samples
     */
    RateReader(List<ExecutorMetrics> before, List<ExecutorMetrics> now, double seconds) {
        this.seconds = seconds;
        before.forEach(e -> past.put(e.executor(), e));
        Map<ExecutorPlan, ExecutorMetrics> departed = new HashMap<>(past);
        Map<String, List<ExecutorMetrics>> arrived = new HashMap<>();
        for (ExecutorMetrics executor : now) {
            if (departed.remove(executor.executor()) == null) {
                add(arrived, executor);
            }
        }
        Map<String, List<ExecutorMetrics>> departedByComponent = new HashMap<>();
        departed.values().forEach(executor -> add(departedByComponent, executor));
        departedByComponent.forEach(
                (component, earlier) -> {
                    List<ExecutorMetrics> after = arrived.get(component);
                    if (after != null) {
                        sharedRates.put(component, ExecutorRates.share(after, earlier, seconds));
                    }
                });
    }

    private static void add(Map<String, List<ExecutorMetrics>> to, ExecutorMetrics executor) {
        to.computeIfAbsent(executor.executor().componentId(), id -> new ArrayList<>())
                .add(executor);
    }

    /** Returns the rates of an executor of the later sample. */
    ExecutorRates rates(ExecutorMetrics executor) {
        ExecutorMetrics before = past.get(executor.executor());
        ExecutorRates share = sharedRates.get(executor.executor().componentId());
        return before == null && share != null
                ? share
                : ExecutorRates.of(executor, before, seconds);
    }
}
