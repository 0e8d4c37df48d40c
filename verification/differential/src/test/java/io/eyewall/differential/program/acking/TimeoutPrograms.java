package io.eyewall.differential.program.acking;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Programs about message timeouts. */
public final class TimeoutPrograms {
    private TimeoutPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "timeout",
                        "A message that is not acked fails between one and two timeouts.",
                        "utils/RotatingMap.java",
                        TimeoutPrograms::timeout),
                Program.of(
                        "late-ack",
                        "An ack after the timeout is ignored.",
                        "executor/spout/SpoutExecutor.java",
                        TimeoutPrograms::lateAck),
                Program.of(
                        "reset-timeout",
                        "resetTimeout keeps a message alive past its timeout.",
                        "executor/bolt/BoltOutputCollectorImpl.java",
                        TimeoutPrograms::resetTimeout),
                Program.of(
                        "timeouts-disabled",
                        "Without topology.enable.message.timeouts nothing times out.",
                        "executor/Executor.java",
                        TimeoutPrograms::disabled),
                Program.of(
                        "timeout-frees-max-spout-pending",
                        "Timed-out messages make room under max.spout.pending.",
                        "executor/spout/SpoutExecutor.java",
                        TimeoutPrograms::freesPending));
    }

    /** Returns a spout that notes its emits, and the milliseconds until each failure. */
    private static ProbeSpout timing(int count) {
        return ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            if (step < count) {
                                task.memory().put("at" + step, System.currentTimeMillis());
                                task.collector().emit(new Values(step), step);
                            }
                        })
                .onFail(
                        (task, id) -> {
                            long at = (Long) task.memory().get("at" + id);
                            task.note("failedAfterMs", System.currentTimeMillis() - at);
                            task.note("failed", id);
                        });
    }

    private static void timeout(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", timing(3));
        ProbeBolt silent = ProbeBolt.doing((task, tuple) -> task.received(tuple));
        builder.setBolt("sink", silent).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.setMessageTimeoutSecs(2);
        stage.submit(builder, conf);
        stage.await("failed", 3);
        stage.fact("failed", stage.sorted("failed"));
        stage.fact("acked", stage.probe().notes("acked"));
        for (Object ms : stage.probe().notes("failedAfterMs")) {
            // Storm's timers start some ms apart from the spout, and a busy machine extends the
            // upper limit.
            boolean inTime = (Long) ms >= 1_900 && (Long) ms <= 6_000;
            stage.probe().note("inTime", inTime);
        }
        stage.fact("betweenOneAndTwoTimeouts", stage.probe().notes("inTime"));
    }

    private static void lateAck(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(2));
        builder.setSpout("orders", ProbeSpout.ofSignals("order"));
        ProbeBolt late =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            if (tuple.getSourceComponent().equals("orders")) {
                                task.held().forEach(task.collector()::ack);
                                task.note("ackedByBolt", true);
                            } else {
                                task.held().add(tuple);
                            }
                        });
        builder.setBolt("sink", late).shuffleGrouping("source").shuffleGrouping("orders");
        Config conf = stage.conf();
        conf.setMessageTimeoutSecs(1);
        stage.submit(builder, conf);
        stage.await("failed", 2);
        stage.probe().note("order", "ack");
        stage.await("ackedByBolt", 1);
        Thread.sleep(500);
        stage.fact("failed", stage.sorted("failed"));
        stage.fact("acked", stage.probe().notes("acked"));
    }

    private static void resetTimeout(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(2));
        builder.setSpout("orders", ProbeSpout.ofSignals("order"));
        ProbeBolt patient =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            if (!tuple.getSourceComponent().equals("orders")) {
                                task.held().add(tuple);
                                task.note("held", true);
                                return;
                            }
                            // The first message is kept alive, the second is not.
                            Tuple kept = task.held().get(0);
                            if (tuple.getString(0).equals("reset")) {
                                task.collector().resetTimeout(kept);
                            } else {
                                task.collector().ack(kept);
                            }
                        });
        builder.setBolt("sink", patient).shuffleGrouping("source").shuffleGrouping("orders");
        Config conf = stage.conf();
        conf.setMessageTimeoutSecs(2);
        stage.submit(builder, conf);
        stage.await("held", 2);
        for (int i = 0; i < 18; i++) {
            Thread.sleep(300);
            stage.probe().note("order", "reset");
        }
        stage.fact("failedMeanwhile", stage.probe().notes("failed"));
        stage.probe().note("order", "ack");
        stage.await("acked", 1);
        stage.fact("acked", stage.probe().notes("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
    }

    private static void disabled(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(2));
        ProbeBolt silent = ProbeBolt.doing((task, tuple) -> task.received(tuple));
        builder.setBolt("sink", silent).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.setMessageTimeoutSecs(1);
        conf.put(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, false);
        stage.submit(builder, conf);
        stage.await("received", 2);
        Thread.sleep(3_500);
        stage.fact("failed", stage.probe().notes("failed"));
        stage.fact("acked", stage.probe().notes("acked"));
    }

    private static void freesPending(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(6));
        ProbeBolt silent = ProbeBolt.doing((task, tuple) -> task.received(tuple));
        builder.setBolt("sink", silent).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.setMessageTimeoutSecs(1);
        conf.setMaxSpoutPending(3);
        stage.submit(builder, conf);
        stage.await("failed", 6);
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("failed", stage.sorted("failed"));
    }
}
