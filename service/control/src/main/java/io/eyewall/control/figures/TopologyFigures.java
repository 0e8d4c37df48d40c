package io.eyewall.control.figures;

import io.eyewall.engine.metrics.ComponentMetrics;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The figures of a topology between two samples, or since its start. Messages are those of its
 * spouts; system components are left out. Immutable.
 */
public final class TopologyFigures {
    private static final double MIN_SECS = 1e-3;

    private final double seconds;
    private final long errors;
    private final Map<ExecutorPlan, ExecutorRates> rates = new HashMap<>();
    private final SortedMap<String, ComponentFigures> components = new TreeMap<>();

    private TopologyFigures(List<ExecutorMetrics> before, TopologySample now, double seconds) {
        this.seconds = seconds;
        List<ExecutorMetrics> executors = now.metrics().executors();
        RateReader reader = new RateReader(before, executors, seconds);
        Map<String, List<ExecutorMetrics>> byComponent = new HashMap<>();
        for (ExecutorMetrics executor : executors) {
            rates.put(executor.executor(), reader.rates(executor));
            byComponent
                    .computeIfAbsent(executor.executor().componentId(), id -> new ArrayList<>())
                    .add(executor);
        }
        Map<String, ComponentMetrics> counters = now.metrics().byComponent();
        Map<String, Long> errorsOf = now.errorsByComponent();
        errors = errorsOf.values().stream().mapToLong(Long::longValue).sum();
        for (ComponentPlan component : now.plan().components().values()) {
            String id = component.componentId();
            if (component.isUserDefined()) {
                components.put(
                        id,
                        figures(
                                component,
                                counters.getOrDefault(id, ComponentMetrics.NONE),
                                errorsOf.getOrDefault(id, 0L),
                                byComponent.getOrDefault(id, List.of())));
            }
        }
    }

    /**
     * Returns the figures between two samples.
     *
     * @param before the earlier sample; counters of tasks that it lacks started at zero
     */
    public static TopologyFigures between(TopologySample before, TopologySample now) {
        double seconds = Math.max(MIN_SECS, (now.atNs() - before.atNs()) / 1e9);
        if (before.metrics().executors().isEmpty()) { // it had no process to read
            seconds = Math.max(seconds, now.openSecs());
        }
        return new TopologyFigures(before.metrics().executors(), now, seconds);
    }

    /**
     * Returns the figures since the topology's start: rates are means.
     *
     * @param seconds the time since the start
     */
    public static TopologyFigures sinceStart(TopologySample now, double seconds) {
        return new TopologyFigures(List.of(), now, Math.max(MIN_SECS, seconds));
    }

    private ComponentFigures figures(
            ComponentPlan component,
            ComponentMetrics counters,
            long errorCount,
            List<ExecutorMetrics> executors) {
        double worstBusy = 0;
        int worstTask = -1;
        int fullestMailbox = 0;
        for (ExecutorMetrics executor : executors) {
            double busy = of(executor).busy();
            if (worstTask < 0 || busy > worstBusy) {
                worstBusy = busy;
                worstTask = executor.executor().firstTask();
            }
            fullestMailbox = Math.max(fullestMailbox, executor.queuedTuples());
        }
        return new ComponentFigures(
                component.componentId(),
                component.kind() == ComponentPlan.Kind.SPOUT,
                counters,
                errorCount,
                ExecutorRates.together(executors.stream().map(this::of).toList()),
                worstBusy,
                worstTask,
                fullestMailbox);
    }

    /** Returns the rates of an executor of the later sample. */
    public ExecutorRates of(ExecutorMetrics executor) {
        return rates.getOrDefault(executor.executor(), ExecutorRates.NONE);
    }

    /** Returns the time that the rates are of, in seconds. */
    public double seconds() {
        return seconds;
    }

    /** Returns the figures of the user's components by their ids, in the ids' order. */
    public SortedMap<String, ComponentFigures> components() {
        return Collections.unmodifiableSortedMap(components);
    }

    /**
     * Returns the figures of one of the user's components.
     *
     * @throws NoSuchElementException if the plan has no such component
     */
    public ComponentFigures component(String id) {
        ComponentFigures found = components.get(id);
        if (found == null) {
            throw new NoSuchElementException("no component '" + id + "' in the plan");
        }
        return found;
    }

    /** Returns the acked messages since the start. */
    public long acked() {
        return ofSpouts(ComponentMetrics::acked);
    }

    /** Returns the failed messages since the start, timeouts included. */
    public long failed() {
        return ofSpouts(ComponentMetrics::failed);
    }

    /** Returns the messages that are neither acked nor failed now. */
    public long pending() {
        return ofSpouts(ComponentMetrics::pendingMessages);
    }

    /** Returns the messages acked per second. */
    public double ackedPerSec() {
        return ratesOfSpouts(ExecutorRates::ackedPerSec);
    }

    /** Returns the tuples that spouts emitted per second. */
    public double emittedPerSec() {
        return ratesOfSpouts(ExecutorRates::emittedPerSec);
    }

    /** Returns the tuples that wait in mailboxes now. */
    public long queued() {
        return components.values().stream().mapToLong(c -> c.counters().queuedTuples()).sum();
    }

    /** Returns the errors reported since the start, those of system components included. */
    public long errors() {
        return errors;
    }

    private long ofSpouts(ToLongFunction<ComponentMetrics> counter) {
        return components.values().stream()
                .filter(ComponentFigures::isSpout)
                .mapToLong(component -> counter.applyAsLong(component.counters()))
                .sum();
    }

    private double ratesOfSpouts(ToDoubleFunction<ExecutorRates> rate) {
        return components.values().stream()
                .filter(ComponentFigures::isSpout)
                .mapToDouble(component -> rate.applyAsDouble(component.rates()))
                .sum();
    }
}
