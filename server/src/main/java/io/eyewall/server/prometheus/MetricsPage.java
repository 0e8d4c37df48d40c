package io.eyewall.server.prometheus;

import io.eyewall.engine.RunningTopology;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * All metrics of the topologies of a server or of a console. Names begin with {@code eyewall_} and
 * end with their unit; labels are topology, component, stream, core and route, each bounded by what
 * is submitted or built in. Any thread may call.
 */
public final class MetricsPage {
    private final Supplier<? extends Collection<? extends RunningTopology>> topologies;
    private final RequestMetrics requests;

    /**
     * @param topologies asked each time for those that there are
     * @param requests of the server itself
     */
    public MetricsPage(
            Supplier<? extends Collection<? extends RunningTopology>> topologies,
            RequestMetrics requests) {
        this.topologies = topologies;
        this.requests = requests;
    }

    /** The metrics of this moment. */
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
