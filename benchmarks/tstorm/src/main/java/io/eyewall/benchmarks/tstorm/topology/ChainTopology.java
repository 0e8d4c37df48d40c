package io.eyewall.benchmarks.tstorm.topology;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;

/**
 * A spout and a chain of bolts of known cost, which the simulator can reproduce. Messages have a
 * known size and are due at equal intervals, or as many are emitted as may be pending. Each bolt
 * needs exponentially distributed processor time per tuple and emits the text again.
 */
public final class ChainTopology {
    private static final int ACKERS = 1;

    private ChainTopology() {}

    /**
     * Submits the topology.
     *
     * @param args name, folder of the processing times, workers, maximum number of pending messages
     *     (0: no limit), messages per second (0: as many as possible), bytes of each; then for each
     *     bolt its executors and its microseconds per tuple, as in {@code 2x1500}
     * @throws Exception if the cluster rejects the topology
     */
    public static void main(String[] args) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        int rate = Integer.parseInt(args[4]);
        builder.setSpout("source", new Source(args[1], rate, Integer.parseInt(args[5])));
        String before = "source";
        for (int i = 6; i < args.length; i++) {
            String[] bolt = args[i].split("x", -1);
            String name = "bolt-" + (i - 5);
            builder.setBolt(name, new Work(Long.parseLong(bolt[1])), Integer.parseInt(bolt[0]))
                    .shuffleGrouping(before);
            before = name;
        }
        Config conf = new Config();
        conf.setNumWorkers(Integer.parseInt(args[2]));
        conf.setNumAckers(ACKERS);
        int pending = Integer.parseInt(args[3]);
        if (pending > 0) {
            conf.setMaxSpoutPending(pending);
        }
        StormSubmitter.submitTopology(args[0], conf, builder.createTopology());
    }

    /**
     * A spout whose messages are due at equal intervals, however long earlier ones take; without a
     * rate, a message is always due.
     */
    private static final class Source extends TimedSpout {
        private static final long serialVersionUID = 1L;
        private static final long NS_PER_SEC = 1_000_000_000;

        private final long periodNs;
        private final String text;

        Source(String folder, int perSecond, int bytes) {
            super(folder);
            this.periodNs = perSecond == 0 ? 0 : NS_PER_SEC / perSecond;
            this.text = "x".repeat(bytes);
        }

        @Override
        long nextDueNs(long dueNs, long nowNs) {
            return dueNs + periodNs;
        }

        @Override
        String text() {
            return text;
        }
    }

    /** Uses processor time of its thread, whatever else the machine does. */
    private static final class Work extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;
        private static final double NS_PER_US = 1_000;

        private final long meanUs;
        private transient ThreadMXBean threads;
        private transient SplittableRandom random;

        @SuppressWarnings("NullAway.Init") // by prepare
        Work(long meanUs) {
            this.meanUs = meanUs;
        }

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context) {
            threads = ManagementFactory.getThreadMXBean();
            random = new SplittableRandom(context.getThisTaskId());
        }

        @Override
        public void execute(Tuple input, BasicOutputCollector output) {
            double ns = -meanUs * NS_PER_US * Math.log(1 - random.nextDouble());
            long endNs = threads.getCurrentThreadCpuTime() + Math.round(ns);
            while (threads.getCurrentThreadCpuTime() < endNs) {
                Thread.onSpinWait();
            }
            output.emit(input.getValues());
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("text"));
        }
    }
}
