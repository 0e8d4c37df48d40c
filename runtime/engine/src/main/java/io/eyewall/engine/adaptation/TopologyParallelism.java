package io.eyewall.engine.adaptation;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.topology.ExecutorPlan;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The automatic parallelism of one topology: decides for its components how many executors they
 * should have, makes the changes, reports them, and can undo them. Used by the monitor's thread.
 */
final class TopologyParallelism {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyParallelism.class);

    /** Maximum time for which a change waits until user code returns. */
    private static final Duration CHANGE_LIMIT = Duration.ofMillis(500);

    /** Maximum number of changes in a report: the latest. */
    private static final int MAX_CHANGES = 20;

    private final TopologyRuntime topology;
    private final Map<String, Adapted> components = new TreeMap<>();
    private final Map<String, ParallelismReport.Component> states = new TreeMap<>();
    private final Deque<ParallelismReport.Change> changes = new ArrayDeque<>();

    /**
     * A component whose number of executors follows its load.
     *
     * @param minExecutors the number before the first change
     * @param executors the number after the last change
     */
    private record Adapted(ParallelismTuner tuner, int minExecutors, int executors) {}

    TopologyParallelism(TopologyRuntime topology) {
        this.topology = topology;
    }

    TopologyRuntime topology() {
        return topology;
    }

    /**
     * Returns how many executors a component should have, see {@link ParallelismTuner#evaluate}.
     * Starts anew if the number was changed by other means.
     */
    int evaluate(
            String componentId, int executors, int maxUseful, double load, double mailboxFill) {
        return adapted(componentId, executors)
                .tuner()
                .evaluate(executors, maxUseful, load, mailboxFill);
    }

    /** Returns the minimum number of executors of a component that has {@code executors} now. */
    int minExecutors(String componentId, int executors) {
        return adapted(componentId, executors).minExecutors();
    }

    private Adapted adapted(String componentId, int executors) {
        Adapted known = components.get(componentId);
        if (known == null || known.executors() != executors) {
            known = new Adapted(new ParallelismTuner(executors), executors, executors);
            components.put(componentId, known);
        }
        return known;
    }

    /** Records the state of a component at this evaluation. */
    void record(String componentId, int executors, double busy, String state) {
        int min = minExecutors(componentId, executors);
        states.put(
                componentId,
                new ParallelismReport.Component(componentId, executors, min, busy, state));
    }

    /**
     * Replaces the executors of a component.
     *
     * @param places the new executors, with their cores
     * @return false if user code did not return in time, or the tasks cannot be separated
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    boolean resize(String componentId, Map<ExecutorPlan, Core> places, String reason)
            throws InterruptedException {
        int before = presentExecutors(componentId);
        try {
            topology.resize(componentId, places, CHANGE_LIMIT);
        } catch (IllegalStateException e) {
            LOG.info("{}: cannot change the executors of '{}'", topology, componentId, e);
            return false;
        }
        components.computeIfPresent(
                componentId,
                (id, previous) ->
                        new Adapted(previous.tuner(), previous.minExecutors(), places.size()));
        addChange(componentId, before, places.size(), reason);
        return true;
    }

    /**
     * Restores the former numbers of executors of all components whose numbers were not changed by
     * other means. The new executors are placed as at the start of the topology.
     *
     * @return whether numbers changed; false, too, if the attempt failed and can be repeated
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    boolean revert() throws InterruptedException {
        components
                .entrySet()
                .removeIf(entry -> isUnchangedOrForeign(entry.getKey(), entry.getValue()));
        states.clear();
        Map<String, Integer> counts = new HashMap<>();
        components.forEach((id, adapted) -> counts.put(id, adapted.minExecutors()));
        if (!counts.isEmpty()) {
            try {
                topology.rebalance(counts, CHANGE_LIMIT);
            } catch (IllegalStateException e) {
                LOG.info("{}: cannot restore the numbers of executors", topology, e);
                return false;
            }
            components.forEach(
                    (id, previous) ->
                            addChange(
                                    id,
                                    previous.executors(),
                                    previous.minExecutors(),
                                    "automatic parallelism is off"));
            components.clear();
        }
        report();
        return !counts.isEmpty();
    }

    /**
     * Returns whether there is nothing to undo: the last change was made by other means, or none.
     */
    private boolean isUnchangedOrForeign(String componentId, Adapted adapted) {
        return adapted.executors() == adapted.minExecutors()
                || adapted.executors() != presentExecutors(componentId);
    }

    private int presentExecutors(String componentId) {
        int count = 0;
        for (Executor executor : topology.executors()) {
            count += executor.component().componentId().equals(componentId) ? 1 : 0;
        }
        return count;
    }

    private void addChange(String componentId, int before, int after, String reason) {
        LOG.info(
                "{}: '{}' now has {} executors instead of {}: {}",
                topology,
                componentId,
                after,
                before,
                reason);
        changes.add(
                new ParallelismReport.Change(
                        topology.currentTimeMillis(), componentId, before, after, reason));
        if (changes.size() > MAX_CHANGES) {
            changes.remove();
        }
    }

    /** Reports the present states and the latest changes to the topology. */
    void report() {
        List<ParallelismReport.Component> latest = new ArrayList<>(states.values());
        topology.onParallelismEvaluation(new ParallelismReport(latest, List.copyOf(changes)));
    }
}
