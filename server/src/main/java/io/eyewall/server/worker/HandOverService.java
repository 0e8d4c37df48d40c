package io.eyewall.server.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ControlService;
import io.eyewall.control.wire.Json;
import io.eyewall.server.store.TopologyFolder;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Has a worker's topology hand over to its update, for its server. */
public final class HandOverService implements ControlService {
    /** Of the call. */
    public static final String NAME = "worker.handOver";

    private final KeptOrders topology;

    /**
     * A request to hand over.
     *
     * @param successor folder of the topology in standby
     * @param drainMs how long what is under way may take
     */
    public record Asked(String successor, long drainMs) {}

    HandOverService(KeptOrders topology) {
        this.topology = topology;
    }

    @Override
    public Object answer(@Nullable JsonNode arguments) throws Exception {
        Asked asked = Json.read(arguments, Asked.class);
        if (asked == null) {
            throw new IllegalArgumentException(NAME + " needs to know to whom");
        }
        return topology.handOver(
                new TopologyFolder(Path.of(asked.successor())), Duration.ofMillis(asked.drainMs()));
    }
}
