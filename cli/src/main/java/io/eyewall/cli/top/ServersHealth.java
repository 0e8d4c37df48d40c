package io.eyewall.cli.top;

import io.eyewall.cli.remote.NobodyException;
import io.eyewall.cli.remote.Processes;
import io.eyewall.control.ControlClient;
import io.eyewall.control.ControlException;
import io.eyewall.control.HealthService;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.health.Health;
import java.util.HashMap;
import java.util.Map;

/** How topologies of servers are, by their servers, which know of their crashes. */
final class ServersHealth {
    private final Processes processes;

    ServersHealth(Processes processes) {
        this.processes = processes;
    }

    /**
     * By ids of topologies; those that no server keeps are not among them.
     *
     * @throws NobodyException if nobody can be asked
     */
    Map<String, Health> ask() throws NobodyException {
        Map<String, Health> all = new HashMap<>();
        for (ControlClient process : processes.all()) {
            try {
                HealthService.ask(process).forEach(each -> all.put(each.topology(), each.health()));
            } catch (ProcessGoneException | ControlException e) {
                // It keeps none, is of a version that can't say it, or has ended meanwhile.
            }
        }
        return all;
    }
}
