package io.eyewall.examples;

import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/**
 * A bolt that calls a slow service, with many tasks and one executor. {@code
 * eyewall.parallelism.auto} adds and removes executors as its load requires; Apache Storm, which
 * does not know that key, runs it with one executor.
 */
public class ElasticTopology extends ConfigurableTopology {
    /** The bolt whose number of executors follows its load. */
    public static final String SLOW = "slow";

    /** The bolt's tasks, which limit the number of its executors. */
    public static final int TASKS = 8;

    private static final int KEYS = 1_000;

    /**
     * @param args topology name, optional
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new ElasticTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        conf.put("eyewall.parallelism.auto", true);
        conf.setMaxSpoutPending(500);
        return submit(args.length > 0 ? args[0] : "elastic", conf, builder());
    }

    /**
     * Returns {@code keys -> light -> slow}; a key always goes to the same task of {@code slow}.
     */
    public static TopologyBuilder builder() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("keys", new KeySpout());
        builder.setBolt("light", new LightBolt(), 1).setNumTasks(TASKS).shuffleGrouping("keys");
        builder.setBolt(SLOW, new SlowBolt(), 1)
                .setNumTasks(TASKS)
                .fieldsGrouping("light", new Fields("key"));
        return builder;
    }

    /** Emits keys without end, as fast as back-pressure allows. */
    static class KeySpout extends BaseRichSpout {
        private transient SpoutOutputCollector collector;
        private int next;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void nextTuple() {
            collector.emit(new Values(next % KEYS), next);
            next++;
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("key"));
        }
    }

    /** Passes keys on with little work. */
    static class LightBolt extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            collector.emit(new Values(tuple.getInteger(0)));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("key"));
        }
    }

    /** Simulates a call of a service that takes a millisecond. */
    static class SlowBolt extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            Utils.sleep(1);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // no output
        }
    }
}
