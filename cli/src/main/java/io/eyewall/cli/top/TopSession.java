package io.eyewall.cli.top;

import io.eyewall.cli.remote.NobodyException;
import io.eyewall.cli.remote.Processes;
import io.eyewall.cli.remote.ServersHealth;
import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.figures.TopologyFigures;
import io.eyewall.control.figures.TopologySample;
import io.eyewall.control.health.Crashes;
import io.eyewall.control.health.Health;
import io.eyewall.control.health.HealthTracker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Polls topologies. Used by one thread. */
final class TopSession {
    private final Processes processes;
    private final @Nullable String name;
    private final @Nullable Long pid;
    private final Forecasts forecasts;
    private final Map<String, HealthTracker> health = new HashMap<>();
    private Map<String, TopologySample> last = new HashMap<>();

    /**
     * Creates a session.
     *
     * @param name the topology's name or id; null for all topologies
     * @param pid the number of the process; null for all processes
     */
    TopSession(
            Processes processes, @Nullable String name, @Nullable Long pid, Forecasts forecasts) {
        this.processes = processes;
        this.forecasts = forecasts;
        this.name = name;
        this.pid = pid;
    }

    /**
     * Returns the progress since the last poll; for new topologies, since their start.
     *
     * @throws NobodyException if no process can be asked, or none has the named topology
     */
    List<View> poll() throws NobodyException {
        List<View> views = new ArrayList<>();
        Map<String, TopologySample> samples = new HashMap<>();
        List<Processes.Found> found =
                name == null ? processes.topologies(pid) : List.of(processes.topology(name, pid));
        Map<String, Health> kept = new ServersHealth(processes).query();
        for (Processes.Found one : found) {
            try {
                TopologySample sample = TopologySample.of(one.topology());
                String key = one.process().pid() + " " + one.topology().id();
                samples.put(key, sample);
                views.add(
                        new View(
                                one.topology(),
                                sample,
                                figures(last.get(key), sample),
                                forecasts.of(key, sample),
                                sample.status().isOver()
                                        ? Optional.empty()
                                        : one.topology().snapshots(),
                                kept.getOrDefault(one.topology().id(), health(key, sample))));
            } catch (ProcessGoneException | ControlException e) {
                // The process has ended, or does not answer; the next poll asks it again.
            }
        }
        last = samples;
        forecasts.keep(samples.keySet());
        health.keySet().retainAll(samples.keySet());
        return views;
    }

    private static TopologyFigures figures(@Nullable TopologySample before, TopologySample now) {
        return before == null
                ? TopologyFigures.sinceStart(now, Math.max(1, now.uptimeSecs()))
                : TopologyFigures.between(before, now);
    }

    /**
     * Returns the health of a topology without a server. Crashes are unknown: its process knows
     * nothing of earlier ones.
     */
    private Health health(String key, TopologySample now) {
        return health.computeIfAbsent(key, absent -> new HealthTracker())
                .derive(
                        now.atNs(),
                        now.timeMs(),
                        now.status(),
                        Crashes.NONE,
                        now.metrics(),
                        now.plan());
    }
}
