package io.eyewall.cli;

import io.eyewall.control.ControlFolder;
import io.eyewall.control.ControlPort;
import io.eyewall.control.ControlService;
import io.eyewall.control.PortTopologies;
import java.io.IOException;
import java.util.Map;
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
     * @param topologies about which it answers
     * @param services what else it can be asked for
     */
    static ControlAccess open(PortTopologies topologies, Map<String, ControlService> services) {
        try {
            return new ControlAccess(
                    ControlPort.open(
                            ControlFolder.ofUser().socket(ProcessHandle.current().pid()),
                            topologies,
                            services));
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
