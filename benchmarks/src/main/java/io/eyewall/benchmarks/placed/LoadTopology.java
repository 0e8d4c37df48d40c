package io.eyewall.benchmarks.placed;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.utils.Utils;

/** Creates the Storm topologies of scenarios. */
final class LoadTopology {
    static final int CORES = 2;

    private LoadTopology() {}

    /** Returns the engine's configuration. */
    static Map<String, Object> engineConf() {
        Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
        conf.put(Config.STORM_CLUSTER_MODE, "local");
        conf.put("eyewall.cores", CORES);
        // Nothing blocks here: a long call has only lost its processor to other processes.
        conf.put("eyewall.blocking.threshold.ms", 0);
        return conf;
    }

    /**
     * Returns the topology, ready to be submitted.
     *
     * @param pins cores by component; missing components may be moved
     * @param followsLoad whether the number of a bolt's executors follows the load
     */
    static TopologyPlan plan(
            PlacedScenario scenario, Map<String, Integer> pins, boolean followsLoad)
            throws InvalidTopologyException {
        TopologyBuilder builder = new TopologyBuilder();
        for (Chain chain : scenario.chains()) {
            builder.setSpout(chain.spout(), new LoadSpout(chain), 1)
                    .addConfigurations(pin(chain.spout(), pins));
            for (String bolt : chain.bolts()) {
                builder.setBolt(bolt, new LoadBolt(chain), 1)
                        .setNumTasks(chain.boltTasks())
                        .fieldsGrouping(chain.spout(), bolt, new Fields("number"))
                        .addConfigurations(pin(bolt, pins));
            }
        }
        return TopologyPlanner.plan(
                scenario.name(),
                scenario.name() + "-1-1",
                engineConf(),
                Map.of(Config.TOPOLOGY_ACKER_EXECUTORS, 0, "eyewall.parallelism.auto", followsLoad),
                builder.createTopology());
    }

    private static Map<String, Object> pin(String component, Map<String, Integer> pins) {
        Integer core = pins.get(component);
        return core == null ? Map.of() : Map.of("eyewall.core", core);
    }

    /** Returns the core of each executor of the scenario's spouts and bolts. */
    static List<Integer> cores(PlacedScenario scenario, RunningTopology topology) {
        Set<String> components = Set.copyOf(scenario.components());
        return topology.metrics().executors().stream()
                .filter(one -> components.contains(one.executor().componentId()))
                .map(ExecutorMetrics::core)
                .toList();
    }
}
