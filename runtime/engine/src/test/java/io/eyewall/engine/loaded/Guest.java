package io.eyewall.engine.loaded;

import io.eyewall.engine.fixture.Shared;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.Map;
import org.apache.storm.metric.api.CountMetric;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Components that leave behind what user code usually does: thread locals, metrics, resources, and
 * tuples that nobody acks. This package is loaded anew by the test's own class loaders.
 */
public final class Guest {
    private static final ThreadLocal<Object> OF_THIS_LOADER = new ThreadLocal<>();
    private static final InheritableThreadLocal<Object> INHERITED = new InheritableThreadLocal<>();

    private Guest() {}

    @SuppressWarnings("deprecation") // metrics of the first API are still in use
    private static void settleIn(
            Object self, TopologyContext context, Shared<Collection<WeakReference<?>>> seen) {
        seen.get().add(new WeakReference<>(self));
        seen.get().add(new WeakReference<>(self.getClass().getClassLoader()));
        OF_THIS_LOADER.set(self);
        INHERITED.set(self);
        context.registerGauge("gauge", self::hashCode);
        context.registerMetric("count", new CountMetric(), 600);
        context.setTaskData("self", self);
        context.setExecutorData("self", self);
    }

    /** Emits numbers, tracked. */
    public static final class Spout extends BaseRichSpout {
        private final Shared<Collection<WeakReference<?>>> seen;
        private transient SpoutOutputCollector collector;
        private int next;

        public Spout(Shared<Collection<WeakReference<?>>> seen) {
            this.seen = seen;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            settleIn(this, context, seen);
            collector = out;
        }

        @Override
        public void nextTuple() {
            if (next < 1_000) {
                collector.emit(new Values(next), next++);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    /** Passes every tuple on and acks every other one. */
    public static final class Bolt extends BaseRichBolt {
        private final Shared<Collection<WeakReference<?>>> seen;
        private final byte[] load = new byte[1 << 16];
        private transient ThreadLocal<byte[]> own;
        private transient OutputCollector collector;
        private int count;

        public Bolt(Shared<Collection<WeakReference<?>>> seen) {
            this.seen = seen;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            settleIn(this, context, seen);
            collector = out;
            own = new ThreadLocal<>();
        }

        @Override
        public void execute(Tuple tuple) {
            own.set(load);
            OF_THIS_LOADER.set(this);
            collector.emit(tuple, tuple.getValues());
            if (count++ % 2 == 0) {
                collector.ack(tuple);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }
}
