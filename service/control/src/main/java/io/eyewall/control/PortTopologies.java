package io.eyewall.control;

import io.eyewall.engine.RunningTopology;
import java.util.Collection;
import java.util.Optional;

/** The topologies that a control port offers. Any thread may call, several at once. */
@FunctionalInterface
public interface PortTopologies {
    /** Returns the topologies that clients see now; called for every request. */
    Collection<? extends RunningTopology> visible();

    /**
     * Returns a topology by id. This may include topologies that {@link #visible} does not return
     * any more, for clients that know their ids already.
     */
    default Optional<RunningTopology> find(String id) {
        for (RunningTopology topology : visible()) {
            if (topology.plan().id().equals(id)) {
                return Optional.of(topology);
            }
        }
        return Optional.empty();
    }
}
