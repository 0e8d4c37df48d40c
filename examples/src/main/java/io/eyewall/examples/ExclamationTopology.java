package io.eyewall.examples;

import java.util.Map;
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

/** The smallest chain: a spout of words, and two bolts that each append {@code !!!}. */
public class ExclamationTopology extends ConfigurableTopology {
    /**
     * @param args topology name, optional
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new ExclamationTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        return submit(args.length > 0 ? args[0] : "exclamation", conf, builder());
    }

    /** Returns {@code word -> exclaim1 -> exclaim2}. */
    public static TopologyBuilder builder() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("word", new WordSpout(), 2);
        builder.setBolt("exclaim1", new ExclamationBolt(), 3).shuffleGrouping("word");
        builder.setBolt("exclaim2", new ExclamationBolt(), 2).shuffleGrouping("exclaim1");
        return builder;
    }

    /** Emits a few names in turn, without message ids. */
    static class WordSpout extends BaseRichSpout {
        private static final String[] WORDS = {"nathan", "mike", "jackson", "golda", "bertels"};

        private SpoutOutputCollector collector;
        private int next;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void nextTuple() {
            collector.emit(new Values(WORDS[next]));
            next = (next + 1) % WORDS.length;
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }

    /** Appends {@code !!!} to each word. */
    static class ExclamationBolt extends BaseRichBolt {
        private OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void execute(Tuple tuple) {
            collector.emit(tuple, new Values(tuple.getString(0) + "!!!"));
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }
}
