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
 * A topology that was submitted to a Nimbus, with the facts that Storm's clients query and the
 * engine does not keep. Any thread may call. There are three kinds of operations: kills, rebalances
 * and all others. An operation waits for earlier operations of the same kind and may take long;
 * reads do not wait for operations. Rebalances are a kind of their own because a rebalance waits
 * until user code has returned, and that user code may be calling one of the other operations.
 */
final class Submission {
    private final RunningTopology topology;
    private final OperationQueue otherOperations = new OperationQueue();
    private final OperationQueue kills = new OperationQueue();
    private final OperationQueue rebalances = new OperationQueue();
    private final Map<String, DebugOptions> debugOptions = new HashMap<>();
    private final ResourceOverrides resources = new ResourceOverrides();
    private volatile boolean active;
    private volatile boolean killed;

    /**
     * The sums of requested resources, cached for the plan {@link #totalsPlan}; null until they are
     * first queried, and after a change.
     */
    private @Nullable ResourceTotals totals;

    private @Nullable TopologyPlan totalsPlan;

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
        otherOperations.run(
                name(),
                () -> {
                    refuseUnlessAlive("activate");
                    topology.activate();
                    active = true;
                });
    }

    void deactivate() {
        otherOperations.run(
                name(),
                () -> {
                    refuseUnlessAlive("deactivate");
                    topology.deactivate();
                    active = false;
                });
    }

    /** Kills the topology; waits for earlier kills only. */
    void kill(Duration wait) {
        kills.run(
                name(),
                () -> {
                    topology.kill(wait);
                    killed = true;
                });
    }

    /**
     * Returns whether Nimbus no longer lists the topology: it has ended, or has failed and was
     * killed.
     */
    boolean isRemovable() {
        return topology.status() == TopologyStatus.ENDED || (killed && topology.status().isOver());
    }

    void setCredentials(Map<String, String> credentials) {
        otherOperations.run(name(), () -> topology.setCredentials(credentials));
    }

    /**
     * Switches event logging on or off, for one component or for all.
     *
     * @param componentId null or empty for all
     * @param samplingPercent percentage of the tuples to log; clamped to 0 to 100
     */
    void setDebug(@Nullable String componentId, boolean enable, double samplingPercent) {
        double percent = Math.max(0, Math.min(100, samplingPercent));
        String component = componentId == null ? "" : componentId;
        otherOperations.run(
                name(),
                () -> {
                    topology.setDebug(component, enable, percent);
                    recordDebug(component, enable, percent);
                });
    }

    private synchronized void recordDebug(String component, boolean enable, double percent) {
        String key = component.isEmpty() ? id() : component;
        DebugOptions options = debugOptions.computeIfAbsent(key, id -> new DebugOptions());
        options.set_enable(enable);
        if (enable) { // a component that is switched off keeps its last percentage
            options.set_samplingpct(percent);
        }
    }

    /**
     * Returns the settings of event logging by component; the setting for all components has the
     * topology's id as its key.
     */
    synchronized Map<String, DebugOptions> debugOptions() {
        Map<String, DebugOptions> copy = new HashMap<>();
        debugOptions.forEach((component, options) -> copy.put(component, options.deepCopy()));
        return copy;
    }

    /** Rebalances the topology, see {@link NimbusOrders#rebalance}. */
    void rebalance(RebalanceOptions options) throws InvalidTopologyException {
        rebalances.run(
                name(),
                () -> {
                    refuseUnlessAlive("rebalance");
                    Rebalancing.apply(topology, options);
                    if (options.is_set_topology_resources_overrides()) {
                        overrideResources(options.get_topology_resources_overrides());
                    }
                });
    }

    /** Records the resources that a rebalance has requested for components. */
    private synchronized void overrideResources(
            Map<String, Map<String, Double>> resourcesOfComponents) {
        resources.add(resourcesOfComponents);
        totals = null;
    }

    /** Returns the sum of the resources that the topology's executors request. */
    @SuppressWarnings(
            "ReferenceEquality") // plans are immutable; comparing their contents would cost more
    synchronized ResourceTotals resourceTotals() {
        TopologyPlan plan = topology.plan();
        ResourceTotals cached = totals;
        if (cached == null || totalsPlan != plan) {
            cached = ResourceTotals.sumOf(plan, systemTopology());
            totals = cached;
            totalsPlan = plan;
        }
        return cached;
    }

    /** Returns a copy of the topology with Storm's system components and streams. */
    synchronized StormTopology systemTopology() {
        return resources.applyTo(topology.plan().systemTopology().deepCopy());
    }

    /** Returns a copy of the submitted topology with the numbers of tasks filled in. */
    synchronized StormTopology userTopology() {
        return resources.applyTo(topology.plan().userTopology().deepCopy());
    }

    /**
     * @throws IllegalStateException if the topology has been killed or has failed
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
     * Returns Storm's word for the status. A topology that is still starting has the status that it
     * will take, as on Storm. FAILED does not exist on Storm, where the process ends instead.
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
