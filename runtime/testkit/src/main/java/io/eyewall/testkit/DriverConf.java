package io.eyewall.testkit;

import io.eyewall.topology.config.ConfigKeys;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.policy.WaitStrategyPark;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.shade.net.minidev.json.parser.ParseException;
import org.apache.storm.utils.Utils;

/** The configurations with which a driver runs a topology. */
final class DriverConf {
    private DriverConf() {}

    /**
     * Returns Storm's defaults and {@code storm.yaml}, as in Storm's local mode (Storm:
     * LocalCluster).
     */
    static Map<String, Object> daemonConf() {
        Map<String, Object> conf = new HashMap<>(Utils.readStormConfig());
        conf.put(Config.TOPOLOGY_SKIP_MISSING_KRYO_REGISTRATIONS, true);
        conf.put(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true);
        conf.put(Config.STORM_CLUSTER_MODE, "local");
        return conf;
    }

    /**
     * Returns a topology's configuration as it arrives on a cluster: through JSON.
     *
     * @param spoutWaitUs microseconds after which a spout that emitted nothing is called again
     * @throws IllegalArgumentException if JSON cannot represent the configuration
     */
    static Map<String, Object> topologyConf(
            String name, Map<String, Object> conf, int spoutWaitUs) {
        if (!survivesJson(conf)) {
            throw new IllegalArgumentException(
                    "topology '"
                            + name
                            + "': configuration does not survive a round trip through JSON; use"
                            + " only strings, numbers, booleans, and lists and maps of them");
        }
        Map<String, Object> parsed = parse(JSONValue.toJSONString(conf));
        removeDedicatedSettings(parsed);
        parsed.put(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY, WaitStrategyPark.class.getName());
        parsed.put(Config.TOPOLOGY_SPOUT_WAIT_PARK_MICROSEC, spoutWaitUs);
        return parsed;
    }

    private static boolean survivesJson(Map<String, Object> conf) {
        try {
            return Utils.isValidConf(conf);
        } catch (RuntimeException | LinkageError e) {
            // Storm's JSON writer tries to access the fields of any object that it is given.
            return false;
        }
    }

    /**
     * Removes settings that make an executor dedicated: {@code eyewall.executor.dedicated}, and a
     * spout's wait strategy, because one of the user's may sleep.
     */
    static void removeDedicatedSettings(Map<String, Object> conf) {
        conf.remove(ConfigKeys.DEDICATED.name());
        conf.remove(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY);
    }

    /**
     * Parses a configuration.
     *
     * @throws IllegalArgumentException if the text is not a JSON object
     */
    @SuppressWarnings("unchecked") // keys of a JSON object are strings
    static Map<String, Object> parse(String json) {
        try {
            if (JSONValue.parseWithException(json) instanceof Map<?, ?> map) {
                return new HashMap<>((Map<String, Object>) map);
            }
        } catch (ParseException e) {
            throw new IllegalArgumentException("configuration is not JSON: " + json, e);
        }
        throw new IllegalArgumentException("configuration is not a JSON object: " + json);
    }
}
