package io.eyewall.differential.program.tuple;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.JavaObject;
import org.apache.storm.generated.JavaObjectArg;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.BaseFunction;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.operation.TridentOperationContext;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.trident.testing.FixedBatchSpout;
import org.apache.storm.trident.testing.MemoryMapState;
import org.apache.storm.trident.testing.Split;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Programs about Trident, and about bolts that are configured by their class names. */
public final class LayeredApiPrograms {
    private LayeredApiPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "trident-word-count",
                        "A word count with Trident over two batches.",
                        "trident/TridentTopology.java",
                        LayeredApiPrograms::trident),
                Program.of(
                        "java-object-bolt",
                        "A bolt may be given as class name and constructor arguments.",
                        "Thrift.java",
                        LayeredApiPrograms::javaObject));
    }

    /** Notes the tuples of a Trident stream. */
    static final class Note extends BaseFunction {
        private static final long serialVersionUID = 1;

        private transient Probe probe;

        @Override
        public void prepare(Map<String, Object> conf, TridentOperationContext context) {
            probe = Probe.of(conf);
        }

        @Override
        public void execute(TridentTuple tuple, TridentCollector collector) {
            probe.note("count " + tuple.getString(0), tuple.getLong(1));
            probe.note("counts", tuple.getString(0));
        }
    }

    private static void trident(Stage stage) throws Exception {
        @SuppressWarnings("unchecked")
        FixedBatchSpout spout =
                new FixedBatchSpout(
                        new Fields("sentence"),
                        2,
                        new Values("the cow jumped"),
                        new Values("the moon"),
                        new Values("the cow"));
        TridentTopology topology = new TridentTopology();
        topology.newStream("sentences", spout)
                .each(new Fields("sentence"), new Split(), new Fields("word"))
                .groupBy(new Fields("word"))
                .persistentAggregate(new MemoryMapState.Factory(), new Count(), new Fields("count"))
                .newValuesStream()
                .each(new Fields("word", "count"), new Note(), new Fields());
        stage.submitAs(stage.name(), topology.build(), stage.conf());
        // The second batch contains two words again.
        stage.await("counts", 6);
        stage.fact("counts", stage.probe().notesUnder("count "));
    }

    /** A bolt that is constructed from its class name and arguments. */
    public static final class ConstructedBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private final String text;
        private final Long number;
        private transient Probe probe;

        /** Creates the bolt; the argument types must be exactly these. */
        public ConstructedBolt(String text, Long number, Boolean flag) {
            this.text = text + flag;
            this.number = number;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            probe = Probe.of(conf);
        }

        @Override
        public void execute(Tuple tuple) {
            probe.note("received", text + number + tuple.getValue(0));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    private static void javaObject(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(2));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        StormTopology topology = builder.createTopology();
        JavaObject bolt =
                new JavaObject(
                        ConstructedBolt.class.getName(),
                        List.of(
                                JavaObjectArg.string_arg("text "),
                                JavaObjectArg.long_arg(7),
                                JavaObjectArg.bool_arg(true)));
        topology.get_bolts().get("sink").set_bolt_object(ComponentObject.java_object(bolt));
        stage.submitAs(stage.name(), topology, stage.conf());
        stage.await("received", 2);
        stage.fact("received", stage.probe().notes("received"));
    }
}
