package io.eyewall.model.topology;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A topology as the model sees it.
 *
 * @param name its name
 * @param components spouts and bolts
 * @param edges what they send each other
 * @param sourceWeights by spout: its part of the offered rate; relative to one another
 * @param acked whether messages are tracked
 * @param maxPending messages under way per spout task; 0 if unlimited
 * @param heap what it does with its process's heap
 */
public record TopologyModel(
        String name,
        List<ComponentModel> components,
        List<EdgeModel> edges,
        Map<String, Double> sourceWeights,
        boolean acked,
        int maxPending,
        HeapUse heap) {
    /** One of whose heap nothing is known. */
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

    /** A component by its name. */
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
     * The same with other numbers of executors, each of one task.
     *
     * @param counts by component; those not named keep theirs
     */
    public TopologyModel withExecutors(Map<String, Integer> counts) {
        counts.keySet().forEach(this::component);
        return with(c -> counts.containsKey(c.id()) ? c.withTasks(counts.get(c.id())) : c);
    }

    /**
     * The same tasks on other numbers of executors.
     *
     * @param counts by component; those not named keep theirs
     */
    public TopologyModel spreadOver(Map<String, Integer> counts) {
        counts.keySet().forEach(this::component);
        return with(c -> c.withExecutors(counts.getOrDefault(c.id(), c.executors())));
    }

    private TopologyModel with(UnaryOperator<ComponentModel> change) {
        return new TopologyModel(
                name,
                components.stream().map(change).toList(),
                edges,
                sourceWeights,
                acked,
                maxPending,
                heap);
    }

    /** The same with another limit of messages under way per spout task; 0 is none. */
    public TopologyModel withMaxPending(int most) {
        return new TopologyModel(name, components, edges, sourceWeights, acked, most, heap);
    }
}
