package io.eyewall.engine.adaptation;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Score;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The predicted effect of replacing a component's executors. Its tasks keep their load and traffic.
 * Each new executor goes where it exceeds limits least or, among equal places, costs least, by the
 * prices that plans use; all other executors stay.
 *
 * @param places places of the new executors
 * @param fullestBefore load of the fullest of the component's cores, as a fraction
 * @param fullestAfter load of the fullest of these cores and those of the new executors, after the
 *     change
 * @param busiest share of time in which the busiest new executor would be busy itself
 */
record Resizing(
        Map<ExecutorId, String> places, double fullestBefore, double fullestAfter, double busiest) {

    /**
     * Predicts the effect.
     *
     * @param old the component's present executors
     * @param created the executors that would replace them
     */
    static Resizing predict(
            LoadWindow window,
            CounterSnapshot reading,
            LivePlacement placement,
            List<ExecutorId> old,
            List<ExecutorId> created) {
        Map<ExecutorId, Map<ExecutorId, Double>> successors = successors(window, old, created);
        Map<ExecutorId, Double> busy = new HashMap<>();
        successors.forEach(
                (executor, shares) ->
                        shares.forEach(
                                (successor, share) ->
                                        busy.merge(
                                                successor,
                                                share * window.busyShare(executor),
                                                Double::sum)));
        Map<ExecutorId, Set<String>> bound = reading.boundPlaces();
        Map<ExecutorId, String> start = reading.places();
        Layout before = Layout.atStart(placement.problem(window.snapshot(), bound, start));
        Set<String> places = new HashSet<>();
        old.forEach(executor -> places.add(start.get(executor)));
        double fullestBefore = maxFullness(before, places);

        if (bound.keySet().containsAll(old)) {
            created.forEach(executor -> bound.put(executor, Set.copyOf(places)));
        }
        bound.keySet().removeAll(difference(old, created));
        start.keySet().removeAll(old);
        Layout after =
                Layout.atStart(placement.problem(redistribute(window, successors), bound, start));
        created.stream()
                .sorted(Comparator.comparingDouble(executor -> -busy.getOrDefault(executor, 0.0)))
                .forEach(executor -> moveToBestPlace(after, after.problem().indexOf(executor)));
        Map<ExecutorId, String> assignment = after.assignment();
        Map<ExecutorId, String> placesOfCreated = new LinkedHashMap<>();
        created.forEach(executor -> placesOfCreated.put(executor, assignment.get(executor)));
        places.addAll(placesOfCreated.values());
        return new Resizing(
                placesOfCreated,
                fullestBefore,
                maxFullness(after, places),
                busy.values().stream().mapToDouble(Double::doubleValue).max().orElse(0));
    }

    private static List<ExecutorId> difference(List<ExecutorId> old, List<ExecutorId> created) {
        return old.stream().filter(executor -> !created.contains(executor)).toList();
    }

    /** Returns by old executor which share of its load each new executor gets. */
    private static Map<ExecutorId, Map<ExecutorId, Double>> successors(
            LoadWindow window, List<ExecutorId> old, List<ExecutorId> created) {
        Map<ExecutorId, Map<ExecutorId, Double>> successors = new LinkedHashMap<>();
        for (ExecutorId executor : old) {
            Map<Integer, Double> tasks = window.busyShareByTask(executor);
            double total = LoadWindow.sum(tasks.values());
            Map<ExecutorId, Double> shares = new LinkedHashMap<>();
            for (ExecutorId successor : created) {
                for (int task = successor.firstTask(); task <= successor.lastTask(); task++) {
                    Double busy = tasks.get(task);
                    if (busy != null) {
                        double share = total == 0 ? 1.0 / tasks.size() : busy / total;
                        shares.merge(successor, share, Double::sum);
                    }
                }
            }
            successors.put(executor, shares);
        }
        return successors;
    }

    private record ExecutorPair(ExecutorId from, ExecutorId to) {}

    /** Returns the window's load and traffic with old executors replaced by their successors. */
    private static Snapshot redistribute(
            LoadWindow window, Map<ExecutorId, Map<ExecutorId, Double>> successors) {
        Map<ExecutorId, Double> cores = new LinkedHashMap<>();
        for (ExecutorLoad load : window.snapshot().executors()) {
            successorsOf(load.executor(), successors)
                    .forEach(
                            (successor, share) ->
                                    cores.merge(successor, share * load.cores(), Double::sum));
        }
        Map<ExecutorPair, Double> tuplesPerSec = new LinkedHashMap<>();
        for (Traffic flow : window.snapshot().traffic()) {
            successorsOf(flow.from(), successors)
                    .forEach(
                            (from, fromShare) ->
                                    successorsOf(flow.to(), successors)
                                            .forEach(
                                                    (to, toShare) ->
                                                            tuplesPerSec.merge(
                                                                    new ExecutorPair(from, to),
                                                                    flow.tuplesPerSec()
                                                                            * fromShare
                                                                            * toShare,
                                                                    Double::sum)));
        }
        List<ExecutorLoad> loads = new ArrayList<>();
        cores.forEach((executor, load) -> loads.add(new ExecutorLoad(executor, load, 0)));
        List<Traffic> traffic = new ArrayList<>();
        tuplesPerSec.forEach(
                (pair, rate) -> traffic.add(new Traffic(pair.from(), pair.to(), rate, 0)));
        return new Snapshot(loads, traffic);
    }

    /** Returns the shares of an executor's successors; an executor that stays succeeds itself. */
    private static Map<ExecutorId, Double> successorsOf(
            ExecutorId executor, Map<ExecutorId, Map<ExecutorId, Double>> successors) {
        return successors.getOrDefault(executor, Map.of(executor, 1.0));
    }

    private static void moveToBestPlace(Layout layout, int executor) {
        Problem problem = layout.problem();
        int best = -1;
        @Nullable Score bestScore = null;
        for (int place = 0; place < problem.tree().placeCount(); place++) {
            if (problem.isAllowed(executor, place)) {
                layout.probe(executor, place);
                Score score = layout.probedScore();
                if (bestScore == null || score.betterThan(bestScore)) {
                    best = place;
                    bestScore = score;
                }
            }
        }
        layout.move(executor, best);
    }

    private static double maxFullness(Layout layout, Set<String> places) {
        return places.stream()
                .mapToDouble(place -> layout.fullness(layout.problem().tree().indexOf(place)))
                .max()
                .orElse(0);
    }
}
