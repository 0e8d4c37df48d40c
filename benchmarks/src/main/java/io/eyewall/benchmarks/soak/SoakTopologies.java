package io.eyewall.benchmarks.soak;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** The topologies of the soak, written against Storm's API alone. Tuples contain 1 KB each. */
final class SoakTopologies {
    private static final int PAYLOAD_BYTES = 1024;

    /** Tuples executed by the sinks of each topology, by its number. */
    static final AtomicLongArray EXECUTED = new AtomicLongArray(4);

    private SoakTopologies() {}

    /** The cost of a tuple in a sink. */
    enum Slowness {
        /** Computes for about 20 microseconds. */
        COMPUTES,
        /** Sleeps for a millisecond. */
        SLEEPS
    }

    /** Returns a topology with an eager spout and a slower sink on another core. */
    static StormTopology slowSink(int number, Slowness slowness, boolean acked) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new EagerSpout(acked), 1).addConfiguration("eyewall.core", 0);
        builder.setBolt("sink", new SlowSink(number, slowness), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", 1);
        return builder.createTopology();
    }

    /**
     * Returns a topology of two bolts on different cores that send each tuple back and forth ten
     * times.
     */
    static StormTopology cycle(int number) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new EagerSpout(true), 1).addConfiguration("eyewall.core", 0);
        builder.setBolt("ping", new Forward(number), 1)
                .shuffleGrouping("spout")
                .shuffleGrouping("pong")
                .addConfiguration("eyewall.core", 0);
        builder.setBolt("pong", new Forward(-1), 1)
                .shuffleGrouping("ping")
                .addConfiguration("eyewall.core", 1);
        return builder.createTopology();
    }

    /** Emits on every call; replays nothing. */
    static final class EagerSpout extends BaseRichSpout {
        private final boolean acked;
        private transient SpoutOutputCollector collector;
        private transient long next;

        EagerSpout(boolean acked) {
            this.acked = acked;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            collector = out;
        }

        @Override
        public void nextTuple() {
            byte[] payload = new byte[PAYLOAD_BYTES];
            Arrays.fill(payload, (byte) next);
            Values values = new Values(10, payload);
            if (acked) {
                collector.emit(values, (Object) next);
            } else {
                collector.emit(values);
            }
            next++;
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("hops", "payload"));
        }
    }

    /** Processes each tuple slowly and acks it. */
    static final class SlowSink extends BaseRichBolt {
        private final int number;
        private final Slowness slowness;
        private transient OutputCollector collector;
        private transient AtomicLong blackHole;

        SlowSink(int number, Slowness slowness) {
            this.number = number;
            this.slowness = slowness;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
            blackHole = new AtomicLong();
        }

        @Override
        public void execute(Tuple input) {
            if (slowness == Slowness.SLEEPS) {
                LockSupport.parkNanos(1_000_000);
            } else {
                byte[] payload = input.getBinary(1);
                long sum = 0;
                for (int round = 0; round < 32; round++) {
                    sum += Arrays.hashCode(payload);
                }
                blackHole.addAndGet(sum);
            }
            EXECUTED.incrementAndGet(number);
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // a sink
        }
    }

    /** Emits a tuple again while it has hops left. */
    static final class Forward extends BaseRichBolt {
        private final int number;
        private transient OutputCollector collector;

        Forward(int number) {
            this.number = number;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
        }

        @Override
        public void execute(Tuple input) {
            int hops = input.getInteger(0);
            if (hops > 0) {
                collector.emit(input, new Values(hops - 1, input.getBinary(1)));
            }
            if (number >= 0) {
                EXECUTED.incrementAndGet(number);
            }
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("hops", "payload"));
        }
    }
}
