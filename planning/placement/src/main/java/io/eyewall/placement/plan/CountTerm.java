package io.eyewall.placement.plan;

import io.eyewall.placement.load.ComponentId;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules that count executors: the allowed places of each executor, the maximum number of
 * executors on a node, one slot per topology and node, one topology per slot, and Storm's limits by
 * component.
 */
final class CountTerm implements Term {
    private final Problem problem;
    private final Rules rules;
    private final int[] nodeOfPlace;
    private final int[] unitOfPlace;
    private final int unitCap;
    private final int[] mostPerNode;
    private final List<List<Integer>> incompatible = new ArrayList<>();

    private final int[] executorsOnUnit;
    private final PairCounts topologyOnPlace = new PairCounts();
    private final PairCounts slotsOnNode = new PairCounts();
    private final int[] topologiesOnPlace;
    private final PairCounts componentOnNode = new PairCounts();
    private final PairCounts componentOnPlace = new PairCounts();
    private final Tally discarded = new Tally();

    /** Counts by pairs of numbers. */
    private static final class PairCounts {
        private final Map<Long, Integer> counts = new HashMap<>();

        /** Adds a difference and returns the new count. */
        int add(int first, int second, int difference) {
            return counts.merge(((long) first << 32) | second, difference, Integer::sum);
        }

        int get(int first, int second) {
            return counts.getOrDefault(((long) first << 32) | second, 0);
        }
    }

    CountTerm(Problem problem) {
        this.problem = problem;
        this.rules = problem.rules();
        CostTree tree = problem.tree();
        this.nodeOfPlace = new int[tree.placeCount()];
        this.unitOfPlace = new int[nodeOfPlace.length];
        for (int p = 0; p < nodeOfPlace.length; p++) {
            nodeOfPlace[p] = tree.unitOf(p, Level.NODE);
            unitOfPlace[p] = problem.unitOf(p);
        }
        this.unitCap = problem.unitCap(rules.gamma());
        this.executorsOnUnit = new int[tree.vertices().size()];
        this.topologiesOnPlace = new int[nodeOfPlace.length];
        List<ComponentId> components = problem.components();
        this.mostPerNode = new int[components.size()];
        for (int c = 0; c < mostPerNode.length; c++) {
            mostPerNode[c] = rules.mostPerNode().getOrDefault(components.get(c), Integer.MAX_VALUE);
            incompatible.add(new ArrayList<>());
        }
        for (Rules.Incompatible pair : rules.incompatible()) {
            int first = problem.indexOf(pair.one());
            int other = problem.indexOf(pair.other());
            if (first >= 0 && other >= 0 && first != other) {
                incompatible.get(first).add(other);
                incompatible.get(other).add(first);
            }
        }
    }

    @Override
    public void probe(int executor, int from, int to, Tally change) {
        addExecutor(executor, from, -1, change);
        addExecutor(executor, to, 1, change);
        // undo the move: probing must not change the counts
        discarded.clear();
        addExecutor(executor, to, -1, discarded);
        addExecutor(executor, from, 1, discarded);
    }

    @Override
    public void commit(int executor, int from, int to) {
        discarded.clear();
        addExecutor(executor, from, -1, discarded);
        addExecutor(executor, to, 1, discarded);
    }

    private void addExecutor(int executor, int place, int difference, Tally change) {
        if (place < 0) {
            return;
        }
        int node = nodeOfPlace[place];
        if (!problem.isAllowed(executor, place)) {
            change.replaceExcess(difference < 0 ? 1 : 0, difference < 0 ? 0 : 1);
        }
        if (unitCap != Integer.MAX_VALUE && !problem.tree().place(place).box()) {
            int unit = unitOfPlace[place];
            int before = executorsOnUnit[unit];
            executorsOnUnit[unit] += difference;
            change.replaceUse((double) before / unitCap, (double) executorsOnUnit[unit] / unitCap);
        }
        if (rules.oneWorkerPerNode() || rules.exclusiveSlots()) {
            addToSlot(problem.topology(executor), place, node, difference, change);
        }
        addToComponent(problem.component(executor), place, node, difference, change);
    }

    private void addToSlot(int topology, int place, int node, int difference, Tally change) {
        int after = topologyOnPlace.add(topology, place, difference);
        int before = after - difference;
        if ((before == 0) == (after == 0)) {
            return;
        }
        int slots = after == 0 ? -1 : 1;
        if (rules.oneWorkerPerNode()) {
            int now = slotsOnNode.add(topology, node, slots);
            change.replaceExcess(now - slots - 1, now - 1);
        }
        if (rules.exclusiveSlots()) {
            int now = topologiesOnPlace[place] += slots;
            change.replaceExcess(now - slots - 1, now - 1);
        }
    }

    private void addToComponent(int component, int place, int node, int difference, Tally change) {
        int maxOnNode = mostPerNode[component];
        if (maxOnNode != Integer.MAX_VALUE) {
            int after = componentOnNode.add(component, node, difference);
            change.replaceUse(
                    (double) (after - difference) / maxOnNode, (double) after / maxOnNode);
        }
        List<Integer> others = incompatible.get(component);
        if (!others.isEmpty()) {
            int after = componentOnPlace.add(component, place, difference);
            int before = after - difference;
            if ((before == 0) != (after == 0)) {
                for (int other : others) {
                    if (componentOnPlace.get(other, place) > 0) {
                        change.replaceExcess(before == 0 ? 0 : 1, after == 0 ? 0 : 1);
                    }
                }
            }
        }
    }
}
