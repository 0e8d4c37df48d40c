package io.eyewall.local;

import io.eyewall.engine.lifecycle.TaskObjects;
import io.eyewall.local.coordination.Coordination;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.trident.topology.MasterBatchCoordinator;
import org.apache.storm.trident.topology.OrderedBatchCoordinator;
import org.apache.storm.utils.Utils;

/** Puts an {@link OrderedBatchCoordinator} in the place of Storm's own coordinator. */
final class TridentOrder {
    private TridentOrder() {}

    /**
     * The topology; a copy with other coordinators if it is one of Trident.
     *
     * @param topology not changed
     * @param loader of the topology's classes
     * @throws IllegalArgumentException if a coordinator can't be made from its serialized form
     */
    static StormTopology keptIn(StormTopology topology, ClassLoader loader) {
        if (topology.get_spouts().keySet().stream().noneMatch(Coordination::isCoordinator)) {
            return topology;
        }
        TaskObjects objects = new TaskObjects(loader);
        StormTopology copy = topology.deepCopy();
        copy.get_spouts()
                .forEach(
                        (id, spout) -> {
                            if (Coordination.isCoordinator(id)) {
                                Object object = objects.create(id, spout.get_spout_object(), true);
                                if (object.getClass() == MasterBatchCoordinator.class) {
                                    spout.set_spout_object(
                                            inOrder((MasterBatchCoordinator) object));
                                }
                            }
                        });
        return copy;
    }

    private static ComponentObject inOrder(MasterBatchCoordinator coordinator) {
        return ComponentObject.serialized_java(
                Utils.javaSerialize(new OrderedBatchCoordinator(coordinator)));
    }
}
