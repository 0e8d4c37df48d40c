package io.eyewall.benchmarks.random;

import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.tuple.Fields;

/** Builds drawn topologies with Storm's API. */
final class TopologyMaker {
    private TopologyMaker() {}

    /**
     * Builds the Storm topology of a drawn topology.
     *
     * @param board its number
     * @param perSecond messages per second of all spout tasks; 0 for as many as possible
     */
    static StormTopology make(
            RandomTopology drawn, int board, double roundsPerUs, double perSecond) {
        TopologyBuilder builder = new TopologyBuilder();
        int bolts = 0;
        for (Part part : drawn.parts()) {
            if (part.isSpout()) {
                DrawnSpout spout = new DrawnSpout(board, drawn.acked(), perSecond / part.tasks());
                builder.setSpout(part.id(), spout, part.executors());
                continue;
            }
            int index = bolts++;
            BoltDeclarer bolt =
                    part.windowMs() > 0
                            ? builder.setBolt(
                                    part.id(),
                                    new DrawnWindow(board, part, roundsPerUs, index)
                                            .withTumblingWindow(
                                                    BaseWindowedBolt.Duration.of(part.windowMs())),
                                    part.executors())
                            : builder.setBolt(
                                    part.id(),
                                    new DrawnBolt(board, part, roundsPerUs, index),
                                    part.executors());
            bolt.setNumTasks(part.tasks());
            part.inputs().forEach(input -> subscribe(bolt, input));
        }
        return builder.createTopology();
    }

    private static void subscribe(BoltDeclarer bolt, Part.Input input) {
        Fields key = new Fields("number");
        switch (input.grouping()) {
            case SHUFFLE -> bolt.shuffleGrouping(input.from());
            case LOCAL_OR_SHUFFLE -> bolt.localOrShuffleGrouping(input.from());
            case FIELDS -> bolt.fieldsGrouping(input.from(), key);
            case PARTIAL_KEY -> bolt.partialKeyGrouping(input.from(), key);
            case GLOBAL -> bolt.globalGrouping(input.from());
            case NONE -> bolt.noneGrouping(input.from());
            case ALL -> bolt.allGrouping(input.from());
        }
    }
}
