package io.eyewall.examples;

import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Spouts and bolts in other languages: JavaScript emits sentences, Python splits them, Java counts
 * words. Needs {@code node} and {@code python3} on the path; the scripts are in {@code resources/}
 * of the jar.
 */
public class MultilangTopology extends ConfigurableTopology {
    /** Configuration key: how often each sentence is emitted. */
    public static final String ROUNDS = "sentences.rounds";

    /**
     * @param args topology name, optional
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new MultilangTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        conf.putIfAbsent(ROUNDS, 10_000);
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, 100);
        return submit(args.length > 0 ? args[0] : "multilang", conf, builder());
    }

    /** Returns {@code sentences (node) -> split (python3) -> count}. */
    public static TopologyBuilder builder() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sentences", new Sentences());
        builder.setBolt("split", new SplitSentence(), 2).shuffleGrouping("sentences");
        builder.setBolt("count", new Count(), 2).fieldsGrouping("split", new Fields("word"));
        return builder;
    }

    /** The spout in {@code sentences.js}. */
    static class Sentences extends ShellSpout implements IRichSpout {
        Sentences() {
            super("node", "sentences.js");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("sentence"));
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return null;
        }
    }

    /** The bolt in {@code split_sentence.py}. */
    static class SplitSentence extends ShellBolt implements IRichBolt {
        SplitSentence() {
            super("python3", "split_sentence.py");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return null;
        }
    }

    /** Emits each word with its count so far. */
    static class Count extends BaseBasicBolt {
        private final Map<String, Long> counts = new HashMap<>();

        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            String word = tuple.getString(0);
            collector.emit(new Values(word, counts.merge(word, 1L, Long::sum)));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word", "count"));
        }
    }
}
