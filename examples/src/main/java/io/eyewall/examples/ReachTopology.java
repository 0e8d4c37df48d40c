package io.eyewall.examples;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.coordination.BatchOutputCollector;
import org.apache.storm.drpc.LinearDRPCTopologyBuilder;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseBatchBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Distributed RPC: computes how many people a page reached, which is the number of distinct
 * followers of all people who mentioned it. Each call fans out over the tasks, and its results are
 * joined again; many calls run concurrently.
 *
 * <pre>
 * eyewall run --drpc eyewall-examples.jar io.eyewall.examples.ReachTopology
 * curl http://localhost:3774/drpc/reach/storm.apache.org
 * </pre>
 */
public final class ReachTopology {
    private ReachTopology() {}

    private static final Map<String, List<String>> MENTIONED_BY =
            Map.of(
                    "storm.apache.org", List.of("sally", "bob", "tim"),
                    "example.org", List.of("adam", "bob"));

    private static final Map<String, List<String>> FOLLOWERS =
            Map.of(
                    "sally", List.of("bob", "tim", "alice", "adam"),
                    "bob", List.of("sally", "nathan", "jim", "mary"),
                    "tim", List.of("alex", "bob"),
                    "adam", List.of("david", "carissa", "bob"));

    /**
     * @param args topology name, optional
     * @throws Exception if the topology cannot be submitted
     */
    public static void main(String[] args) throws Exception {
        StormSubmitter.submitTopology(
                args.length > 0 ? args[0] : "reach",
                new Config(),
                builder().createRemoteTopology());
    }

    /**
     * Returns {@code page -> people who mentioned it -> their followers -> distinct followers ->
     * sum}.
     */
    public static LinearDRPCTopologyBuilder builder() {
        LinearDRPCTopologyBuilder builder = new LinearDRPCTopologyBuilder("reach");
        builder.addBolt(new MentionsBolt(), 2);
        builder.addBolt(new FollowersBolt(), 3).shuffleGrouping();
        builder.addBolt(new DistinctBolt(), 3).fieldsGrouping(new Fields("id", "follower"));
        builder.addBolt(new SumBolt(), 2).fieldsGrouping(new Fields("id"));
        return builder;
    }

    /** Emits the people who mentioned a page. */
    static class MentionsBolt extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            for (String person : MENTIONED_BY.getOrDefault(tuple.getString(1), List.of())) {
                collector.emit(new Values(tuple.getValue(0), person));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "person"));
        }
    }

    /** Emits a person's followers. */
    static class FollowersBolt extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            for (String follower : FOLLOWERS.getOrDefault(tuple.getString(1), List.of())) {
                collector.emit(new Values(tuple.getValue(0), follower));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "follower"));
        }
    }

    /** Counts the distinct followers that this task receives; one instance per call and task. */
    static class DistinctBolt extends BaseBatchBolt<Object> {
        private BatchOutputCollector collector;
        private Object id;
        private final Set<String> followers = new HashSet<>();

        @Override
        public void prepare(
                Map<String, Object> conf,
                TopologyContext context,
                BatchOutputCollector collector,
                Object id) {
            this.collector = collector;
            this.id = id;
        }

        @Override
        public void execute(Tuple tuple) {
            followers.add(tuple.getString(1));
        }

        @Override
        public void finishBatch() {
            collector.emit(new Values(id, followers.size()));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "count"));
        }
    }

    /** Adds up the counts of all tasks; one instance per call. */
    static class SumBolt extends BaseBatchBolt<Object> {
        private BatchOutputCollector collector;
        private Object id;
        private int reach;

        @Override
        public void prepare(
                Map<String, Object> conf,
                TopologyContext context,
                BatchOutputCollector collector,
                Object id) {
            this.collector = collector;
            this.id = id;
        }

        @Override
        public void execute(Tuple tuple) {
            reach += tuple.getInteger(1);
        }

        @Override
        public void finishBatch() {
            collector.emit(new Values(id, Integer.toString(reach)));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "reach"));
        }
    }
}
