package io.eyewall.model.topology;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A topology as the model describes it.
 *
 * @param name its name
 * @param components spouts and bolts
 * @param edges tuples that they send each other
 * @param sourceWeights by spout: its weight in the offered rate, relative to the other spouts
 * @param acked whether messages are tracked
 * @param maxPending limit of pending messages per spout task; 0 if unlimited
 * @param heap its use of the heap of its process
 */
public record TopologyModel(
        String name,
        List<ComponentModel> components,
        List<EdgeModel> edges,
        Map<String, Double> sourceWeights,
        boolean acked,
        int maxPending,
        HeapUse heap) {
    /** Creates a topology whose heap use is unknown. */
    public TopologyModel(
            String name,
            List<ComponentModel> components,
            List<EdgeModel> edges,
            Map<String, Double> sourceWeights,
            boolean acked,
            int maxPending) {
        this(name, components, edges, sourceWeights, acked, maxPending, HeapUse.UNKNOWN);
    }

    public TopologyModel {
        components = List.copyOf(components);
        edges = List.copyOf(edges);
        sourceWeights = Map.copyOf(sourceWeights);
        if (components.stream().noneMatch(ComponentModel::spout)) {
            throw new IllegalArgumentException("topology '" + name + "' has no spout");
        }
    }

    /** Returns a component by its name. */
    public ComponentModel component(String id) {
        return components.stream()
                .filter(c -> c.id().equals(id))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "topology '"
                                                + name
                                                + "' has no component '"
                                                + id
                                                + "'; it has "
                                                + components.stream()
                                                        .map(ComponentModel::id)
                                                        .toList()));
    }

    /**
     * Returns the same topology with other numbers of executors, each with one task.
     *
     * @param counts numbers of executors, by component; other components are not changed
     */
    public TopologyModel withExecutors(Map<String, Integer> counts) {
        counts.keySet().forEach(this::component);
        return withComponents(
                c -> counts.containsKey(c.id()) ? c.withTasks(counts.get(c.id())) : c);
    }

    /**
     * Returns the same topology with other numbers of executors, over which components spread their
     * tasks.
     *
     * @param counts numbers of executors, by component; other components are not changed
     */
    public TopologyModel spreadOver(Map<String, Integer> counts) {
        counts.keySet().forEach(this::component);
        return withComponents(c -> c.withExecutors(counts.getOrDefault(c.id(), c.executors())));
    }

    private TopologyModel withComponents(UnaryOperator<ComponentModel> change) {
        return new TopologyModel(
                name,
                components.stream().map(change).toList(),
                edges,
                sourceWeights,
                acked,
                maxPending,
                heap);
    }

    /**
     * Returns the same topology with another limit of pending messages per spout task; 0 for none.
     */
    public TopologyModel withMaxPending(int limit) {
        return new TopologyModel(name, components, edges, sourceWeights, acked, limit, heap);
    }
}
