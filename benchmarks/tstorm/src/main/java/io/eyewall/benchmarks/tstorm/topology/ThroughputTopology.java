package io.eyewall.benchmarks.tstorm.topology;

import java.util.Map;
import java.util.SplittableRandom;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Throughput Test: random strings of 10,000 characters, 200 per second and spout, pass an identity
 * bolt and are counted. The topology has 5 spouts, 15 executors of each bolt, and 10 ackers, as in
 * the paper.
 */
public final class ThroughputTopology {
    private static final int SPOUTS = 5;
    private static final int BOLTS = 15;
    private static final int ACKERS = 10;

    private ThroughputTopology() {}

    /**
     * Submits the topology.
     *
     * @param args name, workers, folder of the processing times, host of Redis and PostgreSQL (not
     *     used), scale
     * @throws Exception if the cluster rejects the topology
     */
    public static void main(String[] args) throws Exception {
        Scale scale = Scale.parse(args[4]);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("strings", new RandomStrings(args[2]), scale.of(SPOUTS));
        builder.setBolt("identity", new Identity(), scale.of(BOLTS)).shuffleGrouping("strings");
        builder.setBolt("counter", new Counter(), scale.of(BOLTS)).shuffleGrouping("identity");
        Config conf = new Config();
        conf.setNumWorkers(Integer.parseInt(args[1]));
        conf.setNumAckers(scale.of(ACKERS));
        StormSubmitter.submitTopology(args[0], conf, builder.createTopology());
    }

    /** A spout whose messages are due every 5 ms, however long earlier ones take. */
    private static final class RandomStrings extends TimedSpout {
        private static final long serialVersionUID = 1L;
        private static final int LENGTH = 10_000;
        private static final long PERIOD_NS = 5_000_000;

        private transient SplittableRandom random;

        @SuppressWarnings("NullAway.Init") // by open
        RandomStrings(String folder) {
            super(folder);
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
            super.open(conf, context, output);
            random = new SplittableRandom(context.getThisTaskId());
        }

        @Override
        long nextDueNs(long dueNs, long nowNs) {
            return Math.max(dueNs + PERIOD_NS, nowNs - PERIOD_NS);
        }

        @Override
        String text() {
            char[] text = new char[LENGTH];
            for (int i = 0; i < LENGTH; i++) {
                text[i] = (char) ('a' + random.nextInt(26));
            }
            return new String(text);
        }
    }

    private static final class Counter extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;
        private long count;

        @Override
        public void execute(Tuple input, BasicOutputCollector output) {
            count++;
            output.emit(new Values(count));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("count"));
        }
    }
}
