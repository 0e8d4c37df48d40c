package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.local.page.ResourceTotals;
import io.eyewall.topology.TopologyPlan;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.generated.DebugOptions;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.TopologyInitialStatus;
import org.jspecify.annotations.Nullable;

/**
 * A topology that a Nimbus was given, and what Storm's clients want to know of it that whoever runs
 * it doesn't. Any thread may call. Orders to a topology wait for others of their kind, and may take
 * long; what is read here does not wait for them. No order waits for a rebalance but another one: a
 * rebalance waits for user code to come to rest, which may be giving the order.
 */
final class Submission {
    private final RunningTopology topology;
    private final OrderQueue orders = new OrderQueue();
    private final OrderQueue kills = new OrderQueue();
    private final OrderQueue rebalances = new OrderQueue();
    private final Map<String, DebugOptions> debug = new HashMap<>();
    private final ResourceOverrides resources = new ResourceOverrides();
    private volatile boolean active;
    private volatile boolean killed;

    /** Sums of what is asked of a scheduler, and of which plan; null until somebody asks. */
    private @Nullable ResourceTotals totals;

    private @Nullable TopologyPlan totalsOf;

    Submission(RunningTopology topology, boolean active) {
        this.topology = topology;
        this.active = active;
    }

    RunningTopology topology() {
        return topology;
    }

    String name() {
        return topology.plan().name();
    }

    String id() {
        return topology.plan().id();
    }

    void activate() {
        orders.give(
                name(),
                () -> {
                    refuseUnlessAlive("activate");
                    topology.activate();
                    active = true;
                });
    }

    void deactivate() {
        orders.give(
                name(),
                () -> {
                    refuseUnlessAlive("deactivate");
                    topology.deactivate();
                    active = false;
                });
    }

    /** Waits for no other orders. */
    void kill(Duration wait) {
        kills.give(
                name(),
                () -> {
                    topology.kill(wait);
                    killed = true;
                });
    }

    /** Whether nobody wants to hear of it any more: it has ended, or has failed and was killed. */
    boolean isForgotten() {
        return topology.status() == TopologyStatus.ENDED || (killed && topology.status().isOver());
    }

    void setCredentials(Map<String, String> credentials) {
        orders.give(name(), () -> topology.setCredentials(credentials));
    }

    /**
     * Switches event logging, of one component or of all.
     *
     * @param componentId null or empty for all
     * @param samplingPercent of the tuples; taken to be 0 to 100
     */
    void debug(@Nullable String componentId, boolean enable, double samplingPercent) {
        double percent = Math.max(0, Math.min(100, samplingPercent));
        String component = componentId == null ? "" : componentId;
        orders.give(
                name(),
                () -> {
                    topology.setDebug(component, enable, percent);
                    note(component, enable, percent);
                });
    }

    private synchronized void note(String component, boolean enable, double percent) {
        String key = component.isEmpty() ? id() : component;
        DebugOptions options = debug.computeIfAbsent(key, id -> new DebugOptions());
        options.set_enable(enable);
        if (enable) { // else it keeps the last
            options.set_samplingpct(percent);
        }
    }

    /** Event logging as it was switched, by component; that of all under the topology's id. */
    synchronized Map<String, DebugOptions> debug() {
        Map<String, DebugOptions> copy = new HashMap<>();
        debug.forEach((component, options) -> copy.put(component, options.deepCopy()));
        return copy;
    }

    /** See {@link NimbusOrders#rebalance}. */
    void rebalance(RebalanceOptions options) throws InvalidTopologyException {
        rebalances.give(
                name(),
                () -> {
                    refuseUnlessAlive("rebalance");
                    Rebalancing.apply(topology, options);
                    if (options.is_set_topology_resources_overrides()) {
                        override(options.get_topology_resources_overrides());
                    }
                });
    }

    /** A rebalance has changed what components ask of a scheduler. */
    private synchronized void override(Map<String, Map<String, Double>> resourcesOfComponents) {
        resources.add(resourcesOfComponents);
        totals = null;
    }

    /** Returns the sum of the resources that the topology's executors request. */
    @SuppressWarnings("ReferenceEquality") // plans don't change; to compare them costs more
    synchronized ResourceTotals resourceTotals() {
        TopologyPlan plan = topology.plan();
        ResourceTotals known = totals;
        if (known == null || totalsOf != plan) {
            known = ResourceTotals.of(plan, systemTopology());
            totals = known;
            totalsOf = plan;
        }
        return known;
    }

    /** A copy, with Storm's system components and streams. */
    synchronized StormTopology systemTopology() {
        return resources.applyTo(topology.plan().systemTopology().deepCopy());
    }

    /** A copy, with the numbers of tasks filled in. */
    synchronized StormTopology userTopology() {
        return resources.applyTo(topology.plan().userTopology().deepCopy());
    }

    /**
     * @throws IllegalStateException if it has been killed or has failed
     */
    void refuseUnlessAlive(String action) {
        switch (topology.status()) {
            case STARTING, ACTIVE, INACTIVE -> {}
            case KILLED, ENDED ->
                    throw new IllegalStateException(
                            "can't "
                                    + action
                                    + " topology '"
                                    + name()
                                    + "': it has been killed; submit it again");
            case FAILED ->
                    throw new IllegalStateException(
                            "can't "
                                    + action
                                    + " topology '"
                                    + name()
                                    + "': it has failed; kill it and submit it again");
        }
    }

    /**
     * Storm's word for the status. A topology that is still starting has the status that it was
     * asked to take, as on Storm; FAILED is ours, as Storm ends the process instead.
     */
    String stormStatus() {
        return switch (topology.status()) {
            case STARTING ->
                    (active ? TopologyInitialStatus.ACTIVE : TopologyInitialStatus.INACTIVE).name();
            case ACTIVE -> "ACTIVE";
            case INACTIVE -> "INACTIVE";
            case KILLED, ENDED -> "KILLED";
            case FAILED -> "FAILED";
        };
    }
}
