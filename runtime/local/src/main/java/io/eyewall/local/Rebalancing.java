package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.shade.net.minidev.json.parser.ParseException;
import org.apache.storm.utils.WrappedInvalidTopologyException;

/** Storm's rebalance, restricted to the options that have a meaning in one process. */
final class Rebalancing {
    private static final Duration MAX_REBALANCE_TIME = Duration.ofSeconds(60);
    private static final Duration MAX_OPENING_WAIT = Duration.ofSeconds(1);

    /** Keys that Nimbus removes from a user's overrides without an error. */
    private static final Set<String> NIMBUS_KEYS =
            Set.of(
                    Config.TOPOLOGY_SUBMITTER_PRINCIPAL,
                    Config.TOPOLOGY_SUBMITTER_USER,
                    Config.STORM_ZOOKEEPER_SUPERACL,
                    Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_SCHEME,
                    Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_PAYLOAD,
                    Config.TOPOLOGY_CLASSPATH_BEGINNING,
                    Config.STORM_LOCAL_HOSTNAME);

    /**
     * Keys with which Storm's client finds Nimbus and logs in. {@code storm rebalance} sends all
     * keys that were set by {@code -c}; on a Storm cluster these have no effect on a running
     * topology.
     */
    private static final Set<String> CLIENT_KEYS =
            Set.of(
                    Config.NIMBUS_SEEDS,
                    Config.NIMBUS_THRIFT_PORT,
                    Config.STORM_THRIFT_TRANSPORT_PLUGIN,
                    Config.STORM_NIMBUS_RETRY_TIMES,
                    Config.STORM_NIMBUS_RETRY_INTERVAL,
                    Config.STORM_NIMBUS_RETRY_INTERVAL_CEILING,
                    Config.STORM_DO_AS_USER,
                    "java.security.auth.login.config");

    private Rebalancing() {}

    /** Rebalances a topology, see {@link LocalNimbus#rebalance}. */
    static void apply(RunningTopology topology, RebalanceOptions options)
            throws InvalidTopologyException {
        Map<String, Integer> executors =
                options.is_set_num_executors() ? options.get_num_executors() : Map.of();
        if (executors.values().stream().anyMatch(count -> count < 1)) {
            throw new WrappedInvalidTopologyException(
                    "Number of executors must be greater than 0, but is " + executors);
        }
        Map<String, Object> overrides = confOverrides(topology.plan().name(), options);
        try {
            // The engine defers the rebalance of a topology that is not open. Most topologies are
            // open after this wait, so they have been rebalanced when this method returns.
            topology.awaitStarted(MAX_OPENING_WAIT);
            topology.rebalance(executors, overrides, MAX_REBALANCE_TIME);
        } catch (IllegalArgumentException e) {
            throw new WrappedInvalidTopologyException(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "rebalance of topology '"
                            + topology.plan().name()
                            + "': the caller was interrupted before the rebalance was done; the"
                            + " topology runs as before",
                    e);
        }
    }

    private static Map<String, Object> confOverrides(String name, RebalanceOptions options)
            throws InvalidTopologyException {
        String json = options.get_topology_conf_overrides();
        if (json == null || json.isBlank()) {
            return Map.of();
        }
        try {
            Map<String, Object> overrides = new HashMap<>();
            ((Map<?, ?>) JSONValue.parseWithException(json))
                    .forEach((key, value) -> overrides.put((String) key, value));
            overrides.keySet().removeAll(NIMBUS_KEYS);
            overrides.keySet().removeAll(CLIENT_KEYS);
            return overrides;
        } catch (ParseException | ClassCastException e) {
            throw new WrappedInvalidTopologyException(
                    "rebalance of topology '"
                            + name
                            + "': topology_conf_overrides must be a JSON object, but is "
                            + json);
        }
    }
}
