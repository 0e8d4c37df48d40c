package io.eyewall.local;

import java.util.Map;
import org.apache.storm.ICredentialsListener;
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
import org.jspecify.annotations.NullUnmarked;

/** Creates small topologies whose bolts report to a {@link Recorder}. */
@NullUnmarked // fields are set by the framework
public final class TestTopologies {
    private TestTopologies() {}

    /**
     * Returns a topology that emits numbers from 0 up to a limit to a bolt that records them under
     * {@code key}.
     */
    public static TopologyBuilder numbers(String key, long limit) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(limit));
        builder.setBolt("record", new RecordBolt(key)).shuffleGrouping("numbers");
        return builder;
    }

    /** Returns a topology that emits numbers to a bolt that throws at the given one. */
    public static TopologyBuilder failing(long bad) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(Long.MAX_VALUE));
        builder.setBolt("fragile", new FragileBolt(bad)).shuffleGrouping("numbers");
        return builder;
    }

    static class Numbers extends BaseRichSpout {
        private final long limit;
        private SpoutOutputCollector collector;
        private long next;

        Numbers(long limit) {
            this.limit = limit;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void nextTuple() {
            if (next < limit) {
                collector.emit(new Values(next), next);
                next++;
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    static class RecordBolt extends BaseRichBolt implements ICredentialsListener {
        private final String key;
        private OutputCollector collector;

        RecordBolt(String key) {
            this.key = key;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
            Recorder.add(key + ".conf", conf);
            Recorder.add(key + ".codeDir", context.getCodeDir());
            Recorder.add(key + ".loader", Thread.currentThread().getContextClassLoader());
        }

        @Override
        public void execute(Tuple tuple) {
            Recorder.add(key, tuple.getLong(0));
            collector.ack(tuple);
        }

        @Override
        public void setCredentials(Map<String, String> credentials) {
            Recorder.add(key + ".credentials", credentials);
        }

        @Override
        public void cleanup() {
            Recorder.add(key + ".cleanup", true);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    static class FragileBolt extends BaseRichBolt {
        private final long bad;
        private OutputCollector collector;

        FragileBolt(long bad) {
            this.bad = bad;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void execute(Tuple tuple) {
            if (tuple.getLong(0) == bad) {
                throw new IllegalStateException("can't stand " + bad);
            }
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
