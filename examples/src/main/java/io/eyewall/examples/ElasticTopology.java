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
 * A bolt that asks something slow, with many tasks and one executor. {@code
 * eyewall.parallelism.auto} gives it the executors that its load needs, and takes them back; Apache
 * Storm, which does not know that key, runs it with one.
 */
public class ElasticTopology extends ConfigurableTopology {
    /** The bolt whose executors follow its load. */
    public static final String SLOW = "slow";

    /** Its tasks: it can have as many executors. */
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

    /** {@code keys -> light -> slow}; a key always goes to the same task of {@code slow}. */
    public static TopologyBuilder builder() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("keys", new KeySpout());
        builder.setBolt("light", new LightBolt(), 1).setNumTasks(TASKS).shuffleGrouping("keys");
        builder.setBolt(SLOW, new SlowBolt(), 1)
                .setNumTasks(TASKS)
                .fieldsGrouping("light", new Fields("key"));
        return builder;
    }

    /** Emits as many keys as are taken from it. */
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

    /** Has little to do. */
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

    /** Asks a service, which takes a millisecond to answer. */
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
