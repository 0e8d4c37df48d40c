package io.eyewall.differential.program.tuple;

import io.eyewall.differential.program.ExecutorViews;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.RecordingEventLogger;
import io.eyewall.differential.program.RecordingMetricsConsumer;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.Thrift;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.lambda.SerializableBiConsumer;
import org.apache.storm.lambda.SerializableConsumer;
import org.apache.storm.lambda.SerializableSupplier;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.SharedOffHeapWithinNode;
import org.apache.storm.topology.SharedOffHeapWithinWorker;
import org.apache.storm.topology.SharedOnHeap;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/**
 * Programs about the declarers of topology builders: the settings that they write into a topology,
 * and their effects.
 */
public final class DeclarerPrograms {
    private DeclarerPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "declarer-configuration",
                        "Each method of a declarer sets a key of its component's configuration.",
                        "topology/BaseConfigurationDeclarer.java",
                        DeclarerPrograms::configuration),
                Program.of(
                        "declarer-shared-memory",
                        "Shared memory is written down in the topology, by name.",
                        "topology/TopologyBuilder.java",
                        DeclarerPrograms::sharedMemory),
                Program.of(
                        "declarer-over-component",
                        "The declarer's configuration wins over the component's own.",
                        "topology/TopologyBuilder.java",
                        DeclarerPrograms::overComponent),
                Program.of(
                        "parallelism-as-any-number",
                        "Hints and counts may be numbers of any kind; fractions are cut off.",
                        "topology/TopologyBuilder.java",
                        DeclarerPrograms::anyNumber),
                Program.of(
                        "lambda-components",
                        "Spouts and bolts may be lambdas.",
                        "lambda/LambdaSpout.java",
                        DeclarerPrograms::lambdas),
                Program.of(
                        "thrift-built-topology",
                        "A topology may be built from Thrift parts, without a builder.",
                        "Thrift.java",
                        DeclarerPrograms::thrift),
                Program.of(
                        "conf-methods",
                        "Config's methods set the keys that they name.",
                        "Config.java",
                        DeclarerPrograms::confMethods));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> json(String text) {
        return new TreeMap<>((Map<String, Object>) JSONValue.parse(text));
    }

    private static void configuration(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1), 2)
                .setDebug(false)
                .setMaxSpoutPending(11)
                .setMaxTaskParallelism(3)
                .setNumTasks(2)
                .setMemoryLoad(64)
                .setCPULoad(12.5)
                .addResource("gpu", 1)
                .addConfiguration("own.key", "a");
        builder.setBolt("sink", ProbeBolt.recording(), 1)
                .setMemoryLoad(32.0, 16.0)
                .setCPULoad(5)
                .addResources(new HashMap<>(Map.of("disk", 2.0)))
                .addConfigurations(new HashMap<>(Map.of("own.key", List.of(1, 2))))
                .addConfiguration("own.null", null)
                .shuffleGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 2);
        StormTopology built = stage.cluster().getTopology(topology.id());
        stage.fact("source", json(built.get_spouts().get("source").get_common().get_json_conf()));
        stage.fact("sink", json(built.get_bolts().get("sink").get_common().get_json_conf()));
    }

    private static void sharedMemory(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1))
                .addSharedMemory(new SharedOnHeap(10, "heap"));
        builder.setBolt("sink", ProbeBolt.recording())
                .addSharedMemory(new SharedOnHeap(10, "heap"))
                .addSharedMemory(new SharedOffHeapWithinNode(20, "node"))
                .addSharedMemory(new SharedOffHeapWithinWorker(30, "worker"))
                .shuffleGrouping("source");
        stage.fact(
                "clash",
                Attempt.at(
                        () ->
                                new TopologyBuilder()
                                        .setBolt("other", ProbeBolt.recording())
                                        .addSharedMemory(new SharedOnHeap(10, "heap"))
                                        .addSharedMemory(new SharedOnHeap(11, "heap"))));
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 1);
        StormTopology built = stage.cluster().getTopology(topology.id());
        Map<String, String> memory = new TreeMap<>();
        built.get_shared_memory().forEach((name, each) -> memory.put(name, each.toString()));
        stage.fact("memory", memory);
        Map<String, Object> users = new TreeMap<>();
        built.get_component_to_shared_memory()
                .forEach((component, names) -> users.put(component, new TreeSet<>(names)));
        stage.fact("users", users);
    }

    private static void overComponent(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.recording()
                        .configured(Map.of("a", "component", "b", "component"))
                        .onPrepare(
                                task -> {
                                    for (String key : List.of("a", "b", "c", "d")) {
                                        task.note("conf " + key, task.conf().get(key));
                                    }
                                });
        builder.setBolt("sink", bolt)
                .addConfiguration("b", "declarer")
                .addConfiguration("c", "declarer")
                .shuffleGrouping("source");
        Config conf = stage.conf();
        for (String key : List.of("a", "b", "c", "d")) {
            conf.put(key, "topology");
        }
        stage.submit(builder, conf);
        stage.await("received", 1);
        stage.fact("conf", stage.probe().notesUnder("conf "));
    }

    private static void anyNumber(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1), 2L);
        builder.setBolt("sink", ProbeBolt.recording(), 2.9).setNumTasks(3.7).allGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 6);
        stage.fact("executors", ExecutorViews.ranges(topology.info()));
        stage.fact("edges", stage.edgeCounts());
    }

    private static final Map<String, AtomicInteger> CALLS =
            new java.util.concurrent.ConcurrentHashMap<>();

    private static void lambdas(Stage stage) throws Exception {
        String run = stage.name();
        TopologyBuilder builder = new TopologyBuilder();
        SerializableSupplier<Object> numbers =
                () -> CALLS.computeIfAbsent(run, name -> new AtomicInteger()).getAndIncrement();
        SerializableBiConsumer<Tuple, BasicOutputCollector> twice =
                (tuple, collector) -> {
                    if (tuple.getInteger(0) < 5) {
                        collector.emit(new Values(tuple.getInteger(0), tuple.getInteger(0) * 2));
                    }
                };
        SerializableConsumer<Tuple> sink =
                tuple ->
                        Probe.of(run)
                                .note(
                                        "received",
                                        tuple.getFields().toList() + " " + tuple.getValues());
        builder.setSpout("source", numbers);
        builder.setBolt("twice", twice, "n", "double").shuffleGrouping("source");
        builder.setBolt("sink", sink, 2).fieldsGrouping("twice", new Fields("n"));
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 5);
        stage.fact("received", stage.sorted("received"));
        StormTopology built = stage.cluster().getTopology(topology.id());
        stage.fact(
                "sourceFields",
                built.get_spouts()
                        .get("source")
                        .get_common()
                        .get_streams()
                        .get("default")
                        .get_output_fields());
    }

    private static void thrift(Stage stage) throws Exception {
        Map<String, Thrift.SpoutDetails> spouts =
                Map.of(
                        "source",
                        Thrift.prepareSpoutDetails(
                                ProbeSpout.numbersWithIds(6), 2, Map.of("own.key", 1)));
        Map<String, Thrift.BoltDetails> bolts =
                Map.of(
                        "middle",
                        Thrift.prepareBoltDetails(
                                Map.of(
                                        Utils.getGlobalStreamId("source", null),
                                        Thrift.prepareFieldsGrouping(List.of("value"))),
                                ProbeBolt.passing("n"),
                                2),
                        "all",
                        Thrift.prepareBoltDetails(
                                Map.of(
                                        Utils.getGlobalStreamId("middle", "default"),
                                        Thrift.prepareAllGrouping()),
                                ProbeBolt.recording(),
                                2,
                                Map.of("own.key", 2)),
                        "first",
                        Thrift.prepareBoltDetails(
                                Map.of(
                                        Utils.getGlobalStreamId("middle", "default"),
                                        Thrift.prepareGlobalGrouping()),
                                ProbeBolt.recording(),
                                3));
        StormTopology topology = Thrift.buildTopology(spouts, bolts);
        stage.submitAs(stage.name(), topology, stage.conf());
        stage.await("received", 36);
        stage.await("acked", 12);
        stage.fact("edges", stage.edgeCounts());
    }

    @SuppressWarnings("deprecation")
    private static void confMethods(Stage stage) throws Exception {
        Config conf = new Config();
        conf.setDebug(true);
        conf.setNumWorkers(2);
        conf.setNumAckers(3);
        conf.setNumEventLoggers(1);
        conf.setMessageTimeoutSecs(7);
        conf.setMaxTaskParallelism(8);
        conf.setMaxSpoutPending(9);
        conf.setStatsSampleRate(0.25);
        conf.setFallBackOnJavaSerialization(false);
        conf.setSkipMissingKryoRegistrations(true);
        conf.setTopologyVersion("1.2");
        conf.setTopologyWorkerMaxHeapSize(512);
        conf.setTopologyComponentWorkerConstraints("a", "b");
        conf.setTopologyPriority(4);
        conf.setClasspath("x.jar");
        conf.setEnvironment(new HashMap<>(Map.of("A", "B")));
        conf.registerMetricsConsumer(RecordingMetricsConsumer.class, "arg", 2);
        conf.registerEventLogger(RecordingEventLogger.class);
        conf.registerSerialization(TreeMap.class);
        conf.registerDecorator(SerializationPrograms.PlainDecorator.class);
        stage.fact("conf", new TreeMap<>(conf));
        stage.fact("invalid", Attempt.at(() -> Config.setMaxSpoutPending(conf, -1)));
    }
}
