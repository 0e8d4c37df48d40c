package io.eyewall.placement.plan;

import io.eyewall.placement.load.ComponentId;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules that count executors: the allowed places of each, the number that a node accepts, one
 * slot per topology and node, one topology per slot, and Storm's limits by component.
 */
final class CountTerm implements Term {
    private final Problem problem;
    private final Rules rules;
    private final int[] nodes;
    private final int[] units;
    private final int unitCap;
    private final int[] mostPerNode;
    private final List<List<Integer>> incompatible = new ArrayList<>();

    private final int[] onUnit;
    private final Counts topologyOnPlace = new Counts();
    private final Counts slotsOnNode = new Counts();
    private final int[] topologiesOnPlace;
    private final Counts componentOnNode = new Counts();
    private final Counts componentOnPlace = new Counts();
    private final Tally ignored = new Tally();

    /** Counts by pairs of numbers. */
    private static final class Counts {
        private final Map<Long, Integer> counts = new HashMap<>();

        /** Adds a difference and returns the new count. */
        int add(int one, int other, int difference) {
            return counts.merge(((long) one << 32) | other, difference, Integer::sum);
        }

        int get(int one, int other) {
            return counts.getOrDefault(((long) one << 32) | other, 0);
        }
    }

    CountTerm(Problem problem) {
        this.problem = problem;
        this.rules = problem.rules();
        CostTree tree = problem.tree();
        this.nodes = new int[tree.placeCount()];
        this.units = new int[nodes.length];
        for (int p = 0; p < nodes.length; p++) {
            nodes[p] = tree.unitOf(p, Level.NODE);
            units[p] = problem.unitOf(p);
        }
        this.unitCap = problem.unitCap(rules.gamma());
        this.onUnit = new int[tree.vertices().size()];
        this.topologiesOnPlace = new int[nodes.length];
        List<ComponentId> components = problem.components();
        this.mostPerNode = new int[components.size()];
        for (int c = 0; c < mostPerNode.length; c++) {
            mostPerNode[c] = rules.mostPerNode().getOrDefault(components.get(c), Integer.MAX_VALUE);
            incompatible.add(new ArrayList<>());
        }
        for (Rules.Incompatible pair : rules.incompatible()) {
            int one = problem.indexOf(pair.one());
            int other = problem.indexOf(pair.other());
            if (one >= 0 && other >= 0 && one != other) {
                incompatible.get(one).add(other);
                incompatible.get(other).add(one);
            }
        }
    }

    @Override
    public void probe(int executor, int from, int to, Tally change) {
        add(executor, from, -1, change);
        add(executor, to, 1, change);
        ignored.clear();
        add(executor, to, -1, ignored);
        add(executor, from, 1, ignored);
    }

    @Override
    public void commit(int executor, int from, int to) {
        ignored.clear();
        add(executor, from, -1, ignored);
        add(executor, to, 1, ignored);
    }

    private void add(int executor, int place, int difference, Tally change) {
        if (place < 0) {
            return;
        }
        int node = nodes[place];
        if (!problem.isAllowed(executor, place)) {
            change.replaceExcess(difference < 0 ? 1 : 0, difference < 0 ? 0 : 1);
        }
        if (unitCap != Integer.MAX_VALUE && !problem.tree().place(place).box()) {
            int unit = units[place];
            int before = onUnit[unit];
            onUnit[unit] += difference;
            change.replaceUse((double) before / unitCap, (double) onUnit[unit] / unitCap);
        }
        if (rules.oneWorkerPerNode() || rules.exclusiveSlots()) {
            addToSlot(problem.topology(executor), place, node, difference, change);
        }
        addOfComponent(problem.component(executor), place, node, difference, change);
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

    private void addOfComponent(int component, int place, int node, int difference, Tally change) {
        int most = mostPerNode[component];
        if (most != Integer.MAX_VALUE) {
            int after = componentOnNode.add(component, node, difference);
            change.replaceUse((double) (after - difference) / most, (double) after / most);
        }
        List<Integer> foes = incompatible.get(component);
        if (!foes.isEmpty()) {
            int after = componentOnPlace.add(component, place, difference);
            int before = after - difference;
            if ((before == 0) != (after == 0)) {
                for (int foe : foes) {
                    if (componentOnPlace.get(foe, place) > 0) {
                        change.replaceExcess(before == 0 ? 0 : 1, after == 0 ? 0 : 1);
                    }
                }
            }
        }
    }
}
