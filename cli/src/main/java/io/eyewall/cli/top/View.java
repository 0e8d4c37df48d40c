package io.eyewall.cli.top;

import io.eyewall.control.forecast.Forecast;
import io.eyewall.control.health.Health;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ComponentPlan.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A topology's progress between two samples.
 *
 * @param now the later sample
 * @param ackedPerSec acked messages per second of all spouts
 * @param acked acked messages since the start
 * @param failed failed messages since the start, timeouts included
 * @param pending messages that are neither acked nor failed now
 * @param components the user's components, spouts first, then by name
 * @param forecast the model's prediction; empty while too little has been measured
 * @param health the topology's health
 */
record View(
        TopSample now,
        double ackedPerSec,
        long acked,
        long failed,
        long pending,
        List<Component> components,
        Optional<Forecast> forecast,
        Health health) {

    /**
     * The progress of one component, over all its executors.
     *
     * @param dedicated the number of executors that have a thread of their own
     * @param perSec tuples per second that a bolt executed or a spout emitted
     * @param executed tuples executed since the start; 0 for a spout
     * @param emitted tuples emitted since the start
     * @param busy the share of time that its executors spent in user code; 1 if all did so always
     * @param callNs the mean time in user code per executed or emitted tuple, in nanoseconds; 0 if
     *     there was none
     * @param held the share of time in which back-pressure stopped its executors
     * @param queued tuples that wait in its mailboxes
     * @param errors errors reported since the start
     */
    record Component(
            String id,
            boolean isSpout,
            int executors,
            int dedicated,
            double perSec,
            long executed,
            long emitted,
            double busy,
            double callNs,
            double held,
            long queued,
            long errors) {}

    /**
     * Computes the progress between two samples.
     *
     * @param before the earlier sample; null to compute the progress since the topology's start
     */
    static View between(
            @Nullable TopSample before, TopSample now, Optional<Forecast> forecast, Health health) {
        double seconds =
                before == null ? Math.max(1, now.uptimeSecs()) : (now.atNs() - before.atNs()) / 1e9;
        Map<String, List<ExecutorMetrics>> past = before == null ? Map.of() : byComponent(before);
        List<Component> components = new ArrayList<>();
        byComponent(now)
                .forEach(
                        (id, executors) ->
                                components.add(
                                        component(
                                                now,
                                                id,
                                                past.getOrDefault(id, List.of()),
                                                executors,
                                                Math.max(seconds, 1e-3))));
        components.sort((one, other) -> Boolean.compare(other.isSpout(), one.isSpout()));
        long acked = acked(now);
        return new View(
                now,
                Math.max(0, acked - (before == null ? 0 : acked(before))) / Math.max(seconds, 1e-3),
                acked,
                spouts(now, ExecutorMetrics::failed),
                spouts(now, ExecutorMetrics::pendingMessages),
                List.copyOf(components),
                forecast,
                health);
    }

    private static Component component(
            TopSample sample,
            String id,
            List<ExecutorMetrics> before,
            List<ExecutorMetrics> now,
            double seconds) {
        boolean isSpout = sample.plan().component(id).kind() == Kind.SPOUT;
        ToLongFunction<ExecutorMetrics> tuples =
                isSpout ? View::emitted : ExecutorMetrics::executed;
        long done = since(before, now, tuples);
        double usefulNs = since(before, now, ExecutorMetrics::usefulNs);
        double allNs = seconds * 1e9 * Math.max(1, now.size());
        return new Component(
                id,
                isSpout,
                now.size(),
                (int) now.stream().filter(ExecutorMetrics::dedicated).count(),
                done / seconds,
                sum(now, ExecutorMetrics::executed),
                sum(now, View::emitted),
                Math.min(1, usefulNs / allNs),
                done == 0 ? 0 : usefulNs / done,
                Math.min(1, since(before, now, ExecutorMetrics::backPressuredNs) / allNs),
                sum(now, ExecutorMetrics::queuedTuples),
                errors(sample, id));
    }

    /**
     * Returns the growth of a counter, at least 0. Executors that were replaced take their counts
     * with them, so that the sum may fall.
     */
    private static long since(
            List<ExecutorMetrics> before,
            List<ExecutorMetrics> now,
            ToLongFunction<ExecutorMetrics> number) {
        return Math.max(0, sum(now, number) - sum(before, number));
    }

    private static long sum(
            List<ExecutorMetrics> executors, ToLongFunction<ExecutorMetrics> number) {
        return executors.stream().mapToLong(number).sum();
    }

    private static long emitted(ExecutorMetrics executor) {
        return executor.emittedByUser();
    }

    private static long acked(TopSample sample) {
        return spouts(sample, ExecutorMetrics::acked);
    }

    private static long spouts(TopSample sample, ToLongFunction<ExecutorMetrics> number) {
        return sample.metrics().executors().stream()
                .filter(e -> component(sample, e).kind() == Kind.SPOUT)
                .mapToLong(number)
                .sum();
    }

    private static Map<String, List<ExecutorMetrics>> byComponent(TopSample sample) {
        return sample.metrics().executors().stream()
                .filter(executor -> component(sample, executor).isUser())
                .collect(
                        Collectors.groupingBy(
                                executor -> executor.executor().componentId(),
                                TreeMap::new,
                                Collectors.toList()));
    }

    private static ComponentPlan component(TopSample sample, ExecutorMetrics executor) {
        return sample.plan().component(executor.executor().componentId());
    }

    private static long errors(TopSample sample, String id) {
        return sample.errors().entrySet().stream()
                .filter(e -> id.equals(sample.plan().taskToComponent().get(e.getKey())))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Returns the number of errors of all components. */
    long errors() {
        return components.stream().mapToLong(Component::errors).sum();
    }

    /** Returns the number of tuples that wait in the mailboxes of all components. */
    long queued() {
        return components.stream().mapToLong(Component::queued).sum();
    }
}
