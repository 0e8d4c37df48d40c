package io.eyewall.differential.program.acking;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Programs about acks and fails, as spouts receive them. */
public final class AckingPrograms {
    private AckingPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "ack",
                        "A spout gets its message ids back, in order along a simple chain.",
                        "executor/spout/SpoutExecutor.java",
                        AckingPrograms::ack),
                Program.of(
                        "ack-per-spout-task",
                        "Every spout task gets the acks of its own messages only.",
                        "executor/spout/SpoutExecutor.java",
                        AckingPrograms::ackPerTask),
                Program.of(
                        "fail",
                        "A failed tuple fails its message, and acks of others go on.",
                        "daemon/Acker.java",
                        AckingPrograms::fail),
                Program.of(
                        "fail-and-replay",
                        "Replay is the spout's business: failed messages come again until acked.",
                        "executor/spout/SpoutExecutor.java",
                        AckingPrograms::replay),
                Program.of(
                        "no-message-id",
                        "Without a message id neither ack nor fail is called.",
                        "executor/spout/SpoutOutputCollectorImpl.java",
                        AckingPrograms::noMessageId),
                Program.of(
                        "no-targets",
                        "A message that reaches no task is acked, but not inside emit.",
                        "executor/spout/SpoutOutputCollectorImpl.java",
                        AckingPrograms::noTargets),
                Program.of(
                        "no-ackers",
                        "Without ackers the spout's ack is called inside emit.",
                        "executor/spout/SpoutOutputCollectorImpl.java",
                        AckingPrograms::noAckers),
                Program.of(
                        "no-ackers-fail",
                        "Without ackers a bolt's fail does nothing and tuples are not anchored.",
                        "executor/bolt/BoltOutputCollectorImpl.java",
                        AckingPrograms::noAckersFail),
                Program.of(
                        "ack-not-inside-emit",
                        "With ackers a spout's ack never runs inside its emit or nextTuple.",
                        "executor/spout/SpoutExecutor.java",
                        AckingPrograms::ackOutsideEmit),
                Program.of(
                        "max-spout-pending",
                        "No nextTuple while max.spout.pending x tasks are pending; per round.",
                        "executor/spout/SpoutExecutor.java",
                        AckingPrograms::maxSpoutPending),
                Program.of(
                        "pending-count",
                        "The collector knows how many messages of its executor are pending.",
                        "executor/spout/SpoutOutputCollectorImpl.java",
                        AckingPrograms::pendingCount));
    }

    private static void ack(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(30));
        builder.setBolt("middle", ProbeBolt.passing("n")).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("middle");
        stage.submit(builder);
        stage.await("acked", 30);
        stage.fact("acked", stage.probe().notes("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
    }

    private static void ackPerTask(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            if (step < 10) {
                                task.collector().emit(new Values(step), task.taskId() + "/" + step);
                            }
                        });
        builder.setSpout(
                        "source",
                        spout.onAck(
                                (task, id) -> {
                                    task.note("ackedBy " + task.taskId(), id);
                                    task.note("acked", id);
                                }),
                        2)
                .setNumTasks(4);
        builder.setBolt("sink", ProbeBolt.recording(), 3).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.setNumAckers(2);
        stage.submit(builder, conf);
        stage.await("acked", 40);
        Map<String, Object> sorted = new TreeMap<>();
        stage.probe()
                .notesUnder("ackedBy ")
                .forEach((task, ids) -> sorted.put(task, ids.stream().sorted().toList()));
        stage.fact("ackedBy", sorted);
    }

    private static void fail(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(20));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            if (tuple.getInteger(0) % 3 == 0) {
                                task.collector().fail(tuple);
                            } else {
                                task.collector().ack(tuple);
                            }
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("acked", 13);
        stage.await("failed", 7);
        stage.fact("acked", stage.probe().notes("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
    }

    private static void replay(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            List<Object> again = task.probe().notes("again");
                            int replayed = (int) task.memory().getOrDefault("replayed", 0);
                            if (replayed < again.size()) {
                                task.memory().put("replayed", replayed + 1);
                                Object id = again.get(replayed);
                                task.collector().emit(new Values(id), id);
                                return;
                            }
                            int step = task.nextStep();
                            if (step < 8) {
                                task.collector().emit(new Values(step), step);
                            }
                        });
        builder.setSpout(
                "source",
                spout.onFail(
                        (task, id) -> {
                            task.note("failed", id);
                            task.note("again", id);
                        }));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            int n = tuple.getInteger(0);
                            int attempts = (int) task.memory().getOrDefault("a" + n, 0) + 1;
                            task.memory().put("a" + n, attempts);
                            task.note("attempts " + n, attempts);
                            if (attempts <= n % 3) {
                                task.collector().fail(tuple);
                            } else {
                                task.collector().ack(tuple);
                            }
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("acked", 8);
        stage.fact("acked", stage.sorted("acked"));
        stage.fact("failed", stage.sorted("failed"));
        stage.fact("attempts", stage.probe().notesUnder("attempts "));
    }

    private static void noMessageId(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            if (step < 10) {
                                Object id = step % 2 == 0 ? null : "id" + step;
                                task.collector().emit(new Values(step), id);
                            }
                        });
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note(
                                    "anchors",
                                    tuple.getInteger(0)
                                            + ": "
                                            + tuple.getMessageId().getAnchors().size());
                            if (tuple.getInteger(0) % 4 == 0) {
                                task.collector().fail(tuple);
                            } else {
                                task.collector().ack(tuple);
                            }
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("acked", 5);
        stage.awaitQuiet("acked", 300);
        stage.fact("anchors", stage.probe().notes("anchors"));
        stage.fact("acked", stage.probe().notes("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
    }

    private static void noTargets(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    int step = task.nextStep();
                                    if (step < 3) {
                                        task.note("trace", "emit " + step);
                                        task.collector().emit("unheard", new Values(step), step);
                                        task.note("trace", "emitted " + step);
                                    }
                                })
                        .declares("default", "n")
                        .declares("unheard", "n");
        builder.setSpout(
                "source",
                spout.onAck(
                        (task, id) -> {
                            List<Object> trace = task.probe().notes("trace");
                            Object last = trace.get(trace.size() - 1);
                            task.note("ackedInsideEmit", last.equals("emit " + id));
                            task.note("acked", id);
                        }));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("acked", 3);
        stage.fact("acked", stage.probe().notes("acked"));
        stage.fact("ackedInsideEmit", stage.probe().notes("ackedInsideEmit"));
        stage.fact("received", stage.probe().count("received"));
    }

    /** Returns a spout that notes its emits and acks. */
    private static ProbeSpout tracing(int count) {
        return ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            if (step < count) {
                                task.note("trace", "before emit " + step);
                                task.collector().emit(new Values(step), step);
                                task.note("trace", "after emit " + step);
                            }
                        })
                .onAck(
                        (task, id) -> {
                            task.note("trace", "ack " + id);
                            task.note("acked", id);
                        });
    }

    private static void noAckers(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", tracing(3));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.setNumAckers(0);
        stage.submit(builder, conf);
        stage.await("trace", 9);
        stage.await("received", 3);
        stage.fact("trace", stage.probe().notes("trace"));
        stage.fact("edges", stage.edges());
    }

    private static void noAckersFail(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(3));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note("anchors", tuple.getMessageId().getAnchors().size());
                            task.collector().fail(tuple);
                            task.note("received", tuple.getInteger(0));
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.setNumAckers(0);
        stage.submit(builder, conf);
        stage.await("received", 3);
        Thread.sleep(300);
        stage.fact("anchors", stage.probe().notes("anchors"));
        stage.fact("acked", stage.probe().notes("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
    }

    private static void ackOutsideEmit(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    task.memory().put("inside", true);
                                    int step = task.nextStep();
                                    if (step < 20) {
                                        task.collector().emit(new Values(step), step);
                                        task.collector().emit(new Values(-step), -step - 1);
                                    }
                                    task.memory().put("inside", false);
                                })
                        .onAck(
                                (task, id) -> {
                                    if (task.memory().get("inside").equals(true)) {
                                        task.note("insideNextTuple", id);
                                    }
                                    task.note("acked", id);
                                });
        builder.setSpout("source", spout);
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("acked", 40);
        stage.fact("insideNextTuple", stage.probe().notes("insideNextTuple"));
        stage.fact("ackedDistinct", stage.probe().notes("acked").stream().distinct().count());
    }

    private static void maxSpoutPending(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            if (step < 10) {
                                for (int i = 0; i < 3; i++) {
                                    int n = task.context().getThisTaskIndex() * 100 + step * 3 + i;
                                    task.collector().emit(new Values(n), n);
                                    task.note("emitted", n);
                                }
                            }
                        });
        builder.setSpout("source", spout, 1).setNumTasks(2);
        builder.setSpout("release", ProbeSpout.ofSignals("signal"));
        ProbeBolt holding =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            if (tuple.getSourceComponent().equals("release")) {
                                task.memory().put("open", true);
                                task.held().forEach(task.collector()::ack);
                                task.held().clear();
                            } else if (task.memory().containsKey("open")) {
                                task.collector().ack(tuple);
                            } else {
                                task.held().add(tuple);
                            }
                        });
        builder.setBolt("sink", holding).shuffleGrouping("source").shuffleGrouping("release");
        Config conf = stage.conf();
        conf.setMaxSpoutPending(5);
        stage.submit(builder, conf);
        stage.await("emitted", 12);
        stage.fact("emittedBeforeAnyAck", stage.awaitQuiet("emitted", 700));
        stage.fact("pendingMessages", stage.sorted("emitted"));
        stage.probe().note("signal", "go");
        stage.await("acked", 60);
        stage.fact("acked", stage.probe().count("acked"));
        stage.fact("failed", stage.probe().count("failed"));
    }

    private static void pendingCount(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            if (step < 4) {
                                task.collector().emit(new Values(step), step);
                                task.note("pending", task.collector().getPendingCount());
                            }
                            if (task.probe().count("acked") == 4) {
                                task.note("pendingAtEnd", task.collector().getPendingCount());
                            }
                        });
        builder.setSpout("source", spout);
        ProbeBolt holding =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.held().add(tuple);
                            if (task.held().size() == 4) {
                                for (Tuple held : task.held()) {
                                    task.collector().ack(held);
                                }
                            }
                        });
        builder.setBolt("sink", holding).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("pendingAtEnd", 1);
        stage.fact("pending", stage.probe().notes("pending"));
        stage.fact("pendingAtEnd", stage.probe().notes("pendingAtEnd").get(0));
    }
}
