package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import java.time.Duration;
import java.util.Map;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.utils.WrappedInvalidTopologyException;

/** Storm's rebalance, as far as there is something to rebalance in one process. */
final class Rebalancing {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Rebalancing() {}

    /** See {@link LocalNimbus#rebalance}. */
    static void apply(RunningTopology topology, RebalanceOptions options)
            throws InvalidTopologyException {
        Map<String, Integer> executors =
                options.is_set_num_executors() ? options.get_num_executors() : Map.of();
        if (executors.values().stream().anyMatch(count -> count < 1)) {
            throw new WrappedInvalidTopologyException(
                    "Number of executors must be greater than 0, but is " + executors);
        }
        if (options.is_set_topology_conf_overrides()
                && !options.get_topology_conf_overrides().isBlank()) {
            throw new WrappedInvalidTopologyException(
                    "rebalance of topology '"
                            + topology.plan().name()
                            + "': the configuration of a running topology can't be changed; kill it"
                            + " and submit it with "
                            + options.get_topology_conf_overrides());
        }
        try {
            if (topology.status() == TopologyStatus.STARTING && !topology.awaitStarted(LIMIT)) {
                throw new IllegalStateException(
                        "rebalance of topology '"
                                + topology.plan().name()
                                + "': its tasks were not open within "
                                + LIMIT);
            }
            topology.rebalance(executors, LIMIT);
        } catch (IllegalArgumentException e) {
            throw new WrappedInvalidTopologyException(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
