package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.Scenario;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/** Builds the topology of a scenario: three components, each at the scenario's parallelism. */
public final class ScenarioTopology {
    private ScenarioTopology() {}

    /** Builds it. */
    public static StormTopology build(Scenario scenario) {
        return switch (scenario.work()) {
            case W1 -> wordCount(scenario);
            case W3 -> throughput(scenario);
        };
    }

    private static StormTopology wordCount(Scenario scenario) {
        boolean acked = scenario.acked();
        int parallelism = scenario.parallelism();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sentences", new SentenceSpout(acked), parallelism);
        builder.setBolt("split", new SplitBolt(acked), parallelism)
                .localOrShuffleGrouping("sentences");
        builder.setBolt("count", new CountBolt(acked), parallelism)
                .fieldsGrouping("split", new Fields("word"));
        return builder.createTopology();
    }

    private static StormTopology throughput(Scenario scenario) {
        boolean acked = scenario.acked();
        int parallelism = scenario.parallelism();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("texts", new ConstantSpout(acked), parallelism);
        builder.setBolt("identity", new IdentityBolt(acked), parallelism)
                .localOrShuffleGrouping("texts");
        builder.setBolt("count", new TextCountBolt(acked), parallelism)
                .localOrShuffleGrouping("identity");
        return builder.createTopology();
    }
}
