package io.eyewall.testkit;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Adapts a topology so that a driver can run it on one thread. */
final class DrivenTopology {
    private DrivenTopology() {}

    /**
     * Returns the names of the spouts to replace.
     *
     * @param named names given by the test; null: all spouts except those that Storm itself adds,
     *     such as the one that triggers checkpoints
     * @throws IllegalArgumentException if one of the named spouts does not exist
     */
    static Set<String> spoutsToReplace(StormTopology topology, @Nullable Set<String> named) {
        Set<String> spouts = topology.get_spouts().keySet();
        if (named == null) {
            return spouts.stream().filter(id -> !id.startsWith("$")).collect(Collectors.toSet());
        }
        for (String spout : named) {
            if (!spouts.contains(spout)) {
                throw new IllegalArgumentException(
                        "no spout '"
                                + spout
                                + "' to be fed; the topology has the spouts "
                                + spouts);
            }
        }
        return named;
    }

    /**
     * Returns a copy of the topology in which some spouts are replaced, and no executor is
     * dedicated.
     */
    static StormTopology adapt(StormTopology topology, Set<String> fed) {
        StormTopology copy = topology.deepCopy();
        copy.get_spouts()
                .forEach(
                        (id, spout) -> {
                            if (fed.contains(id)) {
                                spout.set_spout_object(serializedFedSpout());
                            }
                        });
        for (Object component : StormCommon.allComponents(copy).values()) {
            Map<String, Object> conf = StormCommon.componentConf(component);
            DriverConf.removeDedicatedSettings(conf);
            StormCommon.getComponentCommon(component).set_json_conf(JSONValue.toJSONString(conf));
        }
        return copy;
    }

    private static ComponentObject serializedFedSpout() {
        return ComponentObject.serialized_java(Utils.javaSerialize(new FedSpout()));
    }
}
