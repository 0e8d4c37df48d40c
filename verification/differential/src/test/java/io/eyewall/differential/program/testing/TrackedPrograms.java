package io.eyewall.differential.program.testing;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.ILocalCluster;
import org.apache.storm.LocalCluster;
import org.apache.storm.Testing;
import org.apache.storm.Testing.CapturedTopology;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.testing.AckFailMapTracker;
import org.apache.storm.testing.AckTracker;
import org.apache.storm.testing.FeederSpout;
import org.apache.storm.testing.FixedTuple;
import org.apache.storm.testing.IdentityBolt;
import org.apache.storm.testing.TrackedTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Programs about tracked topologies: the tuples that count as emitted, transferred and processed,
 * and the fact that waiting for such topologies waits for acks. Facts are recorded only when Storm
 * has no tuples in flight.
 */
@SuppressWarnings("deprecation") // methods of older tests must work, too
public final class TrackedPrograms {
    private TrackedPrograms() {}

    public static List<Program> all() {
        return List.of(
                program(
                        "tracked-chain",
                        "Each wait ends with the ack; transfers to and from ackers count.",
                        TrackedPrograms::chain),
                program(
                        "tracked-branches",
                        "A message that branches and joins is acked once.",
                        TrackedPrograms::branches),
                program(
                        "tracked-several-anchors",
                        "A tuple that is anchored to several messages holds all of them.",
                        TrackedPrograms::severalAnchors),
                program(
                        "tracked-failure",
                        "A failed message is processed too, and told its spout once.",
                        TrackedPrograms::failure),
                program(
                        "tracked-unheard",
                        "A message that nobody receives is acked, one without id is not.",
                        TrackedPrograms::unheard),
                program(
                        "tracked-double-anchor",
                        "Anchoring twice to a message counts it once.",
                        TrackedPrograms::doubleAnchor),
                program(
                        "tracked-capture",
                        "A tracked topology can be captured as well.",
                        TrackedPrograms::capture),
                program(
                        "tracked-cluster-id",
                        "A tracked cluster has its id, others have none.",
                        TrackedPrograms::ids));
    }

    private static Program program(String name, String shows, Program.Body body) {
        return Program.of(name, shows, "testing/TrackedTopology.java (storm-server)", body)
                .onBuiltClusters();
    }

    private static TrackedTopology submit(
            Stage stage, ILocalCluster cluster, TopologyBuilder builder) throws Exception {
        TrackedTopology tracked = Testing.mkTrackedTopology(cluster, builder.createTopology());
        Config conf = stage.conf();
        conf.setNumAckers(1);
        cluster.submitTopology(stage.name(), conf, tracked.getTopology());
        cluster.advanceClusterTime(11);
        return tracked;
    }

    private static Map<String, Integer> counts(ILocalCluster cluster) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String key : List.of("spout-emitted", "transferred", "processed")) {
            counts.put(key, Testing.globalAmt(cluster.getTrackedId(), key));
        }
        return counts;
    }

    private static FeederSpout feeder(AckTracker tracker) {
        FeederSpout feeder = new FeederSpout(new Fields("n"));
        feeder.setAckFailDelegate(tracker);
        return feeder;
    }

    private static void chain(Stage stage) {
        AckTracker tracker = new AckTracker();
        FeederSpout feeder = feeder(tracker);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feeder", feeder);
        builder.setBolt("a", new IdentityBolt(new Fields("n"))).shuffleGrouping("feeder");
        builder.setBolt("b", new IdentityBolt(new Fields("n")), 3).shuffleGrouping("a");
        Testing.withTrackedCluster(
                cluster -> {
                    TrackedTopology tracked = submit(stage, cluster, builder);
                    List<Object> seen = new ArrayList<>();
                    for (int i = 1; i <= 4; i++) {
                        feeder.feed(new Values(i), i);
                        Testing.trackedWait(tracked);
                        seen.add(tracker.getNumAcks() + " acks " + counts(cluster));
                    }
                    for (int i = 5; i <= 10; i++) {
                        feeder.feed(new Values(i), i);
                    }
                    Testing.trackedWait(tracked, 6);
                    seen.add(tracker.getNumAcks() + " acks " + counts(cluster));
                    stage.fact("afterEach", seen);
                    stage.fact("globalAmt", tracked.globalAmt("processed"));
                });
    }

    /** Returns a bolt that emits two tuples per input, both anchored. */
    private static ProbeBolt doubling() {
        return ProbeBolt.doing(
                        (task, tuple) -> {
                            task.collector().emit(tuple, new Values(1));
                            task.collector().emit(tuple, new Values(2));
                            task.collector().ack(tuple);
                        })
                .declares("default", "n");
    }

    /** Returns a bolt that anchors one tuple to {@code size} inputs, then acks them. */
    private static ProbeBolt gathering(int size) {
        return ProbeBolt.doing(
                        (task, tuple) -> {
                            task.held().add(tuple);
                            if (task.held().size() == size) {
                                task.collector().emit(task.held(), new Values(size));
                                task.held().forEach(task.collector()::ack);
                                task.held().clear();
                            }
                        })
                .declares("default", "n");
    }

    private static void branches(Stage stage) {
        AckTracker tracker = new AckTracker();
        FeederSpout feeder = feeder(tracker);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feeder", feeder);
        builder.setBolt("double", doubling()).shuffleGrouping("feeder");
        builder.setBolt("copy", new IdentityBolt(new Fields("n")), 2).allGrouping("double");
        builder.setBolt("gather", gathering(4)).globalGrouping("copy");
        builder.setBolt("end", ProbeBolt.recording()).shuffleGrouping("gather");
        Testing.withTrackedCluster(
                cluster -> {
                    TrackedTopology tracked = submit(stage, cluster, builder);
                    for (int i = 1; i <= 3; i++) {
                        feeder.feed(new Values(i), i);
                        tracked.trackedWait(1);
                        stage.fact("acks" + i, tracker.getNumAcks());
                        stage.fact("counts" + i, counts(cluster));
                    }
                });
    }

    private static void severalAnchors(Stage stage) {
        AckTracker left = new AckTracker();
        AckTracker right = new AckTracker();
        FeederSpout leftFeeder = feeder(left);
        FeederSpout rightFeeder = feeder(right);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("left", leftFeeder);
        builder.setSpout("right", rightFeeder);
        builder.setBolt("gather", gathering(3)).shuffleGrouping("left").shuffleGrouping("right");
        builder.setBolt("end", new IdentityBolt(new Fields("n")), 2).allGrouping("gather");
        Testing.withTrackedCluster(
                cluster -> {
                    TrackedTopology tracked = submit(stage, cluster, builder);
                    leftFeeder.feed(new Values(1), 1);
                    rightFeeder.feed(new Values(2), 2);
                    tracked.trackedWait(2);
                    stage.fact("acksBefore", left.getNumAcks() + right.getNumAcks());
                    stage.fact("countsBefore", counts(cluster));
                    leftFeeder.feed(new Values(3), 3);
                    tracked.trackedWait(1);
                    stage.fact("acksLeft", left.getNumAcks());
                    stage.fact("acksRight", right.getNumAcks());
                    stage.fact("countsAfter", counts(cluster));
                });
    }

    private static void failure(Stage stage) {
        AckFailMapTracker answers = new AckFailMapTracker();
        FeederSpout feeder = new FeederSpout(new Fields("n"));
        feeder.setAckFailDelegate(answers);
        ProbeBolt picky =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            if (tuple.getInteger(0) % 2 == 0) {
                                task.collector().fail(tuple);
                            } else {
                                task.collector().ack(tuple);
                            }
                        });
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feeder", feeder);
        builder.setBolt("picky", picky, 2).allGrouping("feeder");
        Testing.withTrackedCluster(
                cluster -> {
                    TrackedTopology tracked = submit(stage, cluster, builder);
                    for (int i = 1; i <= 4; i++) {
                        feeder.feed(new Values(i), "message " + i);
                        tracked.trackedWait();
                    }
                    List<String> told = new ArrayList<>();
                    for (int i = 1; i <= 4; i++) {
                        String id = "message " + i;
                        told.add(id + " " + answers.isAcked(id) + " " + answers.isFailed(id));
                    }
                    stage.fact("told", told);
                    stage.fact("counts", counts(cluster));
                });
    }

    private static void unheard(Stage stage) {
        AckTracker tracker = new AckTracker();
        FeederSpout heard = feeder(tracker);
        FeederSpout unheard = feeder(tracker);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("heard", heard);
        builder.setSpout("unheard", unheard);
        builder.setBolt("end", new IdentityBolt(new Fields("n"))).shuffleGrouping("heard");
        Testing.withTrackedCluster(
                cluster -> {
                    TrackedTopology tracked = submit(stage, cluster, builder);
                    heard.feed(new Values(1), null);
                    tracked.trackedWait();
                    stage.fact("acksWithoutId", tracker.getNumAcks());
                    stage.fact("countsWithoutId", counts(cluster));
                    unheard.feed(new Values(2), 2);
                    tracked.trackedWait();
                    stage.fact("acksUnheard", tracker.getNumAcks());
                    stage.fact("countsUnheard", counts(cluster));
                });
    }

    private static void doubleAnchor(Stage stage) {
        AckTracker tracker = new AckTracker();
        FeederSpout feeder = feeder(tracker);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feeder", feeder);
        builder.setBolt("double", doubling()).shuffleGrouping("feeder");
        builder.setBolt("gather", gathering(2)).shuffleGrouping("double");
        builder.setBolt("end", new IdentityBolt(new Fields("n"))).shuffleGrouping("gather");
        Testing.withTrackedCluster(
                cluster -> {
                    TrackedTopology tracked = submit(stage, cluster, builder);
                    feeder.feed(new Values(1), 1);
                    tracked.trackedWait();
                    stage.fact("acks", tracker.getNumAcks());
                    stage.fact("counts", counts(cluster));
                });
    }

    private static void capture(Stage stage) {
        FeederSpout feeder = new FeederSpout(new Fields("n"));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feeder", feeder);
        builder.setBolt("a", new IdentityBolt(new Fields("n"))).shuffleGrouping("feeder");
        Testing.withTrackedCluster(
                cluster -> {
                    CapturedTopology<TrackedTopology> captured =
                            Testing.trackAndCaptureTopology(cluster, builder.createTopology());
                    cluster.submitTopology(
                            stage.name(), stage.conf(), captured.topology.getTopology());
                    cluster.advanceClusterTime(11);
                    feeder.feed(new Values("x"), 1);
                    feeder.feed(new Values("y"), 2);
                    Testing.trackedWait(captured, 2);
                    Map<String, List<FixedTuple>> results = captured.capturer.getResults();
                    stage.fact("feeder", Testing.readTuples(results, "feeder"));
                    stage.fact("a", Testing.readTuples(results, "a"));
                });
    }

    private static void ids(Stage stage) throws Exception {
        stage.onBuilt(
                new LocalCluster.Builder().withSimulatedTime().withTracked("my id").build(),
                cluster -> {
                    stage.fact("given", cluster.getTrackedId());
                    stage.fact("atFirst", counts(cluster));
                    FeederSpout feeder = new FeederSpout(new Fields("n"));
                    TopologyBuilder builder = new TopologyBuilder();
                    builder.setSpout("feeder", feeder);
                    StormTopology topology = builder.createTopology();
                    TrackedTopology tracked = new TrackedTopology(topology, cluster);
                    cluster.submitTopology(stage.name(), stage.conf(), tracked);
                    cluster.advanceClusterTime(11);
                    feeder.feed(new Values(1), 1);
                    tracked.trackedWait();
                    stage.fact("afterOne", counts(cluster));
                });
        stage.onBuilt(
                new LocalCluster.Builder().build(),
                cluster -> stage.fact("none", cluster.getTrackedId()));
    }
}
