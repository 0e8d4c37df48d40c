package io.eyewall.local.page;

import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.daemon.Acker;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The resources that a component requests from a scheduler, by Storm's common names: percent of a
 * core, megabytes (Storm: scheduler/resource/normalization/NormalizedResourceRequest.java). They
 * are only reported, and have no effect here. Any thread may call.
 */
public final class ComponentResources {
    private static final Map<String, String> COMMON_NAMES =
            Map.of(
                    Config.TOPOLOGY_COMPONENT_CPU_PCORE_PERCENT,
                    Constants.COMMON_CPU_RESOURCE_NAME,
                    Config.TOPOLOGY_COMPONENT_RESOURCES_ONHEAP_MEMORY_MB,
                    Constants.COMMON_ONHEAP_MEMORY_RESOURCE_NAME,
                    Config.TOPOLOGY_COMPONENT_RESOURCES_OFFHEAP_MEMORY_MB,
                    Constants.COMMON_OFFHEAP_MEMORY_RESOURCE_NAME);

    private static final Map<String, String> ACKER_NAMES =
            Map.of(
                    Config.TOPOLOGY_ACKER_CPU_PCORE_PERCENT,
                    Constants.COMMON_CPU_RESOURCE_NAME,
                    Config.TOPOLOGY_ACKER_RESOURCES_ONHEAP_MEMORY_MB,
                    Constants.COMMON_ONHEAP_MEMORY_RESOURCE_NAME,
                    Config.TOPOLOGY_ACKER_RESOURCES_OFFHEAP_MEMORY_MB,
                    Constants.COMMON_OFFHEAP_MEMORY_RESOURCE_NAME);

    private static final Map<String, String> METRICS_CONSUMER_NAMES =
            Map.of(
                    Config.TOPOLOGY_METRICS_CONSUMER_CPU_PCORE_PERCENT,
                    Constants.COMMON_CPU_RESOURCE_NAME,
                    Config.TOPOLOGY_METRICS_CONSUMER_RESOURCES_ONHEAP_MEMORY_MB,
                    Constants.COMMON_ONHEAP_MEMORY_RESOURCE_NAME,
                    Config.TOPOLOGY_METRICS_CONSUMER_RESOURCES_OFFHEAP_MEMORY_MB,
                    Constants.COMMON_OFFHEAP_MEMORY_RESOURCE_NAME);

    private ComponentResources() {}

    /**
     * Returns the configuration key that named a resource before it had its common name, or null.
     */
    public static @Nullable String olderName(String commonName) {
        return COMMON_NAMES.entrySet().stream()
                .filter(names -> names.getValue().equals(commonName))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /** Returns the common name of a resource, which may be given by its older configuration key. */
    public static String commonName(String name) {
        return COMMON_NAMES.getOrDefault(name, name);
    }

    /**
     * Returns the amounts that a component requests; they override those that the topology requests
     * for each of its components.
     *
     * @param common null for a component that doesn't exist
     */
    static Map<String, Double> requestedBy(
            String componentId,
            @Nullable ComponentCommon common,
            Map<String, Object> topologyConf) {
        Map<String, Double> resources = new HashMap<>();
        putNamed(resources, COMMON_NAMES, topologyConf);
        putResourcesMap(resources, topologyConf);
        if (componentId.equals(Acker.ACKER_COMPONENT_ID)) {
            putNamed(resources, ACKER_NAMES, topologyConf);
        } else if (componentId.startsWith(Constants.METRICS_COMPONENT_ID_PREFIX)) {
            putNamed(resources, METRICS_CONSUMER_NAMES, topologyConf);
        }
        if (common != null && common.is_set_json_conf()) {
            Map<String, Object> componentConf = Utils.parseJson(common.get_json_conf());
            putNamed(resources, COMMON_NAMES, componentConf);
            putResourcesMap(resources, componentConf);
        }
        resources.putIfAbsent(Constants.COMMON_ONHEAP_MEMORY_RESOURCE_NAME, 0.0);
        resources.putIfAbsent(Constants.COMMON_OFFHEAP_MEMORY_RESOURCE_NAME, 0.0);
        resources.putIfAbsent(Constants.COMMON_CPU_RESOURCE_NAME, 0.0);
        return resources;
    }

    private static void putNamed(
            Map<String, Double> resources, Map<String, String> names, Map<String, Object> conf) {
        names.forEach(
                (key, resource) -> {
                    if (conf.get(key) != null) {
                        resources.put(resource, ObjectReader.getDouble(conf.get(key)));
                    }
                });
    }

    private static void putResourcesMap(Map<String, Double> resources, Map<String, Object> conf) {
        if (conf.get(Config.TOPOLOGY_COMPONENT_RESOURCES_MAP) instanceof Map<?, ?> resourcesMap) {
            resourcesMap.forEach(
                    (name, amount) ->
                            resources.put(
                                    commonName(name.toString()), ObjectReader.getDouble(amount)));
        }
    }
}
