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
 * What one component would be like with other executors: its tasks keep their load and traffic, and
 * the new executors go where they add least violation, then least cost, by the prices of placement;
 * all others stay.
 *
 * @param places of the new executors, by name
 * @param fullestBefore how full the fullest of the component's cores is, as a fraction
 * @param fullestAfter the same of these cores and those of the new executors
 * @param busiest in which share of the time the busiest of the new executors would be busy itself
 */
record Resizing(
        Map<ExecutorId, String> places, double fullestBefore, double fullestAfter, double busiest) {

    /**
     * Thinks of it.
     *
     * @param old the component's executors
     * @param made those that would have their tasks
     */
    static Resizing of(
            LoadWindow window,
            CounterSnapshot reading,
            LivePlacement placement,
            List<ExecutorId> old,
            List<ExecutorId> made) {
        Map<ExecutorId, Map<ExecutorId, Double>> heirs = heirs(window, old, made);
        Map<ExecutorId, Double> busy = new HashMap<>();
        heirs.forEach(
                (one, shares) ->
                        shares.forEach(
                                (heir, share) ->
                                        busy.merge(heir, share * window.busy(one), Double::sum)));
        Map<ExecutorId, Set<String>> bound = reading.boundPlaces();
        Map<ExecutorId, String> start = reading.places();
        Layout before = Layout.atStart(placement.problem(window.snapshot(), bound, start));
        Set<String> places = new HashSet<>();
        old.forEach(one -> places.add(start.get(one)));
        double fullestBefore = fullest(before, places);

        if (bound.keySet().containsAll(old)) {
            made.forEach(one -> bound.put(one, Set.copyOf(places)));
        }
        bound.keySet().removeAll(notIn(old, made));
        start.keySet().removeAll(old);
        Layout after = Layout.atStart(placement.problem(inherited(window, heirs), bound, start));
        made.stream()
                .sorted(Comparator.comparingDouble(one -> -busy.getOrDefault(one, 0.0)))
                .forEach(one -> placeBest(after, after.problem().indexOf(one)));
        Map<ExecutorId, String> assignment = after.assignment();
        Map<ExecutorId, String> placesOfMade = new LinkedHashMap<>();
        made.forEach(one -> placesOfMade.put(one, assignment.get(one)));
        places.addAll(placesOfMade.values());
        return new Resizing(
                placesOfMade,
                fullestBefore,
                fullest(after, places),
                busy.values().stream().mapToDouble(Double::doubleValue).max().orElse(0));
    }

    private static List<ExecutorId> notIn(List<ExecutorId> old, List<ExecutorId> made) {
        return old.stream().filter(one -> !made.contains(one)).toList();
    }

    /** Who gets which part of an executor's load. */
    private static Map<ExecutorId, Map<ExecutorId, Double>> heirs(
            LoadWindow window, List<ExecutorId> old, List<ExecutorId> made) {
        Map<ExecutorId, Map<ExecutorId, Double>> heirs = new LinkedHashMap<>();
        for (ExecutorId one : old) {
            Map<Integer, Double> tasks = window.tasks(one);
            double all = LoadWindow.sum(tasks.values());
            Map<ExecutorId, Double> shares = new LinkedHashMap<>();
            for (ExecutorId heir : made) {
                for (int task = heir.firstTask(); task <= heir.lastTask(); task++) {
                    Double busy = tasks.get(task);
                    if (busy != null) {
                        double share = all == 0 ? 1.0 / tasks.size() : busy / all;
                        shares.merge(heir, share, Double::sum);
                    }
                }
            }
            heirs.put(one, shares);
        }
        return heirs;
    }

    private record Ends(ExecutorId from, ExecutorId to) {}

    private static Snapshot inherited(
            LoadWindow window, Map<ExecutorId, Map<ExecutorId, Double>> heirs) {
        Map<ExecutorId, Double> cores = new LinkedHashMap<>();
        for (ExecutorLoad load : window.snapshot().executors()) {
            heirsOf(load.executor(), heirs)
                    .forEach((heir, share) -> cores.merge(heir, share * load.cores(), Double::sum));
        }
        Map<Ends, Double> tuplesPerSec = new LinkedHashMap<>();
        for (Traffic flow : window.snapshot().traffic()) {
            heirsOf(flow.from(), heirs)
                    .forEach(
                            (from, sent) ->
                                    heirsOf(flow.to(), heirs)
                                            .forEach(
                                                    (to, got) ->
                                                            tuplesPerSec.merge(
                                                                    new Ends(from, to),
                                                                    flow.tuplesPerSec()
                                                                            * sent
                                                                            * got,
                                                                    Double::sum)));
        }
        List<ExecutorLoad> loads = new ArrayList<>();
        cores.forEach((executor, load) -> loads.add(new ExecutorLoad(executor, load, 0)));
        List<Traffic> traffic = new ArrayList<>();
        tuplesPerSec.forEach(
                (ends, rate) -> traffic.add(new Traffic(ends.from(), ends.to(), rate, 0)));
        return new Snapshot(loads, traffic);
    }

    /** An executor of another component is its own heir. */
    private static Map<ExecutorId, Double> heirsOf(
            ExecutorId executor, Map<ExecutorId, Map<ExecutorId, Double>> heirs) {
        return heirs.getOrDefault(executor, Map.of(executor, 1.0));
    }

    private static void placeBest(Layout layout, int executor) {
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

    private static double fullest(Layout layout, Set<String> places) {
        return places.stream()
                .mapToDouble(place -> layout.fullness(layout.problem().tree().indexOf(place)))
                .max()
                .orElse(0);
    }
}
