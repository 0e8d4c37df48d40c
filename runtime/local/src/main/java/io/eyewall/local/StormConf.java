package io.eyewall.local;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.shade.net.minidev.json.parser.ParseException;
import org.apache.storm.utils.Utils;

/** Storm's configuration as a cluster in this process sees it. Any thread may call. */
public final class StormConf {
    private StormConf() {}

    /**
     * Returns Storm's defaults, {@code storm.yaml} and {@code -Dstorm.options}, with the keys that
     * Storm's local mode sets over them (Storm: LocalCluster.java). Message timeouts are on, as for
     * {@code new LocalCluster()}.
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
     * Returns Storm's defaults, {@code storm.yaml} and {@code -Dstorm.options}, for a long-running
     * cluster: like {@link #localMode}, without the keys that local mode sets for tests.
     *
     * @return a new map, the caller's own
     */
    public static Map<String, Object> service() {
        Map<String, Object> conf = new HashMap<>(Utils.readStormConfig());
        conf.put(Config.STORM_CLUSTER_MODE, "local"); // there are no Storm workers
        conf.put(Config.TOPOLOGY_MIN_REPLICATION_COUNT, 1);
        return conf;
    }

    /**
     * Returns whether {@code storm.yaml} or {@code -Dstorm.options} contains a key, with any value.
     * Storm's defaults don't count. (The maps that the methods above return don't show whether a
     * value is a default.)
     */
    public static boolean isConfigured(String key) {
        String configured =
                System.getProperty("storm.conf.file"); // as Storm's Utils.readStormConfig
        String name = configured == null || configured.isEmpty() ? "storm.yaml" : configured;
        return Utils.findAndReadConfigFile(name, false).containsKey(key)
                || Utils.readCommandLineOpts().containsKey(key);
    }

    /**
     * Returns a configuration as it would arrive on a cluster: converted to JSON and back, so that
     * small longs become integers, arrays become lists, and keys become strings.
     *
     * @return a new map, the caller's own
     * @throws IllegalArgumentException if a value does not survive the round trip
     */
    static Map<String, Object> jsonRoundTrip(String topology, Map<String, Object> conf) {
        if (!survivesJson(conf)) {
            List<String> lostKeys =
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
                            + lostKeys
                            + " does not survive a round trip through JSON; use only strings,"
                            + " numbers, booleans, and lists and maps of them");
        }
        return parse(JSONValue.toJSONString(conf));
    }

    private static boolean survivesJson(Map<String, Object> conf) {
        try {
            return Utils.isValidConf(conf);
        } catch (RuntimeException | LinkageError e) {
            return false; // Storm's JSON writer tries to read the fields of any object
        }
    }

    /** Returns a configuration as JSON, which {@link #parse} reads. */
    public static String toJson(Map<String, Object> conf) {
        return JSONValue.toJSONString(conf);
    }

    /**
     * Parses a configuration from JSON.
     *
     * @throws IllegalArgumentException if the text is not a JSON object
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
