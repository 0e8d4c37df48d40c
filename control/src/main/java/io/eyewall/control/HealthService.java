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
 * Lets others ask who keeps topologies how they are: unlike their processes, it knows of those that
 * have ended before.
 */
public final class HealthService implements ControlService {
    /** The service's name; it takes no arguments and returns an array of {@link Of}. */
    public static final String NAME = "health";

    private final Supplier<? extends Collection<RunningTopology>> topologies;

    /**
     * How a topology is.
     *
     * @param topology its id
     */
    public record Of(String topology, Health health) {}

    /**
     * @param topologies those that are kept; asked by any thread
     */
    public HealthService(Supplier<? extends Collection<RunningTopology>> topologies) {
        this.topologies = topologies;
    }

    @Override
    public List<Of> answer(@Nullable JsonNode arguments) {
        List<Of> all = new ArrayList<>();
        for (RunningTopology each : topologies.get()) {
            if (each instanceof ServedTopology its) {
                its.health().ifPresent(health -> all.add(new Of(each.plan().id(), health)));
            }
        }
        return all;
    }

    /**
     * Asks a process.
     *
     * @throws ProcessGoneException if it has ended
     * @throws ControlException if it keeps no topologies, or does not answer in time
     */
    public static List<Of> ask(ControlClient process) {
        try {
            Of[] all = WireJson.read(process.call(NAME, null), Of[].class);
            return all == null ? List.of() : List.of(all);
        } catch (IOException e) {
            throw new ControlException(
                    "the answer of process " + process.pid() + " can't be read: " + e);
        }
    }
}
