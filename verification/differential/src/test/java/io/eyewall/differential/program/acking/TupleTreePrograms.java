package io.eyewall.differential.program.acking;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.BoltTask;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Programs about tuple trees: the tuples that a message waits for. */
public final class TupleTreePrograms {
    private TupleTreePrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "tree-fan-out",
                        "A message is acked when all tuples of its tree are, however many.",
                        "daemon/Acker.java",
                        TupleTreePrograms::fanOut),
                Program.of(
                        "tree-waits-for-last-branch",
                        "Both branches of a diamond must be acked before the message is.",
                        "daemon/Acker.java",
                        TupleTreePrograms::waitsForLast),
                Program.of(
                        "tree-fails-in-one-branch",
                        "One failed branch fails the message once; the other's ack is ignored.",
                        "daemon/Acker.java",
                        TupleTreePrograms::failsInOneBranch),
                Program.of(
                        "tree-fails-downstream",
                        "A failure at the end of a chain fails the message of the spout.",
                        "daemon/Acker.java",
                        TupleTreePrograms::failsDownstream),
                Program.of(
                        "multi-anchor-ack",
                        "A tuple anchored to two spouts' tuples holds both messages.",
                        "executor/bolt/BoltOutputCollectorImpl.java",
                        stage -> multiAnchor(stage, true)),
                Program.of(
                        "multi-anchor-fail",
                        "A failed tuple fails all messages that it is anchored to.",
                        "executor/bolt/BoltOutputCollectorImpl.java",
                        stage -> multiAnchor(stage, false)),
                Program.of(
                        "anchored-twice-to-one",
                        "Naming one tuple twice among the anchors is harmless.",
                        "executor/bolt/BoltOutputCollectorImpl.java",
                        TupleTreePrograms::anchoredTwice),
                Program.of(
                        "unanchored-emit",
                        "An unanchored tuple's failure does not touch the message.",
                        "executor/bolt/BoltOutputCollectorImpl.java",
                        TupleTreePrograms::unanchored),
                Program.of(
                        "anchor-counts",
                        "A tuple's message id knows how many messages it belongs to.",
                        "tuple/MessageId.java",
                        TupleTreePrograms::anchorCounts),
                Program.of(
                        "ack-order-within-bolt",
                        "A bolt may ack its inputs in any order.",
                        "daemon/Acker.java",
                        TupleTreePrograms::anyOrder),
                Program.of(
                                "ack-twice",
                                "A bolt that acks its input twice.",
                                "executor/bolt/BoltOutputCollectorImpl.java",
                                stage -> misuse(stage, TupleTreePrograms::ackTwice))
                        .differs(
                                "outcome",
                                "Tuple trees are counted, not XORed: a second ack of a tuple is"
                                        + " ignored, where Storm's tree never completes and times"
                                        + " out."),
                Program.of(
                                "emit-after-ack",
                                "A bolt that emits anchored to an input that it acked before.",
                                "executor/bolt/BoltOutputCollectorImpl.java",
                                stage -> misuse(stage, TupleTreePrograms::emitAfterAck))
                        .differs(
                                "outcome",
                                "A tuple anchored to an already acked tuple is not part of the"
                                        + " tree; Storm's acker never hears of it but gets its"
                                        + " ack, so that the tree never completes and times out."));
    }

    private static void fanOut(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(5));
        ProbeBolt split =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    for (int i = 0; i < 4; i++) {
                                        int n = tuple.getInteger(0) * 10 + i;
                                        task.collector().emit(tuple, new Values(n));
                                    }
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "n");
        builder.setBolt("one", split, 2).shuffleGrouping("source");
        builder.setBolt("two", split, 2).shuffleGrouping("one");
        builder.setBolt("sink", ProbeBolt.recording(), 2).fieldsGrouping("two", new Fields("n"));
        stage.submit(builder);
        stage.await("acked", 5);
        stage.fact("receivedWhenAllAcked", stage.probe().count("received"));
        stage.fact("acked", stage.sorted("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
    }

    /**
     * Runs a diamond whose two ends hold their tuples until they are ordered to ack or fail them.
     */
    private static void diamond(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(2));
        builder.setSpout("orders", ProbeSpout.ofSignals("order"));
        for (String side : List.of("left", "right")) {
            builder.setBolt(side, ProbeBolt.passing("n")).shuffleGrouping("source");
            builder.setBolt(side + "End", obeying()).shuffleGrouping(side).allGrouping("orders");
        }
        stage.submit(builder);
        stage.await("held", 4);
    }

    /**
     * Returns a bolt that holds tuples, and acks or fails them on the order {@code "COMPONENT ack"}
     * or {@code "COMPONENT fail"}.
     */
    private static ProbeBolt obeying() {
        return ProbeBolt.doing(
                (task, tuple) -> {
                    if (!tuple.getSourceComponent().equals("orders")) {
                        task.held().add(tuple);
                        task.note("held", tuple.getInteger(0));
                        return;
                    }
                    String me = task.context().getThisComponentId();
                    String order = tuple.getString(0);
                    if (!order.startsWith(me)) {
                        return;
                    }
                    for (Tuple held : task.held()) {
                        if (order.endsWith("ack")) {
                            task.collector().ack(held);
                        } else {
                            task.collector().fail(held);
                        }
                    }
                    task.note("obeyed", order);
                });
    }

    private static void order(Stage stage, String order) throws Exception {
        int obeyed = stage.probe().count("obeyed");
        stage.probe().note("order", order);
        stage.await("obeyed", obeyed + 1);
        Thread.sleep(300);
    }

    private static void waitsForLast(Stage stage) throws Exception {
        diamond(stage);
        order(stage, "leftEnd ack");
        stage.fact("ackedAfterOneBranch", stage.probe().notes("acked"));
        order(stage, "rightEnd ack");
        stage.await("acked", 2);
        stage.fact("ackedAfterBoth", stage.probe().notes("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
    }

    private static void failsInOneBranch(Stage stage) throws Exception {
        diamond(stage);
        order(stage, "leftEnd fail");
        stage.await("failed", 2);
        stage.fact("failedAfterOneBranch", stage.probe().notes("failed"));
        order(stage, "rightEnd ack");
        order(stage, "rightEnd fail");
        stage.fact("acked", stage.probe().notes("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
    }

    private static void failsDownstream(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(6));
        builder.setBolt("one", ProbeBolt.passing("n")).shuffleGrouping("source");
        builder.setBolt("two", ProbeBolt.passing("n")).shuffleGrouping("one");
        ProbeBolt picky =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            if (tuple.getInteger(0) % 2 == 0) {
                                task.collector().ack(tuple);
                            } else {
                                task.collector().fail(tuple);
                            }
                        });
        builder.setBolt("picky", picky).shuffleGrouping("two");
        stage.submit(builder);
        stage.await("acked", 3);
        stage.await("failed", 3);
        stage.fact("acked", stage.probe().notes("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
    }

    private static void multiAnchor(Stage stage, boolean ack) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("left", named("left"));
        builder.setSpout("right", named("right"));
        builder.setSpout("orders", ProbeSpout.ofSignals("order"));
        ProbeBolt join =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.held().add(tuple);
                                    if (task.held().size() == 2) {
                                        List<Tuple> anchors = new ArrayList<>(task.held());
                                        task.collector().emit(anchors, new Values("pair"));
                                        anchors.forEach(task.collector()::ack);
                                    }
                                })
                        .declares("default", "v");
        builder.setBolt("join", join).shuffleGrouping("left").shuffleGrouping("right");
        builder.setBolt("end", obeyingCounted()).shuffleGrouping("join").shuffleGrouping("orders");
        stage.submit(builder);
        stage.await("held", 1);
        Thread.sleep(300);
        stage.fact("anchors", stage.probe().notes("anchors"));
        stage.fact("ackedBefore", stage.probe().notes("acked"));
        order(stage, ack ? "end ack" : "end fail");
        stage.await(ack ? "acked" : "failed", 2);
        stage.fact("acked", stage.sorted("acked"));
        stage.fact("failed", stage.sorted("failed"));
    }

    private static ProbeBolt obeyingCounted() {
        return ProbeBolt.doing(
                (task, tuple) -> {
                    if (!tuple.getSourceComponent().equals("orders")) {
                        task.held().add(tuple);
                        task.note("anchors", tuple.getMessageId().getAnchors().size());
                        task.note("held", tuple.getString(0));
                        return;
                    }
                    for (Tuple held : task.held()) {
                        if (tuple.getString(0).endsWith("ack")) {
                            task.collector().ack(held);
                        } else {
                            task.collector().fail(held);
                        }
                    }
                    task.note("obeyed", tuple.getString(0));
                });
    }

    /** Returns a spout that emits one tuple whose value and message id are {@code name}. */
    private static ProbeSpout named(String name) {
        return ProbeSpout.doing(
                task -> {
                    if (task.nextStep() == 0) {
                        task.collector().emit(new Values(name), name);
                    }
                });
    }

    private static void anchoredTwice(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(4));
        ProbeBolt twice =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.collector()
                                            .emit(
                                                    List.of(tuple, tuple),
                                                    new Values(tuple.getInteger(0)));
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "n");
        builder.setBolt("twice", twice).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("twice");
        stage.submit(builder);
        stage.await("acked", 4);
        stage.fact("acked", stage.probe().notes("acked"));
    }

    private static void unanchored(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(4));
        ProbeBolt loose =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.collector().emit(new Values(tuple.getInteger(0)));
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "n");
        builder.setBolt("loose", loose).shuffleGrouping("source");
        ProbeBolt failing =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note("anchors", tuple.getMessageId().getAnchors().size());
                            task.collector().fail(tuple);
                            task.note("received", tuple.getInteger(0));
                        });
        builder.setBolt("sink", failing).shuffleGrouping("loose");
        stage.submit(builder);
        stage.await("acked", 4);
        stage.await("received", 4);
        Thread.sleep(200);
        stage.fact("anchors", stage.probe().notes("anchors"));
        stage.fact("acked", stage.probe().notes("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
    }

    private static void anchorCounts(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(3));
        ProbeBolt gather =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.held().add(tuple);
                                    List<Tuple> held = task.held();
                                    if (held.size() == 3) {
                                        emitAll(task, held);
                                        held.forEach(task.collector()::ack);
                                    }
                                })
                        .declares("default", "what");
        builder.setBolt("gather", gather).shuffleGrouping("source");
        ProbeBolt sink =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            Map<Long, Long> anchors = tuple.getMessageId().getAnchorsToIds();
                            task.note("anchors", tuple.getString(0) + ": " + anchors.size());
                            task.collector().ack(tuple);
                        });
        builder.setBolt("sink", sink).shuffleGrouping("gather");
        stage.submit(builder);
        stage.await("acked", 3);
        stage.await("anchors", 4);
        stage.fact("anchors", stage.probe().notes("anchors"));
    }

    private static void emitAll(BoltTask task, List<Tuple> held) {
        task.collector().emit(new Values("none"));
        task.collector().emit(held.get(0), new Values("one"));
        task.collector().emit(held, new Values("three"));
        task.collector().emit(new ArrayList<>(), new Values("empty list"));
    }

    private static void anyOrder(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(6));
        ProbeBolt backwards =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            List<Tuple> held = task.held();
                            held.add(tuple);
                            if (held.size() == 6) {
                                for (int i = 5; i >= 0; i--) {
                                    task.collector().ack(held.get(i));
                                }
                            }
                        });
        builder.setBolt("sink", backwards).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("acked", 6);
        stage.fact("acked", stage.probe().notes("acked"));
    }

    private interface Misuse extends Serializable {
        void with(BoltTask task, Tuple tuple);
    }

    /**
     * Emits one message that a bolt forwards while it misuses its collector; another branch keeps
     * the message pending.
     */
    private static void misuse(Stage stage, Misuse misuse) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(1));
        builder.setSpout("orders", ProbeSpout.ofSignals("order"));
        ProbeBolt wrong =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    misuse.with(task, tuple);
                                    task.note("misused", true);
                                })
                        .declares("default", "n");
        builder.setBolt("wrong", wrong).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("wrong");
        builder.setBolt("otherBranch", obeying()).shuffleGrouping("source").allGrouping("orders");
        Config conf = stage.conf();
        conf.setMessageTimeoutSecs(2);
        stage.submit(builder, conf);
        stage.await("held", 1);
        stage.await("received", 1);
        order(stage, "otherBranch ack");
        stage.awaitTrue(
                "ack or fail",
                () -> stage.probe().count("acked") + stage.probe().count("failed") > 0);
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("outcome", stage.probe().count("acked") > 0 ? "acked" : "failed");
    }

    private static void ackTwice(BoltTask task, Tuple tuple) {
        task.collector().emit(tuple, new Values(tuple.getInteger(0)));
        task.collector().ack(tuple);
        task.collector().ack(tuple);
    }

    private static void emitAfterAck(BoltTask task, Tuple tuple) {
        task.collector().ack(tuple);
        task.collector().emit(tuple, new Values(tuple.getInteger(0)));
    }
}
