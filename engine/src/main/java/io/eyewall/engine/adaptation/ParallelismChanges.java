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
 * What was done to a topology whose numbers of executors follow its load, so that it can be told
 * and undone. For the monitor's thread.
 */
final class ParallelismChanges {
    private static final Logger LOG = LoggerFactory.getLogger(ParallelismChanges.class);
    private static final Duration LIMIT = Duration.ofMillis(500);
    private static final int MOST_CHANGES = 20;

    private final TopologyRuntime topology;
    private final Map<String, Watched> components = new TreeMap<>();
    private final Map<String, ParallelismReport.Component> states = new TreeMap<>();
    private final Deque<ParallelismReport.Change> changes = new ArrayDeque<>();

    /**
     * A component that follows its load.
     *
     * @param least executors that it keeps
     * @param count executors that it was left with
     */
    private record Watched(ParallelismTuner tuner, int least, int count) {}

    ParallelismChanges(TopologyRuntime topology) {
        this.topology = topology;
    }

    /** What it is about. */
    TopologyRuntime topology() {
        return topology;
    }

    /** As {@link ParallelismTuner#look}. Begins anew where somebody has changed the number. */
    int look(String componentId, int executors, int most, double load, double queued) {
        return watched(componentId, executors).tuner().look(executors, most, load, queued);
    }

    /** How many executors a component keeps that has so many now. */
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

    /** Keeps what was seen of a component at this look. */
    void see(String componentId, int executors, double busy, String state) {
        int least = least(componentId, executors);
        states.put(
                componentId,
                new ParallelismReport.Component(componentId, executors, least, busy, state));
    }

    /**
     * Gives a component other executors.
     *
     * @param places the new ones, with their cores
     * @return whether it has them; not if user code did not return soon enough, or forbids it
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    boolean resize(String componentId, Map<ExecutorPlan, Core> places, String reason)
            throws InterruptedException {
        int before = count(componentId);
        try {
            topology.resize(componentId, places, LIMIT);
        } catch (IllegalStateException e) {
            LOG.info("{}: executors of '{}' not changed", topology, componentId, e);
            return false;
        }
        components.computeIfPresent(
                componentId, (id, was) -> new Watched(was.tuner(), was.least(), places.size()));
        changed(componentId, before, places.size(), reason);
        return true;
    }

    /**
     * Gives all components back the numbers that they had, where nobody else has changed them; they
     * start where they did.
     *
     * @return whether anything changed; what could not be done is tried again the next time
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    boolean goBack() throws InterruptedException {
        components.entrySet().removeIf(entry -> isLeftAlone(entry.getKey(), entry.getValue()));
        states.clear();
        Map<String, Integer> counts = new HashMap<>();
        components.forEach((id, watched) -> counts.put(id, watched.least()));
        if (!counts.isEmpty()) {
            try {
                topology.rebalance(counts, LIMIT);
            } catch (IllegalStateException e) {
                LOG.info("{}: executors not changed back", topology, e);
                return false;
            }
            components.forEach(
                    (id, was) -> changed(id, was.count(), was.least(), "the load is not followed"));
            components.clear();
        }
        report();
        return !counts.isEmpty();
    }

    private boolean isLeftAlone(String componentId, Watched watched) {
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
                "{}: '{}' has {} executors, not {}: {}",
                topology,
                componentId,
                after,
                before,
                reason);
        changes.add(
                new ParallelismReport.Change(
                        topology.currentTimeMillis(), componentId, before, after, reason));
        if (changes.size() > MOST_CHANGES) {
            changes.remove();
        }
    }

    /** Tells what is known. */
    void report() {
        List<ParallelismReport.Component> seen = new ArrayList<>(states.values());
        topology.onParallelism(new ParallelismReport(seen, List.copyOf(changes)));
    }
}
