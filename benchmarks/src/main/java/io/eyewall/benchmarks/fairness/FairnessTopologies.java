package io.eyewall.benchmarks.fairness;

import io.eyewall.benchmarks.fairness.RudeCode.Place;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.hooks.BaseTaskHook;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.hooks.info.EmitInfo;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * A quick pipeline on every core, and a rude topology beside them, written against Storm's API
 * alone.
 */
final class FairnessTopologies {
    private static final long PULSE_NS = 1_000_000;
    private static final long SOURCE_NS = 100_000;

    /**
     * State of the present run: the kind of rude code, the time from which it is rude, and the gaps
     * of the quick pipelines.
     */
    private static volatile RudeCode rude = RudeCode.NONE;

    private static volatile long rudeSinceNs;
    private static volatile Gaps gaps = new Gaps(0, 0);

    private FairnessTopologies() {}

    /** Begins the next run. */
    static void begin(RudeCode code, long sinceNs, Gaps measured) {
        rude = code;
        rudeSinceNs = sinceNs;
        gaps = measured;
    }

    private static void at(Place place) {
        rude.at(place, rudeSinceNs);
    }

    /** Returns a topology with a spout and a bolt on each core and one tuple per millisecond. */
    static StormTopology quick(int cores) {
        TopologyBuilder builder = new TopologyBuilder();
        for (int core = 0; core < cores; core++) {
            builder.setSpout("spout" + core, new Pulse(core), 1)
                    .addConfiguration("eyewall.core", core);
            builder.setBolt("bolt" + core, new Beat(), 1)
                    .shuffleGrouping("spout" + core)
                    .addConfiguration("eyewall.core", core);
        }
        return builder.createTopology();
    }

    /** Returns a topology with all places where code can be rude, on the first core. */
    static StormTopology rude() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new Source(), 1).addConfiguration("eyewall.core", 0);
        builder.setBolt("relay", new Relay(), 2)
                .customGrouping("spout", new Turns())
                .addConfiguration("eyewall.core", 0);
        builder.setBolt("sink", new Relay(), 2)
                .fieldsGrouping("relay", new Fields("key"))
                .addConfiguration("eyewall.core", 0);
        return builder.createTopology();
    }

    /** Emits once per millisecond. */
    static final class Pulse extends BaseRichSpout {
        private final int number;
        private transient SpoutOutputCollector collector;
        private transient long lastNs;

        Pulse(int number) {
            this.number = number;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            collector = out;
        }

        @Override
        public void nextTuple() {
            long nowNs = System.nanoTime();
            if (nowNs - lastNs >= PULSE_NS) {
                lastNs = nowNs;
                collector.emit(new Values(number));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    /** Records that its core runs other executors. */
    static final class Beat extends BaseRichBolt {
        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            // a sink
        }

        @Override
        public void execute(Tuple input) {
            gaps.sign(input.getInteger(0));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // a sink
        }
    }

    /**
     * Emits so fast that tuples queue up in front of slow code, but leaves time to other executors.
     */
    static final class Source extends BaseRichSpout {
        private transient SpoutOutputCollector collector;
        private transient int next;
        private transient long lastNs;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            collector = out;
            context.addTaskHook(new Hook());
        }

        @Override
        public void nextTuple() {
            long beganNs = System.nanoTime();
            if (beganNs - lastNs < SOURCE_NS) {
                return;
            }
            lastNs = beganNs;
            at(Place.NEXT_TUPLE);
            do {
                collector.emit(new Values(new Key(next)), next++);
            } while (rude.continues(beganNs, rudeSinceNs));
        }

        @Override
        public void ack(Object messageId) {
            at(Place.ACK);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("key"));
        }
    }

    /** Sends every tuple on. */
    static final class Relay extends BaseRichBolt {
        private transient OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
            context.addTaskHook(new Hook());
        }

        @Override
        public void execute(Tuple input) {
            at(Place.EXECUTE);
            collector.emit(input, input.getValues());
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("key"));
        }
    }

    /** A hook that observes emits and executes. */
    static final class Hook extends BaseTaskHook {
        @Override
        public void emit(EmitInfo info) {
            at(Place.EMIT_HOOK);
        }

        @Override
        public void boltExecute(BoltExecuteInfo info) {
            at(Place.EXECUTE_HOOK);
        }
    }

    /** A grouping that chooses one task after the other. */
    static final class Turns implements CustomStreamGrouping {
        private transient List<List<Integer>> choices;
        private transient int next;

        @Override
        public void prepare(
                WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
            choices = targetTasks.stream().map(List::of).toList();
        }

        @Override
        public List<Integer> chooseTasks(int taskId, List<Object> values) {
            at(Place.GROUPING);
            return choices.get(next++ % choices.size());
        }
    }

    /** A key of the user's own class. */
    record Key(int number) implements Serializable {
        @Override
        public int hashCode() {
            at(Place.HASH_CODE);
            return number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.number == number;
        }
    }
}
