package io.eyewall.differential.program.task;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.policy.IWaitStrategy;
import org.apache.storm.policy.WaitStrategyPark;
import org.apache.storm.policy.WaitStrategyProgressive;
import org.apache.storm.topology.TopologyBuilder;

/**
 * Programs about wait strategies: the threads that wait for work, and the configuration of the
 * waits.
 */
public final class WaitStrategyPrograms {
    private static final String NO_WAITING_BOLTS =
            "Bolts are called when a tuple arrives and are held back by their receivers: no thread"
                    + " waits for them, and the wait strategies of bolts and of back-pressure are"
                    + " not used.";

    private WaitStrategyPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "spout-wait-own",
                        "A spout's own wait strategy is told how often it was idle in a row.",
                        "policy/IWaitStrategy.java",
                        WaitStrategyPrograms::ownOfSpout),
                Program.of(
                        "spout-wait-park",
                        "A spout that parks while idle still emits what comes up.",
                        "policy/WaitStrategyPark.java",
                        stage -> signals(stage, WaitStrategyPark.class, Map.of())),
                Program.of(
                        "spout-wait-progressive",
                        "A spout that waits in three levels still emits what comes up.",
                        "policy/WaitStrategyProgressive.java",
                        stage ->
                                signals(
                                        stage,
                                        WaitStrategyProgressive.class,
                                        Map.of(
                                                Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL1_COUNT,
                                                1,
                                                Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL2_COUNT,
                                                2,
                                                Config
                                                        .TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL3_SLEEP_MILLIS,
                                                3))),
                Program.of(
                                "bolt-wait-own",
                                "A bolt's own wait strategy is prepared for its situation.",
                                "policy/IWaitStrategy.java",
                                WaitStrategyPrograms::ownOfBolt)
                        .differs("bolt", NO_WAITING_BOLTS)
                        .differs("backPressure", NO_WAITING_BOLTS));
    }

    /** Notes its calls; named by class in configurations. */
    public static final class RecordingWait implements IWaitStrategy {
        private Probe probe;
        private String situation;

        @Override
        public void prepare(Map<String, Object> conf, WaitSituation waitSituation) {
            probe = Probe.of(conf);
            situation = waitSituation.name();
            probe.note("prepared", situation);
        }

        @Override
        public int idle(int idleCounter) throws InterruptedException {
            if (probe.count("idle " + situation) < 5) {
                probe.note("idle " + situation, idleCounter);
            }
            Thread.sleep(1);
            return idleCounter + 10;
        }
    }

    private static void ownOfSpout(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.doing(task -> {}));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY, RecordingWait.class.getName());
        stage.submit(builder, conf);
        stage.await("idle SPOUT_WAIT", 5);
        stage.fact("prepared", new TreeSet<>(stage.probe().notes("prepared")));
        stage.fact("idle", stage.probe().notes("idle SPOUT_WAIT"));
    }

    private static void signals(
            Stage stage, Class<? extends IWaitStrategy> strategy, Map<String, Object> own)
            throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.ofSignals("signal"));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY, strategy.getName());
        conf.put(Config.TOPOLOGY_SPOUT_WAIT_PARK_MICROSEC, 200);
        conf.putAll(own);
        stage.submit(builder, conf);
        for (int i = 1; i <= 3; i++) {
            stage.probe().note("signal", "signal " + i);
            stage.await("received", i);
        }
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void ownOfBolt(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(10));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_BOLT_WAIT_STRATEGY, RecordingWait.class.getName());
        conf.put(Config.TOPOLOGY_BACKPRESSURE_WAIT_STRATEGY, RecordingWait.class.getName());
        stage.submit(builder, conf);
        stage.await("received", 10);
        List<Object> prepared = stage.probe().notes("prepared");
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("bolt", prepared.contains("BOLT_WAIT"));
        stage.fact("backPressure", prepared.contains("BACK_PRESSURE_WAIT"));
    }
}
