package io.eyewall.benchmarks;

import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.Config;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Utils;

/**
 * The smallest topology: a spout and a bolt. The spout emits the same list again and again, so that
 * user code allocates nothing.
 *
 * @param sameCore whether the bolt is on the spout's core or on another one
 * @param acked whether messages are tracked and acked
 */
public record EmitToExecute(boolean sameCore, boolean acked) {
    /** Executed so far, by the one bolt task. Written by its core only. */
    private static final AtomicLong EXECUTED = new AtomicLong();

    /** How many tuples were executed so far, in this JVM. */
    public static long executed() {
        return EXECUTED.get();
    }

    /** Storm's defaults for local mode, and as many cores as it needs. */
    public Map<String, Object> daemonConf() {
        Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
        conf.put(Config.STORM_CLUSTER_MODE, "local");
        conf.put("eyewall.cores", sameCore ? 1 : 2);
        return conf;
    }

    /** The topology, ready to be submitted. */
    public TopologyPlan plan() throws InvalidTopologyException {
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, acked ? 1 : 0);
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, 5_000);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new Spout(acked), 1).addConfiguration("eyewall.core", 0);
        builder.setBolt("bolt", new Bolt(acked), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", sameCore ? 0 : 1);
        return TopologyPlanner.plan(
                "benchmark", "benchmark-1-1", daemonConf(), conf, builder.createTopology());
    }

    /** Emits one and the same list. */
    private static final class Spout extends BaseRichSpout {
        private static final List<Object> VALUES = List.of("value");

        private final boolean tracked;
        private transient SpoutOutputCollector collector;
        private transient Object messageId;

        Spout(boolean tracked) {
            this.tracked = tracked;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            collector = out;
            messageId = tracked ? "message" : null;
        }

        @Override
        public void nextTuple() {
            collector.emit(VALUES, messageId);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("value"));
        }
    }

    /** Counts, and acks what is tracked. */
    private static final class Bolt extends BaseRichBolt {
        private final boolean tracked;
        private transient OutputCollector collector;
        private long executed;

        Bolt(boolean tracked) {
            this.tracked = tracked;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
            executed = EXECUTED.get();
        }

        @Override
        public void execute(Tuple tuple) {
            EXECUTED.lazySet(++executed);
            if (tracked) {
                collector.ack(tuple);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // no streams
        }
    }
}
