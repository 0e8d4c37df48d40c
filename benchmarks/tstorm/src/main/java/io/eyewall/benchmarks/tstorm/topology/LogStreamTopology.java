package io.eyewall.benchmarks.tstorm.topology;

import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.shade.net.minidev.json.JSONObject;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Log Stream Processing (figure 7 of the paper). It reads lines of a web server's log as JSON from
 * Redis; rules convert them to entries, which are indexed and counted; indices and counts are saved
 * in PostgreSQL (the paper: MongoDB). The bolts that save have 2 executors, all other components 5.
 * The paper does not state the number of ackers: with 21, the numbers of nodes are the paper's.
 */
public final class LogStreamTopology {
    private static final int EXECUTORS = 5;
    private static final int SAVERS = 2;
    private static final int ACKERS = 21;

    private LogStreamTopology() {}

    /**
     * Submits the topology.
     *
     * @param args name, workers, folder of the processing times, host of Redis and PostgreSQL,
     *     scale
     * @throws Exception if the cluster rejects the topology
     */
    public static void main(String[] args) throws Exception {
        String url = Services.jdbcUrl(args[3]);
        Scale scale = Scale.parse(args[4]);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("log", new RedisLines(args[3], args[2]), scale.of(EXECUTORS));
        builder.setBolt("rules", new Rules(), scale.of(EXECUTORS)).shuffleGrouping("log");
        builder.setBolt("indexer", new Indexer(), scale.of(EXECUTORS)).shuffleGrouping("rules");
        builder.setBolt("counter", new Counter(), scale.of(EXECUTORS))
                .fieldsGrouping("rules", new Fields("path"));
        builder.setBolt(
                        "save-index",
                        new SqlBolt(
                                url,
                                "create unlogged table if not exists entries"
                                        + " (path text, severity text, terms int)",
                                "insert into entries values (?, ?, ?)"),
                        scale.of(SAVERS))
                .shuffleGrouping("indexer");
        builder.setBolt(
                        "save-count",
                        new SqlBolt(
                                url,
                                "create unlogged table if not exists hits"
                                        + " (path text primary key, n bigint)",
                                "insert into hits values (?, ?)"
                                        + " on conflict (path) do update set n = excluded.n"),
                        scale.of(SAVERS))
                .shuffleGrouping("counter");
        Config conf = new Config();
        conf.setNumWorkers(Integer.parseInt(args[1]));
        conf.setNumAckers(scale.of(ACKERS));
        StormSubmitter.submitTopology(args[0], conf, builder.createTopology());
    }

    /** Parses a line {@code {"line": "DATE TIME METHOD PATH STATUS BYTES MILLIS AGENT"}}. */
    private static final class Rules extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;
        private static final int WORDS = 8;
        private static final int SLOW_MS = 2_000;

        @Override
        public void execute(Tuple input, BasicOutputCollector output) {
            if (JSONValue.parse(input.getString(0)) instanceof JSONObject object) {
                String line = String.valueOf(object.get("line"));
                String[] words = line.split(" ", WORDS);
                if (words.length == WORDS) {
                    output.emit(new Values(words[3], severity(words), line));
                }
            }
        }

        private static String severity(String[] words) {
            int status = Integer.parseInt(words[4]);
            if (status >= 500) {
                return "error";
            }
            boolean slow = Integer.parseInt(words[6]) > SLOW_MS;
            return status >= 400 || slow || words[3].contains("..") ? "warning" : "normal";
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("path", "severity", "line"));
        }
    }

    private static final class Indexer extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, BasicOutputCollector output) {
            Map<String, Integer> terms = new HashMap<>();
            StringTokenizer words = new StringTokenizer(input.getString(2), " /.?&=;()-:");
            while (words.hasMoreTokens()) {
                terms.merge(words.nextToken(), 1, Integer::sum);
            }
            output.emit(new Values(input.getString(0), input.getString(1), terms.size()));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("path", "severity", "terms"));
        }
    }

    private static final class Counter extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;
        private final HashMap<String, Long> counts = new HashMap<>();

        @Override
        public void execute(Tuple input, BasicOutputCollector output) {
            String path = input.getString(0);
            output.emit(new Values(path, counts.merge(path, 1L, Long::sum)));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("path", "count"));
        }
    }
}
