package io.eyewall.placement.algorithm;

import io.eyewall.placement.place.Level;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Limit;
import io.eyewall.placement.plan.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Storm's default: each topology receives its number of slots, from the nodes in turn (nodes with
 * most free slots first). Its executors are distributed over these slots round-robin, in the order
 * of their tasks. Load and traffic are ignored. Storm 2.8.3: {@code EvenScheduler.scheduleTopology}
 * and {@code sortSlots}.
 */
public final class RoundRobinAlgorithm implements PlacementAlgorithm {
    /** Slots per topology. */
    public static final String WORKERS = "workers";

    @Override
    public String name() {
        return "round-robin";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter(WORKERS, 0, 0, 1e6, "places per topology (Storm's workers); 0: all"));
    }

    @Override
    public Set<Limit> respects() {
        return EnumSet.of(Limit.RULES);
    }

    @Override
    public void place(Layout layout, Parameters parameters, long seed) {
        Problem problem = layout.problem();
        int workers = (int) parameters.get(WORKERS);
        for (int t = 0; t < problem.topologyCount(); t++) {
            List<Integer> slots = freeSlots(layout);
            int count = workers == 0 ? slots.size() : Math.min(workers, slots.size());
            int index = 0;
            for (int e = 0; e < problem.executorCount(); e++) {
                if (problem.topology(e) == t) {
                    layout.move(e, slotFor(problem, e, slots, index++, count));
                }
            }
        }
    }

    /** Returns the slot at index {@code index}, or the next one where the executor is allowed. */
    private static int slotFor(
            Problem problem, int executor, List<Integer> slots, int index, int count) {
        for (int i = 0; i < count; i++) {
            int slot = slots.get((index + i) % count);
            if (problem.isAllowed(executor, slot)) {
                return slot;
            }
        }
        return problem.allowedPlaces(executor).nextSetBit(0);
    }

    /**
     * Returns the free slots, from the nodes in turn; all slots if none is free or slots are
     * shared.
     */
    private static List<Integer> freeSlots(Layout layout) {
        Problem problem = layout.problem();
        Map<Integer, List<Integer>> byNode = new TreeMap<>();
        boolean exclusive = problem.rules().exclusiveSlots();
        for (int attempt = 0; byNode.isEmpty(); attempt++) {
            for (int p = 0; p < problem.tree().placeCount(); p++) {
                if (!problem.tree().place(p).box()
                        && (attempt > 0 || !exclusive || layout.countAt(p) == 0)) {
                    byNode.computeIfAbsent(
                                    problem.tree().unitOf(p, Level.NODE), n -> new ArrayList<>())
                            .add(p);
                }
            }
        }
        List<List<Integer>> nodes = new ArrayList<>(byNode.values());
        nodes.sort(Comparator.comparingInt((List<Integer> slots) -> slots.size()).reversed());
        List<Integer> interleaved = new ArrayList<>();
        for (int i = 0; i < nodes.get(0).size(); i++) {
            for (List<Integer> slots : nodes) {
                if (i < slots.size()) {
                    interleaved.add(slots.get(i));
                }
            }
        }
        return interleaved;
    }
}
