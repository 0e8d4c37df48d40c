package io.eyewall.placement.advice;

import io.eyewall.placement.load.ComponentId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds components that should have more executors, since one is hot alone, or fewer, since they
 * are idle: what Storm-MC leaves as future work. Executors are counted among a component's tasks,
 * which never change. One thread at a time.
 */
final class ParallelismWatch {
    private final Map<ComponentId, Integer> hotWindows = new HashMap<>();
    private final Map<ComponentId, Integer> idleWindows = new HashMap<>();

    List<Advice.ParallelismChange> look(Snapshot window, ParallelismRules rules) {
        Map<ComponentId, List<ExecutorLoad>> byComponent = new LinkedHashMap<>();
        for (ExecutorLoad load : window.executors()) {
            byComponent
                    .computeIfAbsent(load.executor().componentId(), id -> new ArrayList<>())
                    .add(load);
        }
        hotWindows.keySet().retainAll(byComponent.keySet());
        idleWindows.keySet().retainAll(byComponent.keySet());
        List<Advice.ParallelismChange> changes = new ArrayList<>();
        byComponent.forEach(
                (component, loads) -> {
                    Advice.ParallelismChange change = look(component, loads, rules);
                    if (change.to() != change.from()) {
                        changes.add(change);
                        hotWindows.remove(component);
                        idleWindows.remove(component);
                    }
                });
        return changes;
    }

    private Advice.ParallelismChange look(
            ComponentId component, List<ExecutorLoad> loads, ParallelismRules rules) {
        int count = loads.size();
        int tasks = loads.stream().mapToInt(load -> load.executor().taskCount()).sum();
        double total = loads.stream().mapToDouble(ExecutorLoad::cores).sum();
        ExecutorLoad hottest =
                loads.stream().max(Comparator.comparingDouble(ExecutorLoad::cores)).orElseThrow();
        boolean isHot = hottest.cores() >= rules.hot() && hottest.executor().taskCount() > 1;
        boolean isIdle = count > 1 && total / (count - 1) <= rules.idle();
        int hot = hotWindows.merge(component, isHot ? 1 : 0, (old, now) -> isHot ? old + 1 : 0);
        int idle = idleWindows.merge(component, isIdle ? 1 : 0, (old, now) -> isIdle ? old + 1 : 0);
        if (hot >= rules.hotWindows()) {
            int wanted = Math.max(count + 1, (int) Math.ceil(total / rules.target()));
            return new Advice.ParallelismChange(
                    component,
                    count,
                    Math.min(tasks, wanted),
                    String.format(
                            Locale.ROOT,
                            "executor %s uses %.2f cores, hot is %.2f; its component %.2f",
                            hottest.executor(),
                            hottest.cores(),
                            rules.hot(),
                            total));
        }
        if (idle >= rules.idleWindows()) {
            int wanted = Math.max(1, (int) Math.ceil(total / rules.target()));
            return new Advice.ParallelismChange(
                    component,
                    count,
                    Math.min(count - 1, Math.max(wanted, count / 2)),
                    String.format(
                            Locale.ROOT,
                            "its %d executors use %.2f cores together, idle is %.2f each with one"
                                    + " fewer",
                            count,
                            total,
                            rules.idle()));
        }
        return new Advice.ParallelismChange(component, count, count, "as it should be");
    }
}
