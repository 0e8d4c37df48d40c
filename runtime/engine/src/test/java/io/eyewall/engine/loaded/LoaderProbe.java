package io.eyewall.engine.loaded;

import io.eyewall.engine.fixture.Shared;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
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
 * Components that tell which class loader they come from and which is the context's. This package
 * is loaded anew by the test's own class loaders.
 */
public final class LoaderProbe {
    /** Differs from loader to loader, if it is loaded anew. */
    private static int tuplesOfThisLoader;

    private LoaderProbe() {}

    private static void note(Shared<ConcurrentMap<String, Integer>> wrong, String call) {
        ClassLoader own = LoaderProbe.class.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (own != context) {
            wrong.get().merge(call + " of " + own + " with " + context, 1, Integer::sum);
        }
    }

    private static synchronized void count(Shared<ConcurrentMap<ClassLoader, Integer>> counts) {
        counts.get().put(LoaderProbe.class.getClassLoader(), ++tuplesOfThisLoader);
    }

    /** Emits so many numbers. */
    public static final class Spout extends BaseRichSpout {
        private final Shared<ConcurrentMap<String, Integer>> wrong;
        private final int limit;
        private transient SpoutOutputCollector collector;
        private int next;

        public Spout(Shared<ConcurrentMap<String, Integer>> wrong, int limit) {
            this.wrong = wrong;
            this.limit = limit;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            note(wrong, "open");
            collector = out;
        }

        @Override
        public void nextTuple() {
            note(wrong, "nextTuple");
            if (next < limit) {
                collector.emit(new Values(next), next++);
            }
        }

        @Override
        public void ack(Object messageId) {
            note(wrong, "ack");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    /** Passes every tuple on and counts in a static field. */
    public static final class Bolt extends BaseRichBolt {
        private final Shared<ConcurrentMap<String, Integer>> wrong;
        private final Shared<ConcurrentMap<ClassLoader, Integer>> counts;
        private transient OutputCollector collector;

        public Bolt(
                Shared<ConcurrentMap<String, Integer>> wrong,
                Shared<ConcurrentMap<ClassLoader, Integer>> counts) {
            this.wrong = wrong;
            this.counts = counts;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            note(wrong, "prepare");
            collector = out;
        }

        @Override
        public void execute(Tuple tuple) {
            note(wrong, "execute");
            collector.emit(tuple, tuple.getValues());
            collector.ack(tuple);
            count(counts);
        }

        @Override
        public void cleanup() {
            note(wrong, "cleanup");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }
}
