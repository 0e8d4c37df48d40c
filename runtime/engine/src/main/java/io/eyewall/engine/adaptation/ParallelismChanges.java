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
 * The changes made to a topology whose numbers of executors follow its load, so that they can be
 * reported and undone. Used by the monitor's thread.
 */
final class ParallelismChanges {
    private static final Logger LOG = LoggerFactory.getLogger(ParallelismChanges.class);
    private static final Duration LIMIT = Duration.ofMillis(500);
    private static final int MAX_CHANGES = 20;

    private final TopologyRuntime topology;
    private final Map<String, Watched> components = new TreeMap<>();
    private final Map<String, ParallelismReport.Component> states = new TreeMap<>();
    private final Deque<ParallelismReport.Change> changes = new ArrayDeque<>();

    /**
     * A component that follows its load.
     *
     * @param least minimum number of executors
     * @param count number of executors after the last change
     */
    private record Watched(ParallelismTuner tuner, int least, int count) {}

    ParallelismChanges(TopologyRuntime topology) {
        this.topology = topology;
    }

    TopologyRuntime topology() {
        return topology;
    }

    /**
     * See {@link ParallelismTuner#evaluate}. Starts anew if the number was changed by other means.
     */
    int evaluate(String componentId, int executors, int most, double load, double queued) {
        return watched(componentId, executors).tuner().evaluate(executors, most, load, queued);
    }

    /** Returns the minimum number of executors of a component that has {@code executors} now. */
    int least(String componentId, int executors) {
        return watched(componentId, executors).least();
    }

    private Watched watched(String componentId, int executors) {
        Watched known = components.get(componentId);
        if (known == null || known.count() != executors) {
            known = new Watched(new ParallelismTuner(executors), executors, executors);
            components.put(componentId, known);
        }
        return known;
    }

    /** Records the state of a component at this evaluation. */
    void record(String componentId, int executors, double busy, String state) {
        int least = least(componentId, executors);
        states.put(
                componentId,
                new ParallelismReport.Component(componentId, executors, least, busy, state));
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
        int before = count(componentId);
        try {
            topology.resize(componentId, places, LIMIT);
        } catch (IllegalStateException e) {
            LOG.info("{}: cannot change the executors of '{}'", topology, componentId, e);
            return false;
        }
        components.computeIfPresent(
                componentId,
                (id, previous) -> new Watched(previous.tuner(), previous.least(), places.size()));
        changed(componentId, before, places.size(), reason);
        return true;
    }

    /**
     * Restores the former numbers of executors of all components whose numbers were not changed by
     * other means. The new executors are placed as at the start of the topology.
     *
     * @return whether anything changed; a failed attempt can be repeated
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    boolean revert() throws InterruptedException {
        components
                .entrySet()
                .removeIf(entry -> isUnchangedOrForeign(entry.getKey(), entry.getValue()));
        states.clear();
        Map<String, Integer> counts = new HashMap<>();
        components.forEach((id, watched) -> counts.put(id, watched.least()));
        if (!counts.isEmpty()) {
            try {
                topology.rebalance(counts, LIMIT);
            } catch (IllegalStateException e) {
                LOG.info("{}: cannot restore the numbers of executors", topology, e);
                return false;
            }
            components.forEach(
                    (id, previous) ->
                            changed(
                                    id,
                                    previous.count(),
                                    previous.least(),
                                    "automatic parallelism is off"));
            components.clear();
        }
        report();
        return !counts.isEmpty();
    }

    private boolean isUnchangedOrForeign(String componentId, Watched watched) {
        return watched.count() == watched.least() || watched.count() != count(componentId);
    }

    private int count(String componentId) {
        int count = 0;
        for (Executor executor : topology.executors()) {
            count += executor.component().componentId().equals(componentId) ? 1 : 0;
        }
        return count;
    }

    private void changed(String componentId, int before, int after, String reason) {
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

    /** Publishes states and changes to the topology. */
    void report() {
        List<ParallelismReport.Component> latest = new ArrayList<>(states.values());
        topology.onParallelism(new ParallelismReport(latest, List.copyOf(changes)));
    }
}
