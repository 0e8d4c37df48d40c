package io.eyewall.model.capacity;

import io.eyewall.model.topology.ComponentModel;
import io.eyewall.model.topology.TopologyModel;
import io.eyewall.placement.place.CostTree;
import io.eyewall.rules.FirstPlaces;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A topology's executors and their places. Executors are numbered component by component. Each has
 * a run of consecutive tasks of its component, as in Storm.
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
        List<Executor> allExecutors = new ArrayList<>();
        for (ComponentModel component : topology.components()) {
            int[] componentPlaces = places.get(component.id());
            if (componentPlaces == null || componentPlaces.length != component.executors()) {
                throw new IllegalArgumentException(
                        "placement: component '%s' has %d executors, but %s places are given"
                                .formatted(
                                        component.id(),
                                        component.executors(),
                                        componentPlaces == null
                                                ? "no"
                                                : Integer.toString(componentPlaces.length)));
            }
            int[] executorNumbers = new int[componentPlaces.length];
            for (int i = 0; i < componentPlaces.length; i++) {
                int first = i * component.tasks() / componentPlaces.length;
                int end = (i + 1) * component.tasks() / componentPlaces.length;
                executorNumbers[i] = allExecutors.size();
                allExecutors.add(new Executor(component, first, end - first, componentPlaces[i]));
            }
            byComponent.put(component.id(), executorNumbers);
        }
        this.executors = List.copyOf(allExecutors);
    }

    /**
     * Returns the placement with which our engine starts ({@link FirstPlaces}), with the first core
     * as its home.
     */
    public static Placement initial(CostTree tree, TopologyModel topology) {
        Map<String, int[]> places = new LinkedHashMap<>();
        for (ComponentModel component : topology.components()) {
            int[] componentPlaces = new int[component.executors()];
            Arrays.setAll(
                    componentPlaces,
                    i -> FirstPlaces.coreOf(i, componentPlaces.length, 0, tree.placeCount()));
            places.put(component.id(), componentPlaces);
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
    int[] executorsOf(String component) {
        return byComponent.getOrDefault(component, new int[0]).clone();
    }
}
