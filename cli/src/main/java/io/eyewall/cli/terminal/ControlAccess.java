package io.eyewall.cli.terminal;

import io.eyewall.control.ControlFolder;
import io.eyewall.control.ControlPort;
import io.eyewall.control.ControlService;
import io.eyewall.control.PortTopologies;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control port through which other commands of the same user inspect and control the topologies
 * of this process.
 */
public final class ControlAccess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlAccess.class);

    private final @Nullable ControlPort port;

    private ControlAccess(@Nullable ControlPort port) {
        this.port = port;
    }

    /**
     * Opens the control port. If that fails, a log line says so and the process runs without one.
     *
     * @param topologies the topologies that the port serves
     * @param services further control services
     */
    public static ControlAccess open(
            PortTopologies topologies, Map<String, ControlService> services) {
        try {
            return new ControlAccess(
                    ControlPort.open(
                            ControlFolder.ofUser().socket(ProcessHandle.current().pid()),
                            topologies,
                            services));
        } catch (IOException e) {
            LOG.info("other commands can't reach this process: {}", e.toString());
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
