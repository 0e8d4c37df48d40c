package io.eyewall.server;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.BaseFunction;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.trident.testing.FixedBatchSpout;
import org.apache.storm.trident.testing.MemoryMapState;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Topologies of the shape of those that Storm's UI was asked about. */
public final class Words {
    private static final String[] SENTENCES = {
        "the quick brown fox jumped over the lazy dog", "streams of tuples flow through topologies"
    };

    private Words() {}

    public static Map<String, Object> conf() {
        Config conf = new Config();
        conf.setNumWorkers(2);
        conf.setNumAckers(2);
        conf.setNumEventLoggers(1);
        conf.setMaxSpoutPending(100);
        conf.setStatsSampleRate(1.0);
        conf.setMessageTimeoutSecs(30);
        return conf;
    }

    public static StormTopology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sentences", new Sentences(), 2);
        builder.setBolt("split", new Split(), 2).setNumTasks(4).shuffleGrouping("sentences");
        builder.setBolt("count", new Counts(), 3)
                .fieldsGrouping("split", new Fields("word"))
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        builder.setBolt("report sink", new Sink(), 1)
                .fieldsGrouping("count", new Fields("word"))
                .allGrouping("sentences", "audit");
        builder.setBolt("faulty", new Faulty(), 2).localOrShuffleGrouping("split", "long-words");
        return builder.createTopology();
    }

    @SuppressWarnings("unchecked") // the spout takes an array of lists
    public static StormTopology trident() {
        FixedBatchSpout lines =
                new FixedBatchSpout(
                        new Fields("line"), 2, new Values(SENTENCES[0]), new Values(SENTENCES[1]));
        lines.setCycle(true);
        TridentTopology topology = new TridentTopology();
        topology.newStream("lines", lines)
                .shuffle()
                .each(new Fields("line"), new Cut(), new Fields("word"))
                .parallelismHint(2)
                .groupBy(new Fields("word"))
                .persistentAggregate(new MemoryMapState.Factory(), new Count(), new Fields("n"))
                .parallelismHint(2);
        return topology.build();
    }

    static final class Sentences extends BaseRichSpout {
        private static final long serialVersionUID = 1L;
        private transient @Nullable SpoutOutputCollector collector;
        private long emitted;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            collector = out;
        }

        @Override
        public void nextTuple() {
            Utils.sleep(1);
            SpoutOutputCollector out = Objects.requireNonNull(collector);
            out.emit(new Values(SENTENCES[(int) (emitted % SENTENCES.length)]), emitted);
            if (emitted++ % 10 == 0) {
                out.emit("audit", new Values(emitted));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("sentence"));
            declarer.declareStream("audit", new Fields("count"));
        }
    }

    static final class Split extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, BasicOutputCollector collector) {
            for (String word : input.getString(0).split(" ")) {
                collector.emit(new Values(word));
                if (word.length() > 5) {
                    collector.emit("long-words", new Values(word));
                }
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
            declarer.declareStream("long-words", new Fields("word"));
        }
    }

    static final class Counts extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;
        private final Map<String, Long> counts = new HashMap<>();

        @Override
        public void execute(Tuple input, BasicOutputCollector collector) {
            if (Constants.SYSTEM_TICK_STREAM_ID.equals(input.getSourceStreamId())) {
                counts.forEach((word, count) -> collector.emit(new Values(word, count)));
            } else {
                counts.merge(input.getString(0), 1L, Long::sum);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word", "count"));
        }
    }

    static final class Sink extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, BasicOutputCollector collector) {}

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    static final class Faulty extends BaseRichBolt {
        private static final long serialVersionUID = 1L;
        private transient @Nullable OutputCollector collector;
        private int executed;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
        }

        @Override
        public void execute(Tuple input) {
            OutputCollector out = Objects.requireNonNull(collector);
            if (executed++ % 40 == 0) {
                out.reportError(
                        new IllegalStateException(
                                "cannot store word '" + input.getString(0) + "'",
                                new IOException("disk quota exceeded")));
                out.fail(input);
            } else {
                out.ack(input);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    static final class Cut extends BaseFunction {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(TridentTuple tuple, TridentCollector collector) {
            for (String word : tuple.getString(0).split(" ")) {
                collector.emit(new Values(word));
            }
        }
    }
}
