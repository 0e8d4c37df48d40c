package io.eyewall.model.capacity;

import io.eyewall.model.topology.ComponentModel;
import io.eyewall.model.topology.TopologyModel;
import io.eyewall.placement.place.CostTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A topology's executors at places. They are numbered component by component; tasks are spread over
 * executors in runs, as Storm does.
 */
public final class Placement {
    /**
     * An executor.
     *
     * @param firstTask index of its first task within the component
     * @param tasks number of its tasks
     * @param place number of its place in the tree
     */
    public record Executor(ComponentModel component, int firstTask, int tasks, int place) {}

    private final CostTree tree;
    private final TopologyModel topology;
    private final List<Executor> executors;
    private final Map<String, int[]> byComponent = new LinkedHashMap<>();

    /**
     * @param places by component: the place of each executor
     */
    public Placement(CostTree tree, TopologyModel topology, Map<String, int[]> places) {
        this.tree = tree;
        this.topology = topology;
        List<Executor> all = new ArrayList<>();
        for (ComponentModel component : topology.components()) {
            int[] own = places.get(component.id());
            if (own == null || own.length != component.executors()) {
                throw new IllegalArgumentException(
                        "placement: component '%s' has %d executors, but %s places are given"
                                .formatted(
                                        component.id(),
                                        component.executors(),
                                        own == null ? "no" : Integer.toString(own.length)));
            }
            int[] numbers = new int[own.length];
            for (int i = 0; i < own.length; i++) {
                int first = i * component.tasks() / own.length;
                int end = (i + 1) * component.tasks() / own.length;
                numbers[i] = all.size();
                all.add(new Executor(component, first, end - first, own[i]));
            }
            byComponent.put(component.id(), numbers);
        }
        this.executors = List.copyOf(all);
    }

    /**
     * Returns the placement with which our engine starts (its InitialPlacement): single executors
     * on the first core, those of parallel components spread evenly from there.
     */
    public static Placement initial(CostTree tree, TopologyModel topology) {
        Map<String, int[]> places = new LinkedHashMap<>();
        for (ComponentModel component : topology.components()) {
            int[] own = new int[component.executors()];
            Arrays.setAll(own, i -> (int) ((long) i * tree.placeCount() / own.length));
            places.put(component.id(), own);
        }
        return new Placement(tree, topology, places);
    }

    /** Returns the tree of places with the prices of crossings. */
    public CostTree tree() {
        return tree;
    }

    public TopologyModel topology() {
        return topology;
    }

    /** Returns all executors, in the order of their numbers. */
    public List<Executor> executors() {
        return executors;
    }

    /** Returns the numbers of a component's executors. */
    int[] of(String component) {
        return byComponent.getOrDefault(component, new int[0]).clone();
    }
}
