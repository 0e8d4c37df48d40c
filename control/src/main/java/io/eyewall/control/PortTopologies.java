package io.eyewall.control;

import io.eyewall.engine.RunningTopology;
import java.util.Collection;
import java.util.Optional;

/** The topologies about which a process can be asked. Any thread may call, several at once. */
@FunctionalInterface
public interface PortTopologies {
    /** Those that clients are shown now; asked anew for every request. */
    Collection<? extends RunningTopology> shown();

    /** One that a client has been shown before, though others may not be shown it any more. */
    default Optional<RunningTopology> find(String id) {
        for (RunningTopology topology : shown()) {
            if (topology.plan().id().equals(id)) {
                return Optional.of(topology);
            }
        }
        return Optional.empty();
    }
}
