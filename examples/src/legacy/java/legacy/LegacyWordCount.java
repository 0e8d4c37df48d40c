package legacy;

import backtype.storm.Config;
import backtype.storm.LocalCluster;
import backtype.storm.spout.SpoutOutputCollector;
import backtype.storm.task.TopologyContext;
import backtype.storm.topology.BasicOutputCollector;
import backtype.storm.topology.OutputFieldsDeclarer;
import backtype.storm.topology.TopologyBuilder;
import backtype.storm.topology.base.BaseBasicBolt;
import backtype.storm.topology.base.BaseRichSpout;
import backtype.storm.tuple.Fields;
import backtype.storm.tuple.Tuple;
import backtype.storm.tuple.Values;
import backtype.storm.utils.Utils;
import java.util.HashMap;
import java.util.Map;

/**
 * A word count of the days of Storm 0.9, as papers of the time have it; compiled against storm-core
 * 0.9.7 and run by {@code eyewall run --legacy}.
 */
public class LegacyWordCount {
    private static final String[] SENTENCES = {
        "the cow jumped over the moon", "an apple a day keeps the doctor away"
    };

    /** Emits each sentence once. */
    public static class Sentences extends BaseRichSpout {
        private SpoutOutputCollector collector;
        private int next;

        @Override
        public void open(Map conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void nextTuple() {
            if (next < SENTENCES.length) {
                collector.emit(new Values(SENTENCES[next]), next++);
            } else {
                Utils.sleep(10);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("sentence"));
        }
    }

    /** Makes words. */
    public static class Split extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            for (String word : tuple.getString(0).split(" ")) {
                collector.emit(new Values(word));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }

    /** Counts and prints them at the end. */
    public static class Count extends BaseBasicBolt {
        private final Map<String, Integer> counts = new HashMap<>();

        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            counts.merge(tuple.getStringByField("word"), 1, Integer::sum);
        }

        @Override
        public void cleanup() {
            System.out.println("counts " + new java.util.TreeMap<>(counts));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    public static void main(String[] args) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sentences", new Sentences());
        builder.setBolt("split", new Split(), 2).shuffleGrouping("sentences");
        builder.setBolt("count", new Count()).fieldsGrouping("split", new Fields("word"));
        LocalCluster cluster = new LocalCluster();
        cluster.submitTopology("legacy", new Config(), builder.createTopology());
        Utils.sleep(1000);
        cluster.killTopology("legacy");
        cluster.shutdown();
    }
}
