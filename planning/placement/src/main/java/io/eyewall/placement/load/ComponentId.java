package io.eyewall.placement.load;

/**
 * The id of a topology's component.
 *
 * @param topology the topology's id
 * @param component the component's id, unique within the topology
 */
public record ComponentId(String topology, String component) {
    @Override
    public String toString() {
        return topology + "/" + component;
    }
}
