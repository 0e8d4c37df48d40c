package io.eyewall.cluster.trials.reassignment;

import io.eyewall.nativetask.NativeBolt;
import io.eyewall.nativetask.NativeSpout;
import io.eyewall.nativetask.worker.NativeWorkers;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;

/**
 * Java and C++ in one topology, each with a spout: what {@link MeasuredTopology} has, passed on by
 * a native bolt, and a native word count whose result Java writes down. Arguments: name, folder,
 * workers, lines of the word count, "native" or "java" workers.
 */
public final class NativeTopology {
    private static final String LIBRARY = "libwordcount.so";
    private static final int MAX_PENDING = 1_000;

    private NativeTopology() {}

    public static void main(String[] args) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new MeasuredTopology.Source(args[1]), 1);
        builder.setBolt("echo", new NativeBolt(LIBRARY, "Echo").output("number"), 2)
                .shuffleGrouping("source");
        builder.setBolt("sink", new MeasuredTopology.Sink(args[1]), 1)
                .fieldsGrouping("echo", new Fields("number"));
        builder.setSpout("lines", new NativeSpout(LIBRARY, "Lines").output("line"), 1);
        builder.setBolt("split", new NativeBolt(LIBRARY, "Split").output("word"), 1)
                .shuffleGrouping("lines");
        builder.setBolt("count", new NativeBolt(LIBRARY, "Count").output("word", "count"), 2)
                .fieldsGrouping("split", new Fields("word"));
        builder.setBolt("totals", new Totals(args[1]), 1).globalGrouping("count");
        Config conf = new Config();
        conf.setNumWorkers(Integer.parseInt(args[2]));
        conf.setNumAckers(2);
        conf.setMessageTimeoutSecs(10);
        conf.setMaxSpoutPending(MAX_PENDING);
        conf.put("example.lines", args[3]);
        StormTopology topology = builder.createTopology();
        StormSubmitter.submitTopology(
                args[0], conf, args[4].equals("native") ? NativeWorkers.in(topology) : topology);
    }

    /** A bolt that writes each word with its count to a file. */
    @SuppressWarnings("NullAway.Init") // by prepare
    static final class Totals extends BaseRichBolt {
        private static final long serialVersionUID = 1;
        private final String folder;
        private transient OutputCollector collector;
        private transient MeasuredTopology.Journal journal;

        Totals(String folder) {
            this.folder = folder;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
            journal = new MeasuredTopology.Journal(folder, "totals");
        }

        @Override
        public void execute(Tuple input) {
            journal.line(input.getString(0) + " " + input.getLong(1), true);
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // none
        }
    }
}
