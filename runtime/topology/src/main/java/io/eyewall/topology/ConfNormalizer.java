package io.eyewall.topology;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.shade.net.minidev.json.JSONArray;
import org.apache.storm.shade.net.minidev.json.JSONObject;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.shade.net.minidev.json.parser.ParseException;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Normalizes configurations as Nimbus and the worker do before a topology runs. */
final class ConfNormalizer {
    /**
     * Keys of {@link Config} that a component may override; its other {@code Config} keys are
     * dropped, and all keys that {@code Config} does not define are kept (Storm:
     * executor/Executor.java {@code normalizedComponentConf}).
     */
    private static final Set<String> COMPONENT_KEYS =
            Set.of(
                    Config.TOPOLOGY_DEBUG,
                    Config.TOPOLOGY_MAX_SPOUT_PENDING,
                    Config.TOPOLOGY_MAX_TASK_PARALLELISM,
                    Config.TOPOLOGY_TRANSACTIONAL_ID,
                    Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS,
                    Config.TOPOLOGY_SLEEP_SPOUT_WAIT_STRATEGY_TIME_MS,
                    Config.TOPOLOGY_SPOUT_WAIT_STRATEGY,
                    Config.TOPOLOGY_BOLTS_WINDOW_LENGTH_COUNT,
                    Config.TOPOLOGY_BOLTS_WINDOW_LENGTH_DURATION_MS,
                    Config.TOPOLOGY_BOLTS_SLIDING_INTERVAL_COUNT,
                    Config.TOPOLOGY_BOLTS_SLIDING_INTERVAL_DURATION_MS,
                    Config.TOPOLOGY_BOLTS_TUPLE_TIMESTAMP_MAX_LAG_MS,
                    Config.TOPOLOGY_BOLTS_MESSAGE_ID_FIELD_NAME,
                    Config.TOPOLOGY_STATE_PROVIDER,
                    Config.TOPOLOGY_STATE_PROVIDER_CONFIG,
                    Config.TOPOLOGY_BOLTS_LATE_TUPLE_STREAM);

    /** A key that only Storm's daemons use and that has no constant in {@link Config}. */
    private static final String CLASSPATH_BEGINNING_ENABLED =
            "storm.topology.classpath.beginning.enabled";

    private static final Set<String> STORM_KEYS = readStormKeys();

    private ConfNormalizer() {}

    private static Set<String> readStormKeys() {
        Set<String> keys = new HashSet<>();
        for (Field field : Config.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
                try {
                    keys.add((String) field.get(null));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException("Config." + field.getName(), e);
                }
            }
        }
        return Set.copyOf(keys);
    }

    /**
     * Merges the serializer registrations of all components and fixes the numbers of system
     * executors (Storm: Nimbus.java {@code normalizeConf}).
     */
    static Map<String, Object> normalizeTopologyConf(
            Map<String, Object> daemonConf,
            Map<String, Object> topologyConf,
            StormTopology topology) {
        Set<String> decorators = new HashSet<>();
        Map<String, String> serializers = new HashMap<>();
        for (Object component : StormCommon.allComponents(topology).values()) {
            Map<String, Object> conf = StormCommon.componentConf(component);
            addDecorators(decorators, conf.get(Config.TOPOLOGY_KRYO_DECORATORS));
            addSerializers(serializers, conf.get(Config.TOPOLOGY_KRYO_REGISTER));
        }
        Map<String, Object> merged = Utils.merge(daemonConf, topologyConf);
        addDecorators(decorators, merged.get(Config.TOPOLOGY_KRYO_DECORATORS));
        addSerializers(serializers, merged.get(Config.TOPOLOGY_KRYO_REGISTER));

        Map<String, Object> normalized = new HashMap<>(topologyConf);
        normalized.remove(Config.STORM_WORKERS_ARTIFACTS_DIR);
        if (!Boolean.TRUE.equals(daemonConf.get(CLASSPATH_BEGINNING_ENABLED))) {
            normalized.remove(Config.TOPOLOGY_CLASSPATH_BEGINNING);
        }
        // JSON types, as on Storm, where configurations travel as JSON.
        normalized.put(Config.TOPOLOGY_KRYO_REGISTER, new JSONObject(serializers));
        JSONArray decoratorNames = new JSONArray();
        decoratorNames.addAll(decorators);
        normalized.put(Config.TOPOLOGY_KRYO_DECORATORS, decoratorNames);
        for (String key :
                List.of(
                        Config.TOPOLOGY_ACKER_EXECUTORS,
                        Config.TOPOLOGY_EVENTLOGGER_EXECUTORS,
                        Config.TOPOLOGY_MAX_TASK_PARALLELISM)) {
            normalized.put(key, merged.get(key));
        }
        return normalized;
    }

    private static void addDecorators(Set<String> decorators, @Nullable Object value) {
        if (value instanceof List<?> list) {
            list.forEach(decorator -> decorators.add((String) decorator));
        }
    }

    private static void addSerializers(Map<String, String> serializers, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((type, serializer) -> serializers.put((String) type, (String) serializer));
        } else if (value instanceof List<?> list) {
            for (Object element : list) {
                if (element instanceof Map<?, ?> map) {
                    map.forEach(
                            (type, serializer) ->
                                    serializers.put((String) type, (String) serializer));
                } else {
                    serializers.put((String) element, null);
                }
            }
        }
    }

    /**
     * Returns a copy whose components carry their numbers of tasks (Storm: {@code
     * normalizeTopology}).
     */
    static StormTopology withTaskCounts(Map<String, Object> conf, StormTopology topology)
            throws InvalidTopologyException {
        StormTopology copy = topology.deepCopy();
        for (Object component : StormCommon.allComponents(copy).values()) {
            Map<String, Object> componentConf = StormCommon.componentConf(component);
            Map<String, Object> combined = Utils.merge(conf, componentConf);
            int tasks =
                    ObjectReader.getInt(
                            combined.get(Config.TOPOLOGY_TASKS),
                            StormCommon.numStartExecutors(component));
            Integer maxTasks =
                    ObjectReader.getInt(combined.get(Config.TOPOLOGY_MAX_TASK_PARALLELISM), null);
            componentConf.put(
                    Config.TOPOLOGY_TASKS, maxTasks == null ? tasks : Math.min(maxTasks, tasks));
            StormCommon.getComponentCommon(component)
                    .set_json_conf(JSONValue.toJSONString(componentConf));
        }
        return copy;
    }

    /** Returns the configuration that a component's tasks see. */
    static Map<String, Object> componentConf(Map<String, Object> conf, ComponentCommon common) {
        Map<String, Object> merged = new HashMap<>(conf);
        String json = common.get_json_conf();
        if (json != null) {
            try {
                ((Map<?, ?>) JSONValue.parseWithException(json))
                        .forEach(
                                (key, value) -> {
                                    if (COMPONENT_KEYS.contains(key) || !STORM_KEYS.contains(key)) {
                                        merged.put((String) key, value);
                                    }
                                });
            } catch (ParseException e) {
                throw new IllegalArgumentException(
                        "component configuration is not JSON: " + json, e);
            }
        }
        return merged;
    }
}
