package io.eyewall.cluster.trials;

import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * A bolt that computes 1 ms per tuple, with one executor and two tasks, for as many tuples as it
 * takes. Argument: name.
 */
public final class HotTopology {
    static final String HOT = "hot";
    private static final int MAX_PENDING = 20;
    private static final long WORK_NS = 1_000_000;

    private HotTopology() {}

    public static void main(String[] args) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(), 1);
        builder.setBolt(HOT, new Hot(), 1).setNumTasks(2).shuffleGrouping("numbers");
        Config conf = new Config();
        conf.setNumWorkers(1);
        conf.setMaxSpoutPending(MAX_PENDING);
        conf.put("eyewall.parallelism.auto", true);
        StormSubmitter.submitTopology(args[0], conf, builder.createTopology());
    }

    @SuppressWarnings("NullAway.Init") // by open
    private static final class Numbers extends BaseRichSpout {
        private static final long serialVersionUID = 1;
        private transient SpoutOutputCollector collector;
        private long next;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
            collector = output;
        }

        @Override
        public void nextTuple() {
            collector.emit(new Values(next), next++);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    private static final class Hot extends BaseBasicBolt {
        private static final long serialVersionUID = 1;

        @Override
        public void execute(Tuple input, BasicOutputCollector output) {
            long endNs = System.nanoTime() + WORK_NS;
            while (System.nanoTime() - endNs < 0) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
