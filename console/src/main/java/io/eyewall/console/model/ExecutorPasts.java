package io.eyewall.console.model;

import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.topology.ExecutorPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What executors did between two samples. Counters belong to tasks: when the tasks of a component
 * are spread over other executors they take them along, so what those executors did is known of all
 * of them together only, and each is given the same share of it. For one thread.
 */
final class ExecutorPasts {
    private final double seconds;
    private final Map<ExecutorPlan, ExecutorMetrics> past = new HashMap<>();
    private final Map<String, ExecutorRates> shares = new HashMap<>();

    /**
     * @param seconds between the two
     */
    ExecutorPasts(Sample before, Sample now, double seconds) {
        this.seconds = seconds;
        before.metrics().executors().forEach(e -> past.put(e.executor(), e));
        Map<ExecutorPlan, ExecutorMetrics> gone = new HashMap<>(past);
        Map<String, List<ExecutorMetrics>> fresh = new HashMap<>();
        for (ExecutorMetrics executor : now.metrics().executors()) {
            if (gone.remove(executor.executor()) == null) {
                add(fresh, executor);
            }
        }
        Map<String, List<ExecutorMetrics>> spread = new HashMap<>();
        gone.values().forEach(executor -> add(spread, executor));
        spread.forEach(
                (component, earlier) -> {
                    List<ExecutorMetrics> after = fresh.get(component);
                    if (after != null) {
                        shares.put(component, ExecutorRates.share(after, earlier, seconds));
                    }
                });
    }

    private static void add(Map<String, List<ExecutorMetrics>> to, ExecutorMetrics executor) {
        to.computeIfAbsent(executor.executor().componentId(), id -> new ArrayList<>())
                .add(executor);
    }

    /** Of an executor of the later sample. */
    ExecutorRates rates(ExecutorMetrics executor) {
        ExecutorMetrics before = past.get(executor.executor());
        ExecutorRates share = shares.get(executor.executor().componentId());
        return before == null && share != null
                ? share
                : ExecutorRates.of(executor, before, seconds);
    }
}
