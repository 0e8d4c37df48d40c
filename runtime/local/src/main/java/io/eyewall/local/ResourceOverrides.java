package io.eyewall.local;

import io.eyewall.local.page.ComponentResources;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.utils.Utils;

/**
 * The resources that rebalances have requested for components; reported like resources requested at
 * submission (Storm: scheduler/resource/ResourceUtils.java {@code updateStormTopologyResources}).
 * Guarded by the lock of the {@link Submission}.
 */
final class ResourceOverrides {
    /** The requested amounts by component and resource, in the order in which they were set. */
    private final Map<String, Map<String, Double>> overrides = new HashMap<>();

    /** Adds overrides; they replace earlier ones of the same resource. */
    void add(Map<String, Map<String, Double>> newOverrides) {
        newOverrides.forEach(
                (component, resources) -> {
                    Map<String, Double> componentOverrides =
                            overrides.computeIfAbsent(component, id -> new LinkedHashMap<>());
                    componentOverrides.keySet().removeAll(resources.keySet());
                    componentOverrides.putAll(resources);
                });
    }

    /**
     * Applies the overrides to a topology's components; unknown components are ignored, as on
     * Storm.
     */
    StormTopology applyTo(StormTopology topology) {
        topology.get_spouts()
                .forEach(
                        (id, spout) ->
                                apply(
                                        spout.get_common(),
                                        withCommonNames(overrides.getOrDefault(id, Map.of()))));
        topology.get_bolts()
                .forEach(
                        (id, bolt) ->
                                apply(bolt.get_common(), overrides.getOrDefault(id, Map.of())));
        return topology;
    }

    /**
     * Normalises names of resources. Storm does so for spouts; for bolts its code intends to, but
     * does not (ResourceUtils.java).
     */
    private static Map<String, Double> withCommonNames(Map<String, Double> resources) {
        Map<String, Double> named = new LinkedHashMap<>();
        resources.forEach((name, amount) -> named.put(ComponentResources.commonName(name), amount));
        return named;
    }

    private static void apply(ComponentCommon common, Map<String, Double> resources) {
        if (resources.isEmpty()) {
            return;
        }
        Map<String, Object> conf = new HashMap<>();
        if (common.is_set_json_conf()) {
            conf.putAll(Utils.parseJson(common.get_json_conf()));
        }
        Map<String, Object> resourceMap = new HashMap<>();
        if (conf.get(Config.TOPOLOGY_COMPONENT_RESOURCES_MAP) instanceof Map<?, ?> existing) {
            existing.forEach((name, amount) -> resourceMap.put(String.valueOf(name), amount));
        }
        resources.forEach(
                (name, amount) -> {
                    String olderName = ComponentResources.olderName(name);
                    if (olderName != null) {
                        conf.remove(olderName);
                        resourceMap.remove(olderName);
                    }
                    resourceMap.put(name, amount);
                });
        conf.put(Config.TOPOLOGY_COMPONENT_RESOURCES_MAP, resourceMap);
        common.set_json_conf(JSONValue.toJSONString(conf));
    }
}
