package io.eyewall.differential.program.tuple;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.NullStruct;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/** Programs about topologies that a cluster rejects, and its messages. */
public final class InvalidTopologyPrograms {
    private static final List<String> INVALID_NAMES =
            List.of("", "with/slash", "with\\backslash", "a.b", "a:b");

    private InvalidTopologyPrograms() {}

    public static List<Program> all() {
        return List.of(
                withOwnMessages(
                        Program.of(
                                "invalid-names",
                                "Topology names are checked.",
                                "utils/Utils.java",
                                InvalidTopologyPrograms::names)),
                Program.of(
                        "invalid-subscriptions",
                        "Subscribing to what does not exist is refused.",
                        "daemon/StormCommon.java",
                        InvalidTopologyPrograms::subscriptions),
                Program.of(
                        "invalid-components",
                        "System ids, inputs of spouts and zero parallelism are refused.",
                        "daemon/StormCommon.java",
                        InvalidTopologyPrograms::components),
                Program.of(
                                "invalid-conf",
                                "Configurations are checked for JSON and for the types of known keys.",
                                "validation/ConfigValidation.java",
                                InvalidTopologyPrograms::conf)
                        .differs(
                                "notJson",
                                "The message names the topology and the remedy; the exception is the same."),
                Program.of(
                        "invalid-in-builder",
                        "The builder itself refuses duplicates and bad numbers.",
                        "topology/TopologyBuilder.java",
                        InvalidTopologyPrograms::builder));
    }

    private static TopologyBuilder valid() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        return builder;
    }

    private static String submit(Stage stage, StormTopology topology, Map<String, Object> conf) {
        return Attempt.at(() -> stage.cluster().submitTopology(stage.name(), conf, topology));
    }

    private static String submit(Stage stage, TopologyBuilder builder) {
        return submit(stage, builder.createTopology(), stage.conf());
    }

    private static Program withOwnMessages(Program names) {
        String reason = "The message says Storm's rule in words; the exception is the same.";
        Program marked = names.differs("null", reason);
        for (String name : INVALID_NAMES) {
            marked = marked.differs("'" + name + "'", reason);
        }
        return marked;
    }

    private static void names(Stage stage) {
        for (String name : INVALID_NAMES) {
            stage.fact(
                    "'" + name + "'",
                    Attempt.at(
                            () ->
                                    stage.cluster()
                                            .submitTopology(
                                                    name, stage.conf(), valid().createTopology())));
        }
        stage.fact(
                "null",
                Attempt.at(
                        () ->
                                stage.cluster()
                                        .submitTopology(
                                                null, stage.conf(), valid().createTopology())));
    }

    private static void subscriptions(Stage stage) {
        TopologyBuilder component = valid();
        component.setBolt("b", ProbeBolt.recording()).shuffleGrouping("nobody");
        stage.fact("unknownComponent", submit(stage, component));
        TopologyBuilder stream = valid();
        stream.setBolt("b", ProbeBolt.recording()).shuffleGrouping("source", "nothing");
        stage.fact("unknownStream", submit(stage, stream));
        TopologyBuilder field = valid();
        field.setBolt("b", ProbeBolt.recording())
                .fieldsGrouping("source", new Fields("value", "nofield"));
        stage.fact("unknownField", submit(stage, field));
    }

    private static void components(Stage stage) {
        TopologyBuilder systemBolt = valid();
        systemBolt.setBolt("__mine", ProbeBolt.recording()).shuffleGrouping("source");
        stage.fact("systemId", submit(stage, systemBolt));
        TopologyBuilder systemStream = new TopologyBuilder();
        systemStream.setSpout("source", ProbeSpout.numbers(1).declares("__mine", "x"));
        stage.fact("systemStream", submit(stage, systemStream));
        StormTopology inputs = valid().createTopology();
        inputs.get_spouts()
                .get("source")
                .get_common()
                .put_to_inputs(
                        new GlobalStreamId("sink", "default"), Grouping.shuffle(new NullStruct()));
        stage.fact("spoutWithInputs", submit(stage, inputs, stage.conf()));
        StormTopology noExecutors = valid().createTopology();
        noExecutors.get_bolts().get("sink").get_common().set_parallelism_hint(0);
        noExecutors.get_bolts().get("sink").get_common().set_json_conf("{\"topology.tasks\": 2}");
        stage.fact("tasksWithoutExecutors", submit(stage, noExecutors, stage.conf()));
        StormTopology twice = valid().createTopology();
        twice.put_to_bolts("source", twice.get_bolts().get("sink"));
        stage.fact("sameIdTwice", submit(stage, twice, stage.conf()));
    }

    private static void conf(Stage stage) {
        Config notJson = stage.conf();
        notJson.put("own.key", new TuplePrograms.Plain(1));
        stage.fact("notJson", submit(stage, valid().createTopology(), notJson));
        Config text = stage.conf();
        text.put(Config.TOPOLOGY_WORKERS, "two");
        stage.fact("textForNumber", submit(stage, valid().createTopology(), text));
        Config zero = stage.conf();
        zero.put(Config.TOPOLOGY_WORKERS, 0);
        stage.fact("zeroWorkers", submit(stage, valid().createTopology(), zero));
        Config number = stage.conf();
        number.put(Config.TOPOLOGY_DEBUG, 1);
        stage.fact("numberForBoolean", submit(stage, valid().createTopology(), number));
        Config negative = stage.conf();
        negative.put(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, -1);
        stage.fact("negativeTimeout", submit(stage, valid().createTopology(), negative));
        Config batch = stage.conf();
        batch.put(Config.TOPOLOGY_AUTO_TASK_HOOKS, "not a list");
        stage.fact("textForList", submit(stage, valid().createTopology(), batch));
    }

    private static void builder(Stage stage) {
        stage.fact(
                "duplicateBolt", Attempt.at(() -> valid().setBolt("sink", ProbeBolt.recording())));
        stage.fact(
                "boltNamedAsSpout",
                Attempt.at(() -> valid().setBolt("source", ProbeBolt.recording())));
        stage.fact(
                "zeroParallelism",
                Attempt.at(() -> valid().setBolt("zero", ProbeBolt.recording(), 0)));
        stage.fact("duplicateFields", Attempt.atValue(() -> new Fields("a", "b", "a").toList()));
    }
}
