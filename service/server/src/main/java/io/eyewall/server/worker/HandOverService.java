package io.eyewall.server.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ControlService;
import io.eyewall.control.wire.WireJson;
import io.eyewall.server.store.TopologyFolder;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The control service by which a server makes a worker's topology hand over to its update. */
public final class HandOverService implements ControlService {
    /** The name of the service. */
    public static final String NAME = "worker.handOver";

    private final DurableTopology topology;

    /**
     * A request to hand over.
     *
     * @param successor folder of the topology in standby
     * @param drainMs milliseconds for which pending messages may complete
     */
    public record Request(String successor, long drainMs) {}

    HandOverService(DurableTopology topology) {
        this.topology = topology;
    }

    @Override
    public Object answer(@Nullable JsonNode arguments) throws Exception {
        Request request = WireJson.read(arguments, Request.class);
        if (request == null) {
            throw new IllegalArgumentException(NAME + " needs arguments: successor and drainMs");
        }
        return topology.handOver(
                new TopologyFolder(Path.of(request.successor())),
                Duration.ofMillis(request.drainMs()));
    }
}
