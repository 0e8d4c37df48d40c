package io.eyewall.benchmarks.tstorm.topology;

import java.util.HashMap;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Word Count: lines from Redis are split into words, the words are counted, and each count is saved
 * in PostgreSQL (the paper: MongoDB). The topology has 2 spouts, 5 executors of each bolt, and as
 * many ackers as workers, as in the paper.
 */
public final class WordCountTopology {
    private static final int SPOUTS = 2;
    private static final int BOLTS = 5;
    private static final int ACKERS = 20;

    private WordCountTopology() {}

    /**
     * Submits the topology.
     *
     * @param args name, workers, folder of the processing times, host of Redis and PostgreSQL,
     *     scale
     * @throws Exception if the cluster rejects the topology
     */
    public static void main(String[] args) throws Exception {
        Scale scale = Scale.parse(args[4]);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("reader", new RedisLines(args[3], args[2]), scale.of(SPOUTS));
        builder.setBolt("split", new Split(), scale.of(BOLTS)).shuffleGrouping("reader");
        builder.setBolt("count", new Count(), scale.of(BOLTS))
                .fieldsGrouping("split", new Fields("word"));
        builder.setBolt(
                        "save",
                        new SqlBolt(
                                Services.jdbcUrl(args[3]),
                                "create unlogged table if not exists words"
                                        + " (word text primary key, n bigint)",
                                "insert into words values (?, ?)"
                                        + " on conflict (word) do update set n = excluded.n"),
                        scale.of(BOLTS))
                .shuffleGrouping("count");
        Config conf = new Config();
        conf.setNumWorkers(Integer.parseInt(args[1]));
        conf.setNumAckers(scale.of(ACKERS));
        StormSubmitter.submitTopology(args[0], conf, builder.createTopology());
    }

    private static final class Split extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, BasicOutputCollector output) {
            for (String word : input.getString(0).split(" ")) {
                if (!word.isEmpty()) {
                    output.emit(new Values(word));
                }
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }

    private static final class Count extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;
        private final HashMap<String, Long> counts = new HashMap<>();

        @Override
        public void execute(Tuple input, BasicOutputCollector output) {
            String word = input.getString(0);
            output.emit(new Values(word, counts.merge(word, 1L, Long::sum)));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word", "count"));
        }
    }
}
