package io.eyewall.benchmarks.tstorm.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.policy.WaitStrategyProgressive;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * A topology whose worker processes a fixed number of tuples per second: each of a spout's messages
 * passes two bolts and is acked. The spout writes the number of acks to a file.
 */
public final class SteadyTopology {
    /** The number of tuples per message. */
    public static final int TUPLES_PER_MESSAGE = 2;

    private static final int PENDING = 5_000;

    private SteadyTopology() {}

    /**
     * Submits the topology.
     *
     * @param args name, file of the count, messages per second, whether the cluster's monitor is
     *     enabled
     * @throws Exception if the cluster rejects the topology
     */
    public static void main(String[] args) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sentences", new Steady(args[1], Long.parseLong(args[2])));
        builder.setBolt("first", new Identity()).shuffleGrouping("sentences");
        builder.setBolt("second", new Identity()).shuffleGrouping("first");
        Config conf = new Config();
        conf.setNumWorkers(1);
        conf.setNumAckers(1);
        conf.setMaxSpoutPending(PENDING);
        if (!Boolean.parseBoolean(args[3])) {
            conf.put(Config.TOPOLOGY_AUTO_TASK_HOOKS, List.of());
            String wait = WaitStrategyProgressive.class.getName();
            conf.put(Config.TOPOLOGY_BOLT_WAIT_STRATEGY, wait);
            conf.put(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY, wait);
            conf.put(Config.TOPOLOGY_BACKPRESSURE_WAIT_STRATEGY, wait);
        }
        StormSubmitter.submitTopology(args[0], conf, builder.createTopology());
    }

    /** Emits the messages that are due; after a pause, at most those of a hundredth of a second. */
    private static final class Steady extends BaseRichSpout {
        private static final long serialVersionUID = 1L;
        private static final long NS_PER_S = 1_000_000_000;
        private static final long LATE_NS = NS_PER_S / 100;
        private static final long WRITE_NS = NS_PER_S / 10;
        private static final String SENTENCE = "the cow jumped over the moon and came back";

        private final String file;
        private final long periodNs;
        private transient SpoutOutputCollector collector;
        private long dueNs;
        private long acked;
        private long writtenNs;

        @SuppressWarnings("NullAway.Init") // by open
        Steady(String file, long perSecond) {
            this.file = file;
            periodNs = NS_PER_S / perSecond;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
            collector = output;
            dueNs = System.nanoTime();
            writtenNs = dueNs;
        }

        @Override
        public void nextTuple() {
            long nowNs = System.nanoTime();
            if (nowNs - dueNs >= 0) {
                dueNs = Math.max(dueNs + periodNs, nowNs - LATE_NS);
                collector.emit(new Values(SENTENCE), dueNs);
            }
        }

        @Override
        public void ack(Object id) {
            acked++;
            long nowNs = System.nanoTime();
            if (nowNs - writtenNs >= WRITE_NS) {
                writtenNs = nowNs;
                write();
            }
        }

        private void write() {
            try {
                Path draft = Files.writeString(Path.of(file + ".draft"), Long.toString(acked));
                Files.move(draft, Path.of(file), StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("text"));
        }
    }
}
