package io.eyewall.server.prometheus;

import io.eyewall.engine.RunningTopology;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * The metrics page of a server or console. Metric names begin with {@code eyewall_} and end with
 * their unit. Labels are topology, component, stream, core and route; the number of their values is
 * limited by submitted topologies and built-in routes. Any thread may call.
 */
public final class MetricsPage {
    private final Supplier<? extends Collection<? extends RunningTopology>> topologies;
    private final RequestMetrics requests;

    /**
     * @param topologies returns the current topologies; called for each page
     * @param requests metrics of the web server itself
     */
    public MetricsPage(
            Supplier<? extends Collection<? extends RunningTopology>> topologies,
            RequestMetrics requests) {
        this.topologies = topologies;
        this.requests = requests;
    }

    /** Returns the current metrics as text. */
    public String write(MetricsFormat format) {
        Exposition to = new Exposition(format);
        Collection<RunningTopology> running = List.copyOf(topologies.get());
        Collection<TopologySnapshot> snapshots = TopologySnapshot.of(running);
        TopologyFamilies.write(snapshots, to);
        ComponentFamilies.write(snapshots, to);
        CoreFamilies.write(snapshots, to);
        requests.write(to);
        return to.end();
    }
}
