package io.eyewall.differential.program.acking;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.BoltTask;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.SpoutTask;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Programs that emit at unusual moments and with unusual arguments. */
public final class EmitEdgePrograms {
    private EmitEdgePrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "emit-in-open",
                        "A spout may emit in open and activate; acks come as for any message.",
                        "executor/spout/SpoutExecutor.java",
                        EmitEdgePrograms::inOpen),
                Program.of(
                        "emit-in-prepare",
                        "A bolt may emit in prepare.",
                        "executor/bolt/BoltExecutor.java",
                        EmitEdgePrograms::inPrepare),
                Program.of(
                        "emit-in-ack",
                        "A spout may emit in ack and fail; what it emits is tracked too.",
                        "executor/spout/SpoutExecutor.java",
                        EmitEdgePrograms::inAck),
                Program.of(
                        "stream-without-fields",
                        "A stream may have no fields: its tuples are signals.",
                        "tuple/Fields.java",
                        EmitEdgePrograms::noFields),
                Program.of(
                                "emit-null",
                                "Emitting null values, null anchors or null lists.",
                                "task/OutputCollector.java",
                                EmitEdgePrograms::nullArguments)
                        .differs(
                                "nullAnchor",
                                "A null among the anchors is no anchor, where Storm throws a"
                                        + " NullPointerException."),
                Program.of(
                        "one-list-emitted-twice",
                        "The same list of values may be emitted several times.",
                        "tuple/TupleImpl.java",
                        EmitEdgePrograms::sameList),
                Program.of(
                        "values-of-any-list",
                        "Values may be any list.",
                        "tuple/TupleImpl.java",
                        EmitEdgePrograms::anyList),
                Program.of(
                        "one-message-id-twice",
                        "Two messages with equal ids are two messages.",
                        "executor/spout/SpoutOutputCollectorImpl.java",
                        EmitEdgePrograms::sameId),
                Program.of(
                        "direct-emit-with-id",
                        "A direct emit of a spout is tracked like any other.",
                        "executor/spout/SpoutOutputCollectorImpl.java",
                        EmitEdgePrograms::directWithId),
                Program.of(
                        "direct-emit-anchored",
                        "A bolt's direct emits belong to the tree of their anchors.",
                        "executor/bolt/BoltOutputCollectorImpl.java",
                        EmitEdgePrograms::directAnchored),
                Program.of(
                                "direct-emit-of-wrong-size",
                                "Direct emits check streams and numbers of values too.",
                                "task/OutputCollector.java",
                                EmitEdgePrograms::directWrong)
                        .differs(
                                "unknownStream",
                                "A direct emit on an unknown stream names the stream, where Storm"
                                        + " throws a NullPointerException."),
                Program.of(
                        "anchor-to-tick",
                        "Ticks may be acked, failed and anchored to; nothing comes of it.",
                        "executor/bolt/BoltOutputCollectorImpl.java",
                        EmitEdgePrograms::anchorToTick),
                Program.of(
                        "reset-timeout-of-nothing",
                        "resetTimeout of what is untracked or done does nothing.",
                        "executor/bolt/BoltOutputCollectorImpl.java",
                        EmitEdgePrograms::resetOfNothing),
                Program.of(
                        "untracked-beside-max-pending",
                        "Messages without id do not count as pending.",
                        "executor/spout/SpoutExecutor.java",
                        EmitEdgePrograms::untrackedBesidePending),
                Program.of(
                        "more-than-max-pending-in-one-call",
                        "One nextTuple may emit more than max.spout.pending.",
                        "executor/spout/SpoutExecutor.java",
                        EmitEdgePrograms::beyondPending),
                Program.of(
                        "max-pending-of-component",
                        "max.spout.pending of a component wins over the topology's.",
                        "executor/Executor.java",
                        EmitEdgePrograms::pendingOfComponent),
                Program.of(
                        "ack-by-another-task",
                        "A tuple may be acked by a task that it was handed to.",
                        "task/OutputCollector.java",
                        EmitEdgePrograms::foreignTaskAcks),
                Program.of(
                        "emit-order-across-streams",
                        "Tuples that a bolt emits in one call arrive in the order of the emits.",
                        "daemon/Task.java",
                        EmitEdgePrograms::interleavedStreams),
                Program.of(
                        "report-error-kinds",
                        "reportError takes any throwable, with and without message.",
                        "executor/error/ReportError.java",
                        EmitEdgePrograms::errors));
    }

    private static void inOpen(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(task -> {})
                        .onLifecycle(
                                (task, call) -> {
                                    if (call.equals("activate")) {
                                        task.collector().emit(new Values("activate"), "a");
                                    }
                                })
                        .onOpen(task -> task.collector().emit(new Values("open"), "o"));
        builder.setSpout("source", spout);
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("received", 2);
        stage.await("acked", 2);
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("acked", stage.probe().notes("acked"));
    }

    private static void inPrepare(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(2));
        ProbeBolt early =
                ProbeBolt.doing(
                                (task, tuple) ->
                                        task.collector().emit(new Values(tuple.getValue(0))))
                        .declares("default", "v")
                        .onPrepare(task -> task.collector().emit(new Values("prepare")));
        builder.setBolt("early", early).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("early");
        stage.submit(builder);
        stage.await("received", 3);
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void inAck(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() == 0) {
                                        task.collector().emit(new Values(0), 0);
                                    }
                                })
                        .onAck(EmitEdgePrograms::emitNext)
                        .onFail(EmitEdgePrograms::emitNext);
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.received(tuple);
                            if (tuple.getInteger(0) % 3 == 2) {
                                task.collector().fail(tuple);
                            } else {
                                task.collector().ack(tuple);
                            }
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("finished", 10);
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("finished", stage.probe().notes("finished"));
    }

    private static void emitNext(SpoutTask task, Object id) {
        int n = (Integer) id;
        task.note("finished", n);
        if (n < 9) {
            task.collector().emit(new Values(n + 1), n + 1);
        }
    }

    private static void noFields(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() < 3) {
                                        task.collector().emit("signal", new Values(), "id");
                                    }
                                })
                        .declares("signal");
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note("received", tuple.size() + " " + tuple.getFields().toList());
                            task.collector().ack(tuple);
                        });
        builder.setBolt("sink", bolt, 2).allGrouping("source", "signal");
        stage.submit(builder);
        stage.await("acked", 3);
        stage.fact("received", stage.probe().notes("received"));
    }

    private static String failure(Attempt.Call call) {
        return Attempt.at(call).split(":")[0];
    }

    private static void nullArguments(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            if (task.nextStep() == 0) {
                                task.note(
                                        "spout",
                                        failure(() -> task.collector().emit((List<Object>) null)));
                                task.collector().emit(new Values(1), "id");
                            }
                        });
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.note("bolt", failure(() -> emitNull(task)));
                                    task.note("nullAnchor", failure(() -> anchorNull(task)));
                                    task.note("bolt", failure(() -> anchorsNull(task)));
                                    task.note("bolt", failure(() -> noAnchors(task)));
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "v");
        builder.setBolt("middle", bolt).shuffleGrouping("source");
        ProbeBolt sink =
                ProbeBolt.doing((task, tuple) -> task.note(tuple.getString(0), tuple.size()));
        builder.setBolt("sink", sink).shuffleGrouping("middle");
        stage.submit(builder);
        stage.await("acked", 1);
        stage.await("empty list", 1);
        stage.fact("spout", stage.probe().notes("spout"));
        stage.fact("bolt", stage.probe().notes("bolt"));
        stage.fact("nullAnchor", stage.probe().notes("nullAnchor"));
        stage.fact("nullList", stage.probe().count("null list"));
    }

    private static void emitNull(BoltTask task) {
        task.collector().emit((List<Object>) null);
    }

    private static void anchorNull(BoltTask task) {
        task.collector().emit((Tuple) null, new Values("one null"));
    }

    private static void anchorsNull(BoltTask task) {
        task.collector().emit((List<Tuple>) null, new Values("null list"));
    }

    private static void noAnchors(BoltTask task) {
        task.collector().emit(List.<Tuple>of(), new Values("empty list"));
    }

    private static void sameList(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            if (task.nextStep() == 0) {
                                Values values = new Values("same");
                                for (int i = 0; i < 4; i++) {
                                    task.collector().emit(values, i);
                                }
                            }
                        });
        builder.setSpout("source", spout);
        ProbeBolt middle =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.collector().emit(tuple, tuple.getValues());
                                    task.collector().emit(tuple, tuple.getValues());
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "v");
        builder.setBolt("middle", middle, 2).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("middle");
        stage.submit(builder);
        stage.await("received", 8);
        stage.await("acked", 4);
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void anyList(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() == 0) {
                                        task.collector().emit(List.of("a", 1));
                                        task.collector().emit(Arrays.asList("b", null));
                                        task.collector().emit(new ArrayList<>(List.of("c", 3)));
                                        task.collector()
                                                .emit(
                                                        new ArrayList<Object>(List.of(0, "d", 4))
                                                                .subList(1, 3));
                                    }
                                })
                        .declares("default", "k", "v");
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note(
                                    "received",
                                    tuple.getValueByField("k") + "=" + tuple.getValueByField("v"));
                            task.note("size", tuple.size());
                        });
        builder.setBolt("sink", bolt).fieldsGrouping("source", new Fields("k"));
        stage.submit(builder);
        stage.await("size", 4);
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void sameId(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            if (step < 4) {
                                task.collector().emit(new Values(step), "same");
                            }
                        });
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.held().add(tuple);
                            if (task.held().size() == 4) {
                                task.collector().ack(task.held().get(0));
                                task.collector().fail(task.held().get(1));
                                task.collector().ack(task.held().get(2));
                                task.collector().fail(task.held().get(3));
                            }
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("acked", 2);
        stage.await("failed", 2);
        stage.fact("acked", stage.probe().notes("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
    }

    private static void directWithId(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    int step = task.nextStep();
                                    List<Integer> sinks = task.context().getComponentTasks("sink");
                                    if (step < 6) {
                                        task.collector()
                                                .emitDirect(
                                                        sinks.get(step % sinks.size()),
                                                        "aimed",
                                                        new Values(step),
                                                        step);
                                    } else if (step == 6) {
                                        // The stream has no subscribers, so the message is acked
                                        // immediately.
                                        task.collector()
                                                .emitDirect(
                                                        task.taskId(),
                                                        "aimed",
                                                        new Values(step),
                                                        step);
                                    }
                                })
                        .declaresDirect("aimed", "n");
        builder.setSpout("source", spout);
        builder.setBolt("sink", ProbeBolt.recording(), 3).directGrouping("source", "aimed");
        stage.submit(builder);
        stage.await("received", 6);
        stage.await("acked", 7);
        stage.fact("edges", stage.edges());
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void directAnchored(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(6));
        ProbeBolt middle =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    List<Integer> sinks = task.context().getComponentTasks("sink");
                                    int n = tuple.getInteger(0);
                                    task.collector()
                                            .emitDirect(
                                                    sinks.get(n % 2),
                                                    "aimed",
                                                    tuple,
                                                    new Values(n));
                                    task.collector().ack(tuple);
                                })
                        .declaresDirect("aimed", "n");
        builder.setBolt("middle", middle).shuffleGrouping("source");
        ProbeBolt sink =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.received(tuple);
                            if (tuple.getInteger(0) % 3 == 0) {
                                task.collector().fail(tuple);
                            } else {
                                task.collector().ack(tuple);
                            }
                        });
        builder.setBolt("sink", sink, 2).directGrouping("middle", "aimed");
        stage.submit(builder);
        stage.await("acked", 4);
        stage.await("failed", 2);
        stage.fact("edges", stage.edges());
        stage.fact("acked", stage.sorted("acked"));
        stage.fact("failed", stage.sorted("failed"));
    }

    private static void directWrong(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt middle =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    int sink = task.context().getComponentTasks("sink").get(0);
                                    task.note(
                                            "unknownStream",
                                            Attempt.at(
                                                    () ->
                                                            task.collector()
                                                                    .emitDirect(
                                                                            sink,
                                                                            "nowhere",
                                                                            new Values(1))));
                                    task.note(
                                            "outcome",
                                            Attempt.at(
                                                    () ->
                                                            task.collector()
                                                                    .emitDirect(
                                                                            sink,
                                                                            "aimed",
                                                                            new Values(1, 2))));
                                    task.collector().emitDirect(sink, "aimed", new Values("end"));
                                })
                        .declaresDirect("aimed", "n");
        builder.setBolt("middle", middle).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording()).directGrouping("middle", "aimed");
        stage.submit(builder);
        stage.await("received", 1);
        stage.fact("unknownStream", stage.probe().notes("unknownStream"));
        stage.fact("wrongSize", stage.probe().notes("outcome"));
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void anchorToTick(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(1));
        ProbeBolt middle =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    if (tuple.getSourceComponent().equals("__system")) {
                                        task.note(
                                                "tick",
                                                tuple.getMessageId().getAnchors().size()
                                                        + " "
                                                        + tuple.getSourceTask());
                                        task.collector().emit(tuple, new Values("from tick"));
                                        task.collector().ack(tuple);
                                        task.collector().fail(tuple);
                                        task.collector().resetTimeout(tuple);
                                    } else {
                                        task.collector().emit(tuple, new Values("from message"));
                                        task.collector().ack(tuple);
                                    }
                                })
                        .declares("default", "v");
        builder.setBolt("middle", middle)
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1)
                .shuffleGrouping("source");
        ProbeBolt sink =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note(tuple.getString(0), tuple.getMessageId().getAnchors().size());
                            task.collector().ack(tuple);
                        });
        builder.setBolt("sink", sink).shuffleGrouping("middle");
        stage.submit(builder);
        stage.await("acked", 1);
        stage.await("from tick", 2);
        stage.fact("tick", stage.probe().notes("tick").subList(0, 2));
        stage.fact("fromTick", stage.probe().notes("from tick").subList(0, 2));
        stage.fact("fromMessage", stage.probe().notes("from message"));
        stage.fact("failed", stage.probe().notes("failed"));
    }

    private static void resetOfNothing(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            if (step == 0) {
                                task.collector().emit(new Values("untracked"));
                            } else if (step == 1) {
                                task.collector().emit(new Values("tracked"), "id");
                            }
                        });
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note(
                                    "reset",
                                    Attempt.at(() -> task.collector().resetTimeout(tuple)));
                            task.collector().ack(tuple);
                            task.note(
                                    "reset",
                                    Attempt.at(() -> task.collector().resetTimeout(tuple)));
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("acked", 1);
        stage.await("reset", 4);
        stage.fact("reset", stage.probe().notes("reset"));
        stage.fact("acked", stage.probe().notes("acked"));
    }

    private static void untrackedBesidePending(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            if (step < 50) {
                                task.collector().emit(new Values(step));
                                task.note("pending", task.collector().getPendingCount());
                            }
                        });
        builder.setSpout("source", spout);
        builder.setBolt("sink", ProbeBolt.doing((task, tuple) -> task.received(tuple)))
                .shuffleGrouping("source");
        Config conf = stage.conf();
        conf.setMaxSpoutPending(2);
        stage.submit(builder, conf);
        stage.await("received", 50);
        stage.fact("received", stage.probe().count("received"));
        stage.fact("pending", new java.util.TreeSet<>(stage.probe().notes("pending")));
    }

    private static void beyondPending(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            for (int i = 0; i < 5; i++) {
                                task.collector().emit(new Values(step * 5 + i), step * 5 + i);
                            }
                            task.note("calls", task.collector().getPendingCount());
                        });
        builder.setSpout("source", spout);
        builder.setBolt("sink", ProbeBolt.doing((task, tuple) -> task.received(tuple)))
                .shuffleGrouping("source");
        Config conf = stage.conf();
        conf.setMaxSpoutPending(3);
        stage.submit(builder, conf);
        stage.await("received", 5);
        stage.awaitQuiet("calls", 500);
        stage.fact("calls", stage.probe().notes("calls"));
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void pendingOfComponent(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            task.collector().emit(new Values(step), step);
                            task.note("emitted " + task.context().getThisComponentId(), step);
                        });
        builder.setSpout("own", spout).setMaxSpoutPending(2);
        builder.setSpout("topologys", spout);
        builder.setBolt("sink", ProbeBolt.doing((task, tuple) -> task.received(tuple)))
                .shuffleGrouping("own")
                .shuffleGrouping("topologys");
        Config conf = stage.conf();
        conf.setMaxSpoutPending(4);
        stage.submit(builder, conf);
        stage.await("received", 6);
        stage.awaitQuiet("received", 500);
        stage.fact("emitted", stage.probe().notesUnder("emitted "));
    }

    /** Hands tuples from one task to another through the probe; the other acks them. */
    private static void foreignTaskAcks(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(3));
        ProbeBolt holder =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.probe().share("held " + tuple.getInteger(0), tuple);
                                    task.collector().emit(new Values(tuple.getInteger(0)));
                                })
                        .declares("default", "n");
        builder.setBolt("holder", holder).shuffleGrouping("source");
        ProbeBolt acker =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            Object held = task.probe().shared("held " + tuple.getInteger(0));
                            task.collector().ack((Tuple) held);
                            task.note("handed", tuple.getInteger(0));
                        });
        builder.setBolt("acker", acker).shuffleGrouping("holder");
        stage.submit(builder);
        stage.await("handed", 3);
        stage.await("acked", 3);
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void interleavedStreams(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(3));
        ProbeBolt middle =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    int n = tuple.getInteger(0);
                                    int sink = task.context().getComponentTasks("sink").get(0);
                                    task.collector().emit("a", new Values(n + "a"));
                                    task.collector().emitDirect(sink, "c", new Values(n + "c"));
                                    task.collector().emit("b", new Values(n + "b"));
                                    task.collector().emit("a", new Values(n + "a again"));
                                })
                        .declares("a", "v")
                        .declares("b", "v")
                        .declaresDirect("c", "v");
        builder.setBolt("middle", middle).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording())
                .shuffleGrouping("middle", "a")
                .allGrouping("middle", "b")
                .directGrouping("middle", "c");
        stage.submit(builder);
        stage.await("received", 12);
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void errors(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.collector().reportError(new IllegalStateException("first"));
                            task.collector().reportError(new Exception());
                            task.collector().reportError(new AssertionError("an error"));
                            task.collector()
                                    .reportError(
                                            new RuntimeException(
                                                    "outer", new InterruptedException("inner")));
                            task.note("received", true);
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        var topology = stage.submit(builder);
        stage.await("received", 1);
        stage.awaitTrue(
                "errors",
                () ->
                        topology.info().get_errors().containsKey("sink")
                                && topology.info().get_errors().get("sink").size() >= 3);
        stage.fact(
                "errors",
                topology.info().get_errors().get("sink").stream()
                        .map(error -> error.get_error().lines().findFirst().orElse(""))
                        .sorted()
                        .toList());
    }
}
