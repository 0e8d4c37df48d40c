package io.eyewall.model.whatif;

import io.eyewall.model.capacity.Placement;
import io.eyewall.model.topology.ComponentModel;
import io.eyewall.model.topology.TopologyModel;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Places executors on a cluster's slots as Storm's default scheduler does: component by component,
 * each executor on the next slot. The slots are in turn the first of each node, the second of each
 * node, and so on.
 */
final class ClusterPlaces {
    private ClusterPlaces() {}

    static Placement findPlacement(TopologyModel topology, Setting setting) {
        int[] order = slotOrder(setting);
        Map<String, int[]> places = new LinkedHashMap<>();
        int next = 0;
        for (ComponentModel component : topology.components()) {
            int[] placesOfComponent = new int[component.executors()];
            for (int i = 0; i < placesOfComponent.length; i++) {
                placesOfComponent[i] = order[next++ % order.length];
            }
            places.put(component.id(), placesOfComponent);
        }
        return new Placement(setting.tree(), topology, places);
    }

    /** Returns the first slot of each node, then the second of each, and so on. */
    private static int[] slotOrder(Setting setting) {
        Integer[] order = new Integer[setting.tree().placeCount()];
        Arrays.setAll(order, p -> p);
        int[] indexOnNode = new int[order.length];
        for (int p = 0; p < order.length; p++) {
            int node = setting.tree().path(p)[1];
            indexOnNode[p] = p - setting.tree().firstPlace(node);
        }
        Arrays.sort(
                order,
                (p, q) ->
                        indexOnNode[p] != indexOnNode[q] ? indexOnNode[p] - indexOnNode[q] : p - q);
        return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }
}
