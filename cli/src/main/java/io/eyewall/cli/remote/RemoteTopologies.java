package io.eyewall.cli.remote;

import io.eyewall.control.RemoteTopology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What runs now, in all processes. A topology that was there before is the same object, which knows
 * its plan already. For one thread.
 */
final class RemoteTopologies implements Supplier<List<RemoteTopology>> {
    private final Processes processes;
    private final @Nullable String which;
    private Map<String, RemoteTopology> known = new HashMap<>();

    /**
     * @param which name or id of a topology, or number of a process; null: all
     */
    RemoteTopologies(Processes processes, @Nullable String which) {
        this.processes = processes;
        this.which = which;
    }

    @Override
    public List<RemoteTopology> get() {
        Map<String, RemoteTopology> now = new HashMap<>();
        List<RemoteTopology> wanted = new ArrayList<>();
        try {
            for (Processes.Found found : processes.topologies(null)) {
                RemoteTopology fresh = found.topology();
                String key = found.process().pid() + " " + fresh.id();
                RemoteTopology topology = known.getOrDefault(key, fresh);
                now.put(key, topology);
                if (isWanted(topology)) {
                    wanted.add(topology);
                }
            }
        } catch (NobodyException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
        known = now;
        return wanted;
    }

    private boolean isWanted(RemoteTopology topology) {
        return which == null
                || which.equals(topology.name())
                || which.equals(topology.id())
                || which.equals(Long.toString(topology.process().pid()));
    }
}
