package io.eyewall.server.worker;

import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.daemon.Acker;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.shade.net.minidev.json.JSONValue;

/** Applies the numbers of executors of past rebalances to a topology that is about to start. */
final class ExecutorCounts {
    private ExecutorCounts() {}

    /**
     * Returns the topology with other numbers of executors and unchanged numbers of tasks.
     *
     * @param counts numbers of executors by component
     * @throws InvalidTopologyException if a component's configuration is not JSON
     */
    static StormTopology apply(StormTopology topology, Map<String, Integer> counts)
            throws InvalidTopologyException {
        if (counts.isEmpty()) {
            return topology;
        }
        StormTopology copy = topology.deepCopy();
        for (Map.Entry<String, Object> component : StormCommon.allComponents(copy).entrySet()) {
            Integer count = counts.get(component.getKey());
            if (count != null) {
                setExecutors(component.getValue(), count);
            }
        }
        return copy;
    }

    private static void setExecutors(Object component, int count) throws InvalidTopologyException {
        ComponentCommon common = StormCommon.getComponentCommon(component);
        Map<String, Object> conf = new HashMap<>(StormCommon.componentConf(component));
        conf.putIfAbsent(Config.TOPOLOGY_TASKS, StormCommon.numStartExecutors(component));
        common.set_json_conf(JSONValue.toJSONString(conf));
        common.set_parallelism_hint(count);
    }

    /** Returns the configuration that sets the numbers of executors of system components. */
    static Map<String, Object> systemComponentConf(Map<String, Integer> counts) {
        Map<String, Object> conf = new HashMap<>();
        Integer ackers = counts.get(Acker.ACKER_COMPONENT_ID);
        if (ackers != null) {
            conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, ackers);
        }
        Integer loggers = counts.get(StormCommon.EVENTLOGGER_COMPONENT_ID);
        if (loggers != null) {
            conf.put(Config.TOPOLOGY_EVENTLOGGER_EXECUTORS, loggers);
        }
        return conf;
    }
}
