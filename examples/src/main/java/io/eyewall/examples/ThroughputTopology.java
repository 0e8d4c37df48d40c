package io.eyewall.examples;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * The throughput test of Storm's benchmarks, with which T-Storm was measured: a spout of random
 * texts of 10,000 characters, a bolt that passes them on, and a bolt that counts them. Every text
 * is acked.
 */
public class ThroughputTopology extends ConfigurableTopology {
    /** Length of a text in characters. */
    public static final int LENGTH = 10_000;

    /**
     * @param args topology name and number of texts, both optional; by default texts never end
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new ThroughputTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        long limit = args.length > 1 ? Long.parseLong(args[1]) : Long.MAX_VALUE;
        return submit(args.length > 0 ? args[0] : "throughput", conf, builder(limit));
    }

    /**
     * Returns {@code texts -> identity -> count}.
     *
     * @param limit the number of texts of all spout tasks together
     */
    public static TopologyBuilder builder(long limit) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("texts", new TextSpout(limit), 2);
        builder.setBolt("identity", new IdentityBolt(), 2).shuffleGrouping("texts");
        builder.setBolt("count", new CountBolt(), 2).shuffleGrouping("identity");
        return builder;
    }

    /** Emits a text for each number, and failed texts again; its tasks share the numbers. */
    static class TextSpout extends BaseRichSpout {
        private static final int CHARACTERS = 26;

        private final long limit;
        private transient SpoutOutputCollector collector;
        private transient Queue<Long> failed;
        private transient Set<Long> pending;
        private transient char[] text;
        private transient volatile boolean drained;
        private long next;
        private int step;

        TextSpout(long limit) {
            this.limit = limit;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
            collector = output;
            failed = new ArrayDeque<>();
            pending = new HashSet<>();
            text = new char[LENGTH];
            next = context.getThisTaskIndex();
            step = context.getComponentTasks(context.getThisComponentId()).size();
            context.registerGauge("eyewall.source.drained", () -> drained ? 1 : 0);
        }

        @Override
        public void nextTuple() {
            Long number = failed.poll();
            if (number == null && next < limit) {
                number = next;
                next += step;
            }
            if (number != null) {
                pending.add(number);
                collector.emit(new Values(text(number)), number);
            }
            drained = next >= limit && pending.isEmpty();
        }

        /** Returns the text of a number; the same text for a replay. */
        private String text(long number) {
            SplittableRandom random = new SplittableRandom(number);
            for (int i = 0; i < LENGTH; i++) {
                text[i] = (char) ('a' + random.nextInt(CHARACTERS));
            }
            return new String(text);
        }

        @Override
        public void ack(Object number) {
            pending.remove((Long) number);
        }

        @Override
        public void fail(Object number) {
            failed.add((Long) number);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("text"));
        }
    }

    /** Passes on texts. */
    static class IdentityBolt extends BaseRichBolt {
        private transient OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            collector = output;
        }

        @Override
        public void execute(Tuple tuple) {
            collector.emit(tuple, tuple.getValues());
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("text"));
        }
    }

    /** Counts characters in the metric {@code characters}. */
    static class CountBolt extends BaseRichBolt {
        private transient OutputCollector collector;
        private transient AtomicLong characters;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            collector = output;
            characters = new AtomicLong();
            context.registerGauge("characters", characters::get);
        }

        @Override
        public void execute(Tuple tuple) {
            characters.addAndGet(tuple.getString(0).length());
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // The last bolt emits nothing.
        }
    }
}
