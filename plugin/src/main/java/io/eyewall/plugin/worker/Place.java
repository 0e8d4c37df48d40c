package io.eyewall.plugin.worker;

import java.util.HashSet;
import java.util.Set;
import org.apache.storm.generated.Assignment;
import org.apache.storm.generated.NodeInfo;

/**
 * A slot.
 *
 * @param node id of its supervisor
 */
public record Place(String node, int port) {
    static Place of(NodeInfo slot) {
        return new Place(slot.get_node(), slot.get_port().iterator().next().intValue());
    }

    /** All slots that an assignment uses; a copy. */
    static Set<Place> of(Assignment assignment) {
        Set<Place> places = new HashSet<>();
        assignment.get_executor_node_port().values().forEach(slot -> places.add(of(slot)));
        return places;
    }
}
