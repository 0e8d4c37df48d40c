package io.eyewall.cli;

import io.eyewall.control.ControlFolder;
import io.eyewall.control.ControlPort;
import io.eyewall.control.PlacementService;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.adaptation.LivePlacement;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets other commands of the same user look into and steer what this process runs. */
final class ControlAccess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlAccess.class);

    private final @Nullable ControlPort port;

    private ControlAccess(@Nullable ControlPort port) {
        this.port = port;
    }

    /**
     * Opens it. Where that is not possible it says so in the log: the process runs all the same.
     *
     * @param topologies asked anew for every request
     * @param placement of the engine, once there is one
     */
    static ControlAccess open(
            Supplier<List<RunningTopology>> topologies,
            Supplier<Optional<LivePlacement>> placement) {
        try {
            return new ControlAccess(
                    ControlPort.open(
                            ControlFolder.ofUser().socket(ProcessHandle.current().pid()),
                            topologies,
                            Map.of(PlacementService.NAME, new PlacementService(placement))));
        } catch (IOException e) {
            LOG.info("other processes can't look into this one: {}", e.toString());
            return new ControlAccess(null);
        }
    }

    @Override
    public void close() {
        if (port != null) {
            port.close();
        }
    }
}
