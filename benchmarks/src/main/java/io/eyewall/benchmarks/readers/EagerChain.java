package io.eyewall.benchmarks.readers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
 * A topology that sends acked numbers through two bolts, as fast as one core can. The spout itself
 * writes the number of acks to a file: polling it would be one more reader.
 */
public final class EagerChain {
    private static final int MAX_PENDING = 1_000;
    private static final int KEYS = 10_000;

    private EagerChain() {}

    /**
     * @param args the topology's name; the file for lines {@code NANOSECONDS ACKED}
     * @throws Exception if it can't be submitted
     */
    public static void main(String[] args) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(args[1]), 1);
        builder.setBolt("relay", new Relay(), 2).shuffleGrouping("numbers");
        builder.setBolt("keys", new Relay(), 2).fieldsGrouping("relay", new Fields("key"));
        Config conf = new Config();
        conf.setMaxSpoutPending(MAX_PENDING);
        conf.put("eyewall.cores", 1);
        StormSubmitter.submitTopology(args[0], conf, builder.createTopology());
    }

    private static final class Numbers extends BaseRichSpout {
        private static final long serialVersionUID = 1L;
        private static final int ACKS_PER_LOOK = 1 << 14;
        private static final long LINE_NS = 100_000_000;

        private final String file;
        private transient SpoutOutputCollector collector;
        private long next;
        private long acked;
        private long nextLineNs;

        Numbers(String file) {
            this.file = file;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
            collector = output;
            nextLineNs = System.nanoTime();
        }

        @Override
        public void ack(Object id) {
            if (++acked % ACKS_PER_LOOK == 0 && System.nanoTime() - nextLineNs >= 0) {
                long nowNs = System.nanoTime();
                nextLineNs = nowNs + LINE_NS;
                write(nowNs + " " + acked + "\n");
            }
        }

        private void write(String line) {
            try {
                Files.writeString(
                        Path.of(file), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void nextTuple() {
            collector.emit(new Values((int) (next % KEYS)), next++);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("key"));
        }
    }

    private static final class Relay extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, BasicOutputCollector output) {
            output.emit(new Values(input.getInteger(0)));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("key"));
        }
    }
}
