package io.eyewall.connectors.example;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Json;
import io.eyewall.toolkit.progress.Position;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeSet;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** What stands between the source and the sink of the examples. */
final class Bolts {
    private Bolts() {}

    /** Words of a line, each with a position of its own. */
    static final class Split extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple line, BasicOutputCollector collector) {
            Position position = (Position) line.getValueByField("position");
            int part = 0;
            for (String word : line.getString(0).split(" ")) {
                collector.emit(new Values(word, position.part(part++)));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word", "position"));
        }
    }

    /** {@code {"line": "DATE TIME METHOD PATH STATUS ..."}}: the path and how bad it is. */
    static final class Rules extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple log, BasicOutputCollector collector) {
            Object line;
            try {
                line = Json.object(log.getString(0)).get("line");
            } catch (BadRecordException e) {
                return;
            }
            String text = String.valueOf(line);
            String[] words = text.split(" ");
            int status = Integer.parseInt(words[4]);
            String severity = status >= 500 ? "error" : status >= 400 ? "warning" : "normal";
            collector.emit(new Values(words[3], severity, text, log.getValueByField("position")));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("path", "severity", "line", "position"));
        }
    }

    /** How many different terms a line has. */
    static final class Indexer extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple entry, BasicOutputCollector collector) {
            Set<String> terms = new TreeSet<>();
            StringTokenizer words = new StringTokenizer(entry.getString(2), " /.?&=;()-:");
            while (words.hasMoreTokens()) {
                terms.add(words.nextToken());
            }
            collector.emit(
                    new Values(
                            entry.getString(0),
                            entry.getString(1),
                            terms.size(),
                            entry.getValueByField("position")));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("path", "severity", "terms", "position"));
        }
    }

    /** The cells with most bytes: emits a rank when another cell, or more, is on it. */
    static final class TopCells extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;
        private final int ranks;
        private final HashMap<String, Long> bytes = new HashMap<>();
        private final HashMap<Integer, List<Object>> shown = new HashMap<>();

        TopCells(int ranks) {
            this.ranks = ranks;
        }

        @Override
        public void execute(Tuple counters, BasicOutputCollector collector) {
            bytes.merge(counters.getString(0), counters.getLong(1), Long::sum);
            List<Map.Entry<String, Long>> top =
                    bytes.entrySet().stream()
                            .sorted(
                                    Map.Entry.<String, Long>comparingByValue()
                                            .reversed()
                                            .thenComparing(
                                                    Map.Entry.comparingByKey(
                                                            Comparator.naturalOrder())))
                            .limit(ranks)
                            .toList();
            for (int rank = 0; rank < top.size(); rank++) {
                List<Object> row =
                        new Values(rank + 1, top.get(rank).getKey(), top.get(rank).getValue());
                if (!row.equals(shown.put(rank, row))) {
                    collector.emit(row);
                }
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("place", "cell", "bytes"));
        }
    }
}
