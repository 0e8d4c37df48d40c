package io.eyewall.differential.program.testing;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.policy.WaitStrategyPark;
import org.apache.storm.testing.AckFailMapTracker;
import org.apache.storm.testing.FeederSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.TupleUtils;

/**
 * Programs that feed a tuple and then await its ack in simulated time, as Storm's own tests and its
 * users' tests do.
 */
public final class FeederPrograms {
    /** More than the time that a feeder advances while it waits for Storm to start its spout. */
    private static final int TICK_SECS = 30;

    private static final int TIMEOUT_SECS = 10;

    private FeederPrograms() {}

    public static List<Program> all() {
        return List.of(
                program(
                        "fed-acks",
                        "What a FeederSpout is fed is acked while simulated time stands still.",
                        FeederPrograms::acks),
                program(
                        "fed-acks-park",
                        "The same with a spout that parks while it has nothing.",
                        FeederPrograms::acksParked),
                program(
                        "fed-ticks",
                        "Ticks follow advanced time while the spout waits in real time.",
                        FeederPrograms::ticks),
                program(
                        "fed-message-timeout",
                        "Of three messages fed, the one that isn't acked fails by advanced time.",
                        FeederPrograms::messageTimeout),
                program(
                        "fed-reset-timeout",
                        "A message whose timeout is reset outlives one that came with it.",
                        FeederPrograms::resetTimeout));
    }

    private static Program program(String name, String shows, Program.Body body) {
        return Program.of(name, shows, "testing/FeederSpout.java", body).onBuiltClusters();
    }

    /** A feeder, the listener of its acks, and the topology that receives its tuples. */
    private static final class Fed {
        private final FeederSpout feeder = new FeederSpout(new Fields("n"));
        private final AckFailMapTracker tracker = new AckFailMapTracker();
        private final Stage stage;

        Fed(Stage stage) {
            this.stage = stage;
            feeder.setAckFailDelegate(tracker);
        }

        void submit(ProbeBolt bolt, Config conf) throws Exception {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("feeder", feeder);
            builder.setBolt("bolt", bolt).globalGrouping("feeder");
            stage.submit(builder, conf);
        }

        void feed(int... ids) {
            for (int id : ids) {
                feeder.feed(new Values(id), id);
            }
        }

        void awaitAcked(int... ids) throws Exception {
            stage.awaitTrue("acks", () -> IntStream.of(ids).allMatch(tracker::isAcked));
        }

        void awaitFailed(int id) throws Exception {
            stage.awaitTrue("a failure", () -> tracker.isFailed(id));
        }

        void factsOf(int ids) {
            stage.fact("acked", those(ids, tracker::isAcked));
            stage.fact("failed", those(ids, tracker::isFailed));
        }

        private static List<Integer> those(int ids, Predicate<Object> which) {
            return IntStream.rangeClosed(1, ids).boxed().filter(which).toList();
        }
    }

    private static LocalCluster cluster() throws Exception {
        return new LocalCluster.Builder()
                .withSimulatedTime()
                .withDaemonConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true)
                .build();
    }

    private static ProbeBolt acking() {
        return ProbeBolt.doing(
                (task, tuple) -> {
                    boolean tick = TupleUtils.isTick(tuple);
                    task.note(tick ? "tick" : "received", tuple.getValue(0));
                    task.collector().ack(tuple);
                });
    }

    private static void acks(Stage stage) throws Exception {
        acks(stage, stage.conf());
    }

    private static void acksParked(Stage stage) throws Exception {
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY, WaitStrategyPark.class.getName());
        acks(stage, conf);
    }

    private static void acks(Stage stage, Config conf) throws Exception {
        Fed fed = new Fed(stage);
        stage.onBuilt(
                cluster(),
                cluster -> {
                    fed.submit(acking(), conf);
                    for (int id = 1; id <= 10; id++) {
                        fed.feed(id);
                        fed.awaitAcked(id);
                    }
                    fed.factsOf(10);
                });
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void ticks(Stage stage) throws Exception {
        Fed fed = new Fed(stage);
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, TICK_SECS);
        stage.onBuilt(
                cluster(),
                cluster -> {
                    fed.submit(acking(), conf);
                    fed.feed(1);
                    fed.awaitAcked(1);
                    List<Integer> counts = new ArrayList<>();
                    for (int ticks = 1; ticks <= 3; ticks++) {
                        int wanted = ticks;
                        cluster.advanceClusterTime(TICK_SECS);
                        stage.awaitTrue("a tick", () -> stage.probe().count("tick") >= wanted);
                        counts.add(stage.probe().count("tick"));
                    }
                    stage.fact("ticks", counts);
                });
        stage.fact("received", stage.probe().notes("received"));
    }

    private static Config withTimeout(Stage stage) {
        Config conf = stage.conf();
        conf.setMessageTimeoutSecs(TIMEOUT_SECS);
        return conf;
    }

    private static void messageTimeout(Stage stage) throws Exception {
        ProbeBolt picky =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note("received", tuple.getValue(0));
                            if (tuple.getInteger(0) != 2) {
                                task.collector().ack(tuple);
                            }
                        });
        Fed fed = new Fed(stage);
        stage.onBuilt(
                cluster(),
                cluster -> {
                    fed.submit(picky, withTimeout(stage));
                    cluster.advanceClusterTime(11);
                    fed.feed(1, 2, 3);
                    cluster.advanceClusterTime(9);
                    fed.awaitAcked(1, 3);
                    stage.fact("failedTooEarly", fed.tracker.isFailed(2));
                    cluster.advanceClusterTime(12);
                    fed.awaitFailed(2);
                    fed.factsOf(3);
                });
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void resetTimeout(Stage stage) throws Exception {
        ProbeBolt resetting =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note("received", tuple.getValue(0));
                            int number = tuple.getInteger(0);
                            if (number == 1) {
                                task.held().add(tuple);
                            } else if (number == 5) {
                                task.collector().ack(task.held().get(0));
                            } else {
                                task.collector().resetTimeout(task.held().get(0));
                            }
                            if (number > 2) {
                                task.collector().ack(tuple);
                            }
                        });
        Fed fed = new Fed(stage);
        stage.onBuilt(
                cluster(),
                cluster -> {
                    fed.submit(resetting, withTimeout(stage));
                    fed.feed(1, 2);
                    cluster.advanceClusterTime(9);
                    fed.feed(3);
                    fed.awaitAcked(3);
                    cluster.advanceClusterTime(9);
                    fed.feed(4);
                    fed.awaitAcked(4);
                    cluster.advanceClusterTime(2);
                    fed.awaitFailed(2);
                    fed.feed(5);
                    fed.awaitAcked(5, 1);
                    fed.factsOf(5);
                });
        stage.fact("received", stage.probe().notes("received"));
    }
}
