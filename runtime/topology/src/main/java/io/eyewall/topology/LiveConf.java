package io.eyewall.topology;

import io.eyewall.topology.config.ConfigKey;
import io.eyewall.topology.config.ConfigKeys;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.validation.ConfigValidation;

/**
 * The configuration keys that can change while a topology runs. These are keys that only executors
 * read, since a change gives components new executors, and keys that the engine reads again at each
 * use. Tasks are not opened or prepared again, so keys that user code or the rest of the engine
 * reads must not change.
 */
final class LiveConf {
    private static final Set<String> CHANGEABLE_KEYS =
            Set.of(
                    Config.TOPOLOGY_MAX_SPOUT_PENDING,
                    Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS,
                    Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS,
                    Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS,
                    Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE,
                    Config.TOPOLOGY_STATS_SAMPLE_RATE,
                    Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL1_COUNT,
                    Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL2_COUNT,
                    Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL3_SLEEP_MILLIS,
                    Config.TOPOLOGY_SPOUT_WAIT_PARK_MICROSEC,
                    ConfigKeys.MAILBOX_CAPACITY.name(),
                    ConfigKeys.PARALLELISM_AUTO.name());

    private LiveConf() {}

    /**
     * Returns a topology's configuration with some keys overridden.
     *
     * @throws IllegalArgumentException if a value is invalid, or a key can't change
     */
    static Map<String, Object> withOverrides(TopologyPlan plan, Map<String, Object> overrides) {
        String topologyText = "topology '" + plan.name() + "'";
        ConfigKeys.check(overrides, ConfigKey.Scope.TOPOLOGY, topologyText);
        ConfigValidation.validateFields(overrides);
        Set<String> fixed = new TreeSet<>(overrides.keySet());
        fixed.removeAll(CHANGEABLE_KEYS);
        fixed.removeIf(key -> Objects.equals(plan.conf().get(key), overrides.get(key)));
        if (!fixed.isEmpty()) {
            throw new IllegalArgumentException(
                    topologyText
                            + ": "
                            + fixed
                            + " can't change while the topology runs; kill it and submit it with the"
                            + " new values; keys that can change are "
                            + new TreeSet<>(CHANGEABLE_KEYS));
        }
        Map<String, Object> conf = new HashMap<>(plan.conf());
        conf.putAll(overrides);
        return conf;
    }
}
