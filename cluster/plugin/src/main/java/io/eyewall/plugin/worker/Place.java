package io.eyewall.plugin.worker;

import java.util.HashSet;
import java.util.Set;
import org.apache.storm.generated.Assignment;
import org.apache.storm.generated.NodeInfo;

/**
 * A worker's slot.
 *
 * @param node the id of the slot's supervisor
 * @param port the slot's port
 */
public record Place(String node, int port) {
    static Place of(NodeInfo slot) {
        return new Place(slot.get_node(), slot.get_port().iterator().next().intValue());
    }

    /** Returns all slots that an assignment uses, in a new set. */
    static Set<Place> allOf(Assignment assignment) {
        Set<Place> places = new HashSet<>();
        assignment.get_executor_node_port().values().forEach(slot -> places.add(of(slot)));
        return places;
    }
}
