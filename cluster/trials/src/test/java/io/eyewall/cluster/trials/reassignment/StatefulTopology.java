package io.eyewall.cluster.trials.reassignment;

import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.spout.CheckPointState;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseStatefulBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * The messages of {@link MeasuredTopology}'s source, counted by key in Redis through Storm's state
 * provider. Arguments: name, folder, workers, Redis' port.
 */
public final class StatefulTopology {
    static final int KEYS = 100;
    static final int COUNTERS = 2;
    static final String COUNTER = "count";
    private static final int MAX_PENDING = 5_000; // acks come once per checkpoint

    private StatefulTopology() {}

    public static void main(String[] args) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new MeasuredTopology.Source(args[1]), 1);
        builder.setBolt("pass", new MeasuredTopology.Pass(), 2).shuffleGrouping("source");
        builder.setBolt("key", new Key(), 1).shuffleGrouping("pass");
        builder.setBolt(COUNTER, new Count(), COUNTERS).fieldsGrouping("key", new Fields("key"));
        Config conf = new Config();
        conf.setNumWorkers(Integer.parseInt(args[2]));
        conf.setMessageTimeoutSecs(30);
        conf.setMaxSpoutPending(MAX_PENDING);
        conf.registerSerialization(
                CheckPointState.Action.class); // Storm does not do that between workers
        conf.put(Config.TOPOLOGY_STATE_PROVIDER, WatchedStates.class.getName());
        conf.put(
                Config.TOPOLOGY_STATE_PROVIDER_CONFIG,
                "{\"jedisPoolConfig\":{\"host\":\"127.0.0.1\",\"port\":" + args[3] + "}}");
        conf.put(WatchedStates.FOLDER_KEY, args[1]);
        StormSubmitter.submitTopology(args[0], conf, builder.createTopology());
    }

    @SuppressWarnings("NullAway.Init") // by prepare
    static final class Key extends MeasuredTopology.Plain {
        private static final long serialVersionUID = 1;

        @Override
        public void execute(Tuple input) {
            collector.emit(input, new Values(input.getLong(0) % KEYS));
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("key"));
        }
    }

    /** A bolt that uses its state in each call in which Storm guarantees that it has one. */
    @SuppressWarnings("NullAway.Init") // by prepare and initState
    static final class Count extends BaseStatefulBolt<KeyValueState<Long, Long>> {
        private static final long serialVersionUID = 1;
        private transient OutputCollector collector;
        private transient KeyValueState<Long, Long> counts;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
        }

        @Override
        public void initState(KeyValueState<Long, Long> state) {
            counts = state;
        }

        @Override
        public void execute(Tuple input) {
            counts.put(input.getLong(0), counts.get(input.getLong(0), 0L) + 1);
            collector.ack(input);
        }

        @Override
        public void preCommit(long txid) {
            counts.get(0L, 0L);
        }
    }
}
