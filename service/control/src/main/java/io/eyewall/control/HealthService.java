package io.eyewall.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.health.Health;
import io.eyewall.control.wire.WireJson;
import io.eyewall.engine.RunningTopology;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports the health of a server's topologies to other processes. Only a server knows of crashes;
 * the processes that run the topologies do not.
 */
public final class HealthService implements ControlService {
    /** The service's name; it takes no arguments and returns an array of {@link TopologyHealth}. */
    public static final String NAME = "health";

    private final Supplier<? extends Collection<RunningTopology>> topologies;

    /**
     * The health of a topology.
     *
     * @param topology the topology's id
     */
    public record TopologyHealth(String topology, Health health) {}

    /**
     * @param topologies returns the server's topologies; called by any thread
     */
    public HealthService(Supplier<? extends Collection<RunningTopology>> topologies) {
        this.topologies = topologies;
    }

    @Override
    public List<TopologyHealth> answer(@Nullable JsonNode arguments) {
        List<TopologyHealth> all = new ArrayList<>();
        for (RunningTopology each : topologies.get()) {
            ServedTopology.healthOf(each)
                    .ifPresent(health -> all.add(new TopologyHealth(each.plan().id(), health)));
        }
        return all;
    }

    /**
     * Calls the service of a server's process.
     *
     * @throws ProcessGoneException if it has ended
     * @throws ControlException if it is not a server, or does not answer in time
     */
    public static List<TopologyHealth> ask(ControlClient process) {
        try {
            TopologyHealth[] all = WireJson.read(process.call(NAME, null), TopologyHealth[].class);
            return all == null ? List.of() : List.of(all);
        } catch (IOException e) {
            throw new ControlException(
                    "the answer of process " + process.pid() + " can't be read: " + e);
        }
    }
}
