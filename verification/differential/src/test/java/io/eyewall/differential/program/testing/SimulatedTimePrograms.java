package io.eyewall.differential.program.testing;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.storm.Config;
import org.apache.storm.ILocalCluster;
import org.apache.storm.LocalCluster;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.TupleUtils;
import org.apache.storm.utils.Utils;

/** Programs about clusters whose time stands still unless it is advanced. */
public final class SimulatedTimePrograms {
    /** Shorter than the time after which Storm considers its own daemons dead. */
    private static final int PERIOD_SECS = 100;

    private SimulatedTimePrograms() {}

    public static List<Program> all() {
        return List.of(
                program(
                        "simulated-clock",
                        "Time is simulated from 0 while the cluster is open.",
                        SimulatedTimePrograms::clock),
                program(
                        "simulated-ticks",
                        "A bolt ticks once per period that time is advanced by.",
                        SimulatedTimePrograms::ticks),
                program(
                        "simulated-message-timeout",
                        "A message fails after one to two timeouts of advanced time.",
                        SimulatedTimePrograms::messageTimeout),
                program(
                        "simulated-no-message-timeout",
                        "Without message timeouts, the builder's default, none fails.",
                        SimulatedTimePrograms::noMessageTimeout),
                program(
                        "simulated-kill-wait",
                        "A killed topology is gone after its wait in advanced time.",
                        SimulatedTimePrograms::killWait),
                program(
                        "simulated-sleep",
                        "A spout that sleeps by Utils.sleep wakes when time is advanced.",
                        SimulatedTimePrograms::sleep),
                program(
                        "advance-without-simulation",
                        "Time that isn't simulated can't be advanced.",
                        SimulatedTimePrograms::notSimulated));
    }

    private static Program program(String name, String shows, Program.Body body) {
        return Program.of(name, shows, "utils/Time.java", body).onBuiltClusters();
    }

    private static LocalCluster simulated(boolean timeouts) throws Exception {
        return new LocalCluster.Builder()
                .withSimulatedTime()
                .withDaemonConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, timeouts)
                .build();
    }

    /**
     * Advances time until a condition is met. Storm also starts and ends topologies in simulated
     * time, and executors need some real time to notice an advance.
     */
    private static void advanceUntil(
            Stage stage, ILocalCluster cluster, String what, Callable<Boolean> condition)
            throws Exception {
        stage.awaitTrue(
                what,
                () -> {
                    if (condition.call()) {
                        return true;
                    }
                    cluster.advanceClusterTime(1);
                    return false;
                });
    }

    private static void clock(Stage stage) throws Exception {
        stage.onBuilt(
                simulated(false),
                cluster -> {
                    stage.fact("simulating", Time.isSimulating());
                    stage.fact("atFirst", Time.currentTimeSecs());
                    cluster.advanceClusterTime(100);
                    stage.fact("advanced", Time.currentTimeSecs());
                    cluster.advanceClusterTime(25, 10);
                    stage.fact("advancedBySteps", Time.currentTimeSecs());
                    TopologyBuilder builder = new TopologyBuilder();
                    builder.setSpout("source", ProbeSpout.numbers(1));
                    builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
                    RunningTopology topology = stage.submit(builder);
                    stage.fact("submittedAt", topology.id().replaceAll(".*-", ""));
                    cluster.advanceClusterTime(50);
                    stage.fact(
                            "uptimeSecs",
                            cluster.getTopologySummaryByName(stage.name()).get_uptime_secs());
                });
        stage.fact("simulatingAfterwards", Time.isSimulating());
    }

    private static void ticks(Stage stage) throws Exception {
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            boolean tick = TupleUtils.isTick(tuple);
                            task.note(tick ? "tick" : "received", tuple.getValue(0));
                        });
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        builder.setBolt("sink", bolt)
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, PERIOD_SECS)
                .shuffleGrouping("source");
        stage.onBuilt(
                simulated(false),
                cluster -> {
                    stage.submit(builder);
                    advanceUntil(
                            stage, cluster, "a tuple", () -> stage.probe().count("received") == 1);
                    List<Integer> counts = new ArrayList<>();
                    for (int period = 1; period <= 3; period++) {
                        int expected = period;
                        Time.advanceTimeSecs(PERIOD_SECS);
                        // Storm's idle executors sleep in simulated time.
                        advanceUntil(
                                stage,
                                cluster,
                                "a tick",
                                () -> stage.probe().count("tick") >= expected);
                        counts.add(stage.probe().count("tick"));
                    }
                    stage.fact("ticks", counts);
                });
    }

    private static void messageTimeout(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(1));
        builder.setBolt("sink", ProbeBolt.doing((task, t) -> task.note("received", t.getValue(0))))
                .shuffleGrouping("source");
        Config conf = stage.conf();
        conf.setMessageTimeoutSecs(600);
        stage.onBuilt(
                simulated(true),
                cluster -> {
                    stage.submit(builder, conf);
                    advanceUntil(
                            stage, cluster, "a tuple", () -> stage.probe().count("received") == 1);
                    int receivedSecs = Time.currentTimeSecs();
                    stage.awaitTrue(
                            "the message's failure",
                            () -> {
                                if (stage.probe().count("failed") > 0) {
                                    return true;
                                }
                                cluster.advanceClusterTime(20, 20);
                                return false;
                            });
                    int tookSecs = Time.currentTimeSecs() - receivedSecs;
                    stage.fact("notTooEarly", tookSecs >= 580);
                    stage.fact("notTooLate", tookSecs <= 1300);
                    stage.fact("failed", stage.probe().notes("failed"));
                });
    }

    private static void noMessageTimeout(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(1));
        builder.setBolt("sink", ProbeBolt.doing((task, t) -> task.note("received", t.getValue(0))))
                .shuffleGrouping("source");
        stage.onBuilt(
                new LocalCluster.Builder().withSimulatedTime().build(),
                cluster -> {
                    stage.submit(builder);
                    advanceUntil(
                            stage, cluster, "a tuple", () -> stage.probe().count("received") == 1);
                    for (int i = 0; i < 20; i++) {
                        cluster.advanceClusterTime(10, 10);
                        Thread.sleep(20);
                    }
                    stage.fact("failed", stage.probe().count("failed"));
                });
    }

    private static void killWait(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        stage.onBuilt(
                simulated(false),
                cluster -> {
                    RunningTopology topology = stage.submit(builder);
                    advanceUntil(
                            stage, cluster, "a tuple", () -> stage.probe().count("received") == 1);
                    topology.kill(600);
                    stage.fact("killed", topology.status());
                    cluster.advanceClusterTime(590, 10);
                    stage.fact("beforeItsTime", topology.status());
                    advanceUntil(stage, cluster, "the end", () -> topology.status().equals("GONE"));
                });
    }

    private static void sleep(Stage stage) throws Exception {
        ProbeSpout sleepy =
                ProbeSpout.doing(
                        task -> {
                            task.note("asleep", Time.currentTimeSecs());
                            Utils.sleep(600_000);
                            task.note("awake", Time.currentTimeSecs());
                            task.collector().emit(new Values(task.nextStep()));
                        });
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", sleepy);
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        stage.onBuilt(
                simulated(false),
                cluster -> {
                    stage.submit(builder);
                    advanceUntil(stage, cluster, "sleep", () -> stage.probe().count("asleep") == 1);
                    Thread.sleep(300);
                    stage.fact("awakeInRealTime", stage.probe().count("awake"));
                    cluster.advanceClusterTime(620, 10);
                    advanceUntil(
                            stage, cluster, "a tuple", () -> stage.probe().count("received") >= 1);
                    int asleepSecs = (Integer) stage.probe().notes("asleep").get(0);
                    int awakeSecs = (Integer) stage.probe().notes("awake").get(0);
                    stage.fact("sleptLongEnough", awakeSecs - asleepSecs >= 600);
                });
    }

    private static void notSimulated(Stage stage) throws Exception {
        stage.onBuilt(
                new LocalCluster.Builder().build(),
                cluster -> {
                    stage.fact("simulating", Time.isSimulating());
                    String came = Attempt.at(() -> cluster.advanceClusterTime(1));
                    stage.fact("advance", came.replaceAll(":.*", ""));
                });
    }
}
