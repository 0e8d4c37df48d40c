package io.eyewall.local;

import io.eyewall.engine.lifecycle.TaskObjects;
import io.eyewall.local.coordination.Coordination;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.trident.topology.MasterBatchCoordinator;
import org.apache.storm.trident.topology.OrderedBatchCoordinator;
import org.apache.storm.utils.Utils;

/**
 * Replaces the batch coordinator of Trident topologies by an {@link OrderedBatchCoordinator}. Any
 * thread may call.
 */
final class TridentCoordinators {
    private TridentCoordinators() {}

    /**
     * Returns the topology or, for a Trident topology, a copy whose coordinators keep batches in
     * order.
     *
     * @param topology not changed
     * @param loader loads the topology's classes
     * @throws IllegalArgumentException if a coordinator can't be deserialized
     */
    static StormTopology withOrderedBatches(StormTopology topology, ClassLoader loader) {
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
                                            orderedCoordinator((MasterBatchCoordinator) object));
                                }
                            }
                        });
        return copy;
    }

    private static ComponentObject orderedCoordinator(MasterBatchCoordinator coordinator) {
        return ComponentObject.serialized_java(
                Utils.javaSerialize(new OrderedBatchCoordinator(coordinator)));
    }
}
