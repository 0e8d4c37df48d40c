package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests the rebalances of a plan from Nimbus, each once, and again after two minutes if it had
 * no effect. For the thread of {@link PlanFetch}.
 */
final class Rebalancer {
    private static final Logger LOG = LoggerFactory.getLogger(Rebalancer.class);
    private static final long RETRY_NS = TimeUnit.MINUTES.toNanos(2);

    private final Nimbus nimbus;

    /** When each rebalance was requested last. */
    private final Map<ClusterPlan.Rebalance, Long> requestedNs = new HashMap<>();

    /** Nimbus' {@code rebalance}. */
    interface Nimbus {
        /**
         * Requests a rebalance and returns when Nimbus has accepted it.
         *
         * @param executors the new numbers of executors, by component
         * @throws Exception if it was refused
         */
        void rebalance(String topologyName, Map<String, Integer> executors) throws Exception;
    }

    Rebalancer(Nimbus nimbus) {
        this.nimbus = nimbus;
    }

    /**
     * Requests the planned rebalances that the view does not show yet.
     *
     * @param nowNs the time by a monotonic clock
     */
    void requestMissing(ClusterPlan plan, ClusterView view, long nowNs) {
        requestedNs.keySet().retainAll(plan.rebalances());
        for (ClusterView.Topology topology : view.topologies()) {
            Map<String, Integer> executorsByComponent = new TreeMap<>();
            for (ClusterPlan.Rebalance each : plan.rebalances()) {
                Long lastRequestNs = requestedNs.get(each);
                if (isMissing(each, topology)
                        && (lastRequestNs == null || nowNs - lastRequestNs > RETRY_NS)) {
                    executorsByComponent.put(each.component(), each.executors());
                    requestedNs.put(each, nowNs);
                }
            }
            if (!executorsByComponent.isEmpty()) {
                request(topology, executorsByComponent);
            }
        }
    }

    private static boolean isMissing(
            ClusterPlan.Rebalance rebalance, ClusterView.Topology topology) {
        List<ClusterView.Executor> executors =
                topology.executors().stream()
                        .filter(each -> each.component().equals(rebalance.component()))
                        .toList();
        return topology.elastic()
                && topology.id().equals(rebalance.topology())
                && !executors.isEmpty()
                && executors.size() < rebalance.executors();
    }

    private void request(ClusterView.Topology topology, Map<String, Integer> executorsByComponent) {
        try {
            nimbus.rebalance(topology.name(), executorsByComponent);
            LOG.info(
                    "{}: rebalancing to {} executors, because some executors were hot",
                    topology.id(),
                    executorsByComponent);
        } catch (Exception e) { // any failure concerns only this topology
            LOG.warn("{}: the rebalance to {} was refused", topology.id(), executorsByComponent, e);
        }
    }
}
