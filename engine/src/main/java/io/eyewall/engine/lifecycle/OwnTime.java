package io.eyewall.engine.lifecycle;

import io.eyewall.engine.executor.InputStats;
import io.eyewall.engine.executor.Task;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The time that bolts spend in {@code execute} themselves. What a bolt calls directly runs inside
 * its emit and so inside its {@code execute}; only without it can be seen which bolt is the hot
 * one. Estimated from the tuples that are timed anyway.
 */
final class OwnTime {
    private OwnTime() {}

    /** Nanoseconds since the start by component, for those that execute tuples. */
    static Map<String, Double> byComponentNs(Stream<Task> tasks) {
        Map<String, Double> inExecuteNs = new HashMap<>();
        Map<String, Double> inCalledNs = new HashMap<>();
        tasks.forEach(
                task -> {
                    String componentId = task.context().getThisComponentId();
                    for (InputStats input : task.inputs()) {
                        inExecuteNs.merge(componentId, input.estimatedExecuteNs(), Double::sum);
                        inCalledNs.merge(
                                input.componentId(), input.estimatedNestedNs(), Double::sum);
                    }
                });
        inExecuteNs.replaceAll(
                (id, ns) -> Math.max(0, ns - inCalledNs.getOrDefault(id, 0.0))); // estimates
        return inExecuteNs;
    }
}
