package io.eyewall.cli.remote;

import io.eyewall.control.ControlClient;
import io.eyewall.control.ControlException;
import io.eyewall.control.HealthService;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.health.Health;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the health of topologies from the servers that run them. Only a server knows of a
 * topology's crashes.
 */
public final class ServersHealth {
    private final Processes processes;

    /** Queries the servers among {@code processes}. */
    public ServersHealth(Processes processes) {
        this.processes = processes;
    }

    /**
     * Returns the health by topology id; topologies without a server are absent.
     *
     * @throws NobodyException if no process can be asked
     */
    public Map<String, Health> query() throws NobodyException {
        Map<String, Health> healthById = new HashMap<>();
        for (ControlClient process : processes.connectAll()) {
            try {
                HealthService.ask(process)
                        .forEach(each -> healthById.put(each.topology(), each.health()));
            } catch (ProcessGoneException | ControlException e) {
                // The process has no topologies, is of an older version, or has ended since.
            }
        }
        return healthById;
    }
}
