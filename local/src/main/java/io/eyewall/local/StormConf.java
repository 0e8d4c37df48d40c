package io.eyewall.local;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.shade.net.minidev.json.parser.ParseException;
import org.apache.storm.utils.Utils;

/** Storm's configuration as a cluster in this process sees it. */
public final class StormConf {
    private StormConf() {}

    /**
     * Storm's defaults, {@code storm.yaml} and {@code -Dstorm.options}, with what Storm's local
     * mode lays over them (Storm: LocalCluster.java). Message timeouts are on, as for {@code new
     * LocalCluster()}.
     *
     * <p>Calls {@code Utils.readStormConfig} and not its twin in {@code ConfigUtils}, whose class
     * initialiser scans all configuration keys by reflection, which costs 0.1 s at start-up.
     *
     * @return a new map, the caller's own
     */
    public static Map<String, Object> localMode() {
        Map<String, Object> conf = new HashMap<>(Utils.readStormConfig());
        conf.put(Config.TOPOLOGY_SKIP_MISSING_KRYO_REGISTRATIONS, true);
        conf.put(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true);
        conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, 50);
        conf.put(Config.STORM_CLUSTER_MODE, "local");
        conf.put(Config.TOPOLOGY_MIN_REPLICATION_COUNT, 1);
        return conf;
    }

    /**
     * Storm's defaults, {@code storm.yaml} and {@code -Dstorm.options}, for a cluster that is there
     * for others: as {@link #localMode} but for what is set for tests there.
     *
     * @return a new map, the caller's own
     */
    public static Map<String, Object> service() {
        Map<String, Object> conf = new HashMap<>(Utils.readStormConfig());
        conf.put(Config.STORM_CLUSTER_MODE, "local"); // there are no workers of Storm's
        conf.put(Config.TOPOLOGY_MIN_REPLICATION_COUNT, 1);
        return conf;
    }

    /**
     * Whether {@code storm.yaml} or {@code -Dstorm.options} has a key, whatever it says: Storm's
     * defaults, which look the same in what the methods above return, don't count.
     */
    public static boolean isConfigured(String key) {
        String file = System.getProperty("storm.conf.file"); // Storm: Utils.readStormConfig
        String name = file == null || file.isEmpty() ? "storm.yaml" : file;
        return Utils.findAndReadConfigFile(name, false).containsKey(key)
                || Utils.readCommandLineOpts().containsKey(key);
    }

    /**
     * A configuration as it arrives on a cluster: through JSON, so that small longs become
     * integers, arrays lists, and keys strings.
     *
     * @return a new map, the caller's own
     * @throws IllegalArgumentException if a value does not survive the round trip
     */
    static Map<String, Object> jsonRoundTrip(String topology, Map<String, Object> conf) {
        if (!survivesJson(conf)) {
            List<String> lost =
                    conf.keySet().stream()
                            .filter(
                                    key ->
                                            !survivesJson(
                                                    Collections.singletonMap(key, conf.get(key))))
                            .toList();
            throw new IllegalArgumentException(
                    "topology '"
                            + topology
                            + "': configuration "
                            + lost
                            + " does not survive a round trip through JSON; use only strings,"
                            + " numbers, booleans, and lists and maps of them");
        }
        return parse(JSONValue.toJSONString(conf));
    }

    private static boolean survivesJson(Map<String, Object> conf) {
        try {
            return Utils.isValidConf(conf);
        } catch (RuntimeException | LinkageError e) {
            return false; // Storm's JSON writer tries to reach into any object that it is given
        }
    }

    /** A configuration as JSON, which {@link #parse} reads. */
    public static String toJson(Map<String, Object> conf) {
        return JSONValue.toJSONString(conf);
    }

    /**
     * Reads a configuration that was written as JSON.
     *
     * @throws IllegalArgumentException if it is not a JSON object
     */
    @SuppressWarnings("unchecked") // keys of a JSON object are strings
    public static Map<String, Object> parse(String json) {
        try {
            if (JSONValue.parseWithException(json) instanceof Map<?, ?> map) {
                return new HashMap<>((Map<String, Object>) map);
            }
        } catch (ParseException e) {
            throw new IllegalArgumentException("topology configuration is not JSON: " + json, e);
        }
        throw new IllegalArgumentException("topology configuration is not a JSON object: " + json);
    }
}
