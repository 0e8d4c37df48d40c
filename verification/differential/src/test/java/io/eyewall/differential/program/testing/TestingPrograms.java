package io.eyewall.differential.program.testing;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.ILocalCluster;
import org.apache.storm.LocalCluster;
import org.apache.storm.Testing;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.testing.AckTracker;
import org.apache.storm.testing.CompleteTopologyParam;
import org.apache.storm.testing.FeederSpout;
import org.apache.storm.testing.FixedTuple;
import org.apache.storm.testing.FixedTupleSpout;
import org.apache.storm.testing.IdentityBolt;
import org.apache.storm.testing.MkClusterParam;
import org.apache.storm.testing.MkTupleParam;
import org.apache.storm.testing.MockedSources;
import org.apache.storm.testing.TestAggregatesCounter;
import org.apache.storm.testing.TestGlobalCount;
import org.apache.storm.testing.TestWordCounter;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Time;

/** Programs about Storm's own helper for tests of topologies, from its own jar. */
@SuppressWarnings("deprecation") // methods of older tests must work, too
public final class TestingPrograms {
    private TestingPrograms() {}

    public static List<Program> all() {
        return List.of(
                program(
                        "complete-topology",
                        "completeTopology captures what a topology of mocked sources emits.",
                        stage -> Testing.withLocalCluster(c -> wordCount(stage, c))),
                program(
                        "complete-topology-simulated",
                        "completeTopology does so in simulated time.",
                        stage ->
                                Testing.withSimulatedTimeLocalCluster(
                                        clusterParam(4), c -> wordCount(stage, c))),
                program(
                        "complete-topology-fixed-spout",
                        "completeTopology runs until all of a FixedTupleSpout is acked or failed.",
                        TestingPrograms::fixedTupleSpout),
                program(
                        "complete-topology-streams",
                        "completeTopology captures all streams, by name; direct ones too.",
                        TestingPrograms::streams),
                program(
                        "complete-topology-twice",
                        "completeTopology leaves nothing behind for the next.",
                        TestingPrograms::twice),
                program(
                        "complete-topology-endless-spout",
                        "completeTopology refuses spouts that don't say when they are done.",
                        TestingPrograms::endless),
                program(
                        "feeder-and-ack-tracker",
                        "A FeederSpout emits what it is fed; an AckTracker counts its acks.",
                        TestingPrograms::feeder),
                program(
                        "simulate-wait",
                        "simulateWait advances simulated time by ten seconds, real time not.",
                        TestingPrograms::simulateWait),
                program(
                        "local-cluster-of-a-map",
                        "getLocalCluster builds a cluster by a map of settings.",
                        TestingPrograms::ofMap),
                program(
                        "test-tuple",
                        "testTuple makes a tuple without a topology.",
                        TestingPrograms::testTuple));
    }

    private static Program program(String name, String shows, Program.Body body) {
        return Program.of(name, shows, "Testing.java (storm-server)", body).onBuiltClusters();
    }

    private static MkClusterParam clusterParam(int supervisors) {
        MkClusterParam param = new MkClusterParam();
        param.setSupervisors(supervisors);
        return param;
    }

    /**
     * Returns the tuples that each component emitted on the default stream, sorted because some
     * have no guaranteed order.
     */
    private static Map<String, Object> shown(
            Map<String, List<FixedTuple>> results, String... components) {
        Map<String, Object> shown = new TreeMap<>();
        for (String component : components) {
            List<String> tuples = new ArrayList<>();
            Testing.readTuples(results, component).forEach(t -> tuples.add(t.toString()));
            tuples.sort(null);
            shown.put(component, tuples);
        }
        return shown;
    }

    private static void wordCount(Stage stage, ILocalCluster cluster) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("1", new TestWordSpout(true), 3);
        builder.setBolt("2", new TestWordCounter(), 4).fieldsGrouping("1", new Fields("word"));
        builder.setBolt("3", new TestGlobalCount()).globalGrouping("1");
        builder.setBolt("4", new TestAggregatesCounter()).globalGrouping("2");
        MockedSources sources = new MockedSources();
        sources.addMockData(
                "1",
                new Values("nathan"),
                new Values("bob"),
                new Values("joey"),
                new Values("nathan"));
        Config conf = new Config();
        conf.setNumWorkers(2);
        CompleteTopologyParam param = new CompleteTopologyParam();
        param.setMockedSources(sources);
        param.setStormConf(conf);
        Map<String, List<FixedTuple>> results =
                Testing.completeTopology(cluster, builder.createTopology(), param);
        stage.fact("emitted", shown(results, "1", "2", "3", "4"));
        stage.fact("components", new TreeSet<>(results.keySet()));
        stage.fact(
                "multiseteq",
                Testing.multiseteq(
                        Arrays.asList(
                                List.of("joey", 1),
                                List.of("nathan", 1),
                                List.of("bob", 1),
                                List.of("nathan", 2)),
                        new ArrayList<>(Testing.readTuples(results, "2"))));
        stage.fact("left", cluster.getClusterInfo().get_topologies().size());
    }

    private static void fixedTupleSpout(Stage stage) throws Exception {
        List<FixedTuple> tuples = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            tuples.add(new FixedTuple(new Values(i)));
        }
        ProbeBolt picky =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    if (tuple.getInteger(0) % 4 == 0) {
                                        task.collector().fail(tuple);
                                        return;
                                    }
                                    task.collector().emit(tuple, new Values(tuple.getValue(0)));
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "n");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new FixedTupleSpout(tuples, new Fields("n")));
        builder.setBolt("picky", picky, 3).shuffleGrouping("spout");
        CompleteTopologyParam param = new CompleteTopologyParam();
        param.setStormConf(stage.conf());
        Testing.withLocalCluster(
                cluster ->
                        stage.fact(
                                "emitted",
                                shown(
                                        Testing.completeTopology(
                                                cluster, builder.createTopology(), param),
                                        "spout",
                                        "picky")));
    }

    private static void streams(Stage stage) throws Exception {
        ProbeBolt splitting =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    Object value = tuple.getValue(0);
                                    String stream = (Integer) value % 2 == 0 ? "even" : "odd";
                                    task.collector().emit(stream, tuple, new Values(value));
                                    int target = task.context().getComponentTasks("end").get(0);
                                    task.collector()
                                            .emitDirect(target, "straight", new Values(value));
                                    task.collector().ack(tuple);
                                })
                        .declares("even", "n")
                        .declares("odd", "n")
                        .declaresDirect("straight", "n");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(0));
        builder.setBolt("split", splitting).shuffleGrouping("source");
        builder.setBolt("end", ProbeBolt.recording())
                .shuffleGrouping("split", "odd")
                .directGrouping("split", "straight");
        MockedSources sources = new MockedSources();
        sources.addMockData("source", new Values(1), new Values(2), new Values(3));
        CompleteTopologyParam param = new CompleteTopologyParam();
        param.setMockedSources(sources);
        param.setStormConf(stage.conf());
        Testing.withLocalCluster(
                cluster -> {
                    Map<String, List<FixedTuple>> results =
                            Testing.completeTopology(cluster, builder.createTopology(), param);
                    for (String stream : List.of("even", "odd", "straight")) {
                        stage.fact(stream, Testing.readTuples(results, "split", stream));
                    }
                });
        stage.fact("received", stage.sorted("received"));
    }

    private static void twice(Stage stage) {
        Testing.withLocalCluster(
                cluster -> {
                    for (String round : List.of("first", "second")) {
                        TopologyBuilder builder = new TopologyBuilder();
                        builder.setSpout("source", new TestWordSpout(true));
                        builder.setBolt("pass", new IdentityBolt(new Fields("w")))
                                .shuffleGrouping("source");
                        MockedSources sources = new MockedSources();
                        sources.addMockData("source", new Values(round));
                        CompleteTopologyParam param = new CompleteTopologyParam();
                        param.setMockedSources(sources);
                        param.setStormConf(stage.conf());
                        stage.fact(
                                round,
                                shown(
                                        Testing.completeTopology(
                                                cluster, builder.createTopology(), param),
                                        "source",
                                        "pass"));
                    }
                });
    }

    private static void endless(Stage stage) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new TestWordSpout(true));
        Testing.withLocalCluster(
                cluster ->
                        stage.fact(
                                "refused",
                                Attempt.at(
                                                () ->
                                                        Testing.completeTopology(
                                                                cluster, builder.createTopology()))
                                        .replaceAll("@[0-9a-f]+", "")));
    }

    private static void feeder(Stage stage) {
        FeederSpout feeder = new FeederSpout(new Fields("n"));
        AckTracker tracker = new AckTracker();
        feeder.setAckFailDelegate(tracker);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feeder", feeder);
        builder.setBolt("pass", new IdentityBolt(new Fields("n"))).shuffleGrouping("feeder");
        builder.setBolt("sink", ProbeBolt.recording(), 2).shuffleGrouping("pass");
        Testing.withLocalCluster(
                cluster -> {
                    cluster.submitTopology(stage.name(), stage.conf(), builder.createTopology());
                    feeder.waitForReader();
                    for (int i = 0; i < 20; i++) {
                        feeder.feed(new Values(i), i);
                    }
                    stage.awaitTrue("acks", () -> tracker.getNumAcks() == 20);
                    tracker.resetNumAcks();
                    feeder.feed(new Values(20));
                    stage.awaitTrue("one ack", () -> tracker.getNumAcks() == 1);
                });
        stage.fact("received", stage.sorted("received"));
    }

    private static void simulateWait(Stage stage) {
        Testing.withSimulatedTimeLocalCluster(
                cluster -> {
                    Testing.simulateWait(cluster);
                    stage.fact("simulated", Time.currentTimeSecs());
                    Testing.advanceClusterTime(cluster, 7);
                    Testing.advanceClusterTime(cluster, 13, 5);
                    stage.fact("advanced", Time.currentTimeSecs());
                });
        Testing.withLocalCluster(
                cluster -> {
                    Testing.simulateWait(cluster);
                    stage.fact("simulatedInRealTime", Time.isSimulating());
                });
        Testing.withSimulatedTime(() -> stage.fact("withoutACluster", Time.isSimulating()));
    }

    private static void ofMap(Stage stage) throws Exception {
        Map<String, Object> settings =
                Map.of(
                        "supervisors",
                        3,
                        "ports-per-supervisor",
                        5,
                        "daemon-conf",
                        Map.of("some.key", "some value"));
        stage.onBuilt(
                (LocalCluster) Testing.getLocalCluster(settings),
                cluster -> {
                    stage.fact("supervisors", cluster.getClusterInfo().get_supervisors_size());
                    stage.fact(
                            "slots",
                            cluster.getClusterInfo().get_supervisors().get(0).get_num_workers());
                    stage.fact("conf", cluster.getDaemonConf().get("some.key"));
                });
    }

    private static void testTuple(Stage stage) {
        Tuple plain = Testing.testTuple(new Values("a", 1));
        stage.fact("plain", plain.getValues() + " " + plain.getFields().toList());
        stage.fact("plainSource", plain.getSourceComponent() + " " + plain.getSourceStreamId());
        MkTupleParam param = new MkTupleParam();
        param.setComponent("mine");
        param.setStream("side");
        param.setFields("x", "y");
        Tuple named = Testing.testTuple(new Values("a", 1), param);
        stage.fact("named", named.getIntegerByField("y"));
        stage.fact("namedSource", named.getSourceComponent() + " " + named.getSourceStreamId());
        StormTopology none = new TopologyBuilder().createTopology();
        stage.fact("captured", Testing.captureTopology(none).topology.get_bolts_size());
    }
}
