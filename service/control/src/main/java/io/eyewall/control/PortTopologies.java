package io.eyewall.control;

import io.eyewall.engine.RunningTopology;
import java.util.Collection;
import java.util.Optional;

/** The topologies of a control port. Any thread may call, several at once. */
@FunctionalInterface
public interface PortTopologies {
    /** Returns the topologies that clients see now; called for every request. */
    Collection<? extends RunningTopology> shown();

    /**
     * Returns a topology by id. It may be hidden from {@link #shown} by now, for clients that know
     * it already.
     */
    default Optional<RunningTopology> find(String id) {
        for (RunningTopology topology : shown()) {
            if (topology.plan().id().equals(id)) {
                return Optional.of(topology);
            }
        }
        return Optional.empty();
    }
}
