package io.eyewall.differential.program.multilang;

import io.eyewall.differential.program.Errors;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;

/** Programs about spouts and bolts in Python and JavaScript, with Storm's own adapters. */
public final class MultilangPrograms {
    private static final String RESTART =
            "A bolt's child process that dies is started anew: its unfinished tuples fail, the next"
                    + " tuple meets a fresh one. In Storm's local mode the next tuple ends the"
                    + " process, on a cluster the worker.";

    private static final String DIRECT =
            "A child can emit to a task that it chooses. Storm's JSON serializer casts the task's"
                    + " number to another class than it is, and the bolt dies.";

    private MultilangPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "shell-bolt",
                        "A bolt in Python emits to one task and to all, anchored or not; acks, fails.",
                        "task/ShellBolt.java",
                        MultilangPrograms::bolt),
                Program.of(
                                "shell-bolt-direct",
                                "A bolt in Python emits to a task that it chooses.",
                                "multilang/JsonSerializer.java",
                                MultilangPrograms::direct)
                        .differs("came", DIRECT),
                Program.of(
                        "shell-bolt-context",
                        "What a child is told of its topology.",
                        "multilang/JsonSerializer.java",
                        MultilangPrograms::context),
                Program.of(
                        "shell-bolt-says",
                        "A child logs, reports errors and updates metrics.",
                        "task/ShellBolt.java",
                        MultilangPrograms::says),
                Program.of(
                        "shell-bolt-values",
                        "What values become on their way to a child and back.",
                        "multilang/JsonSerializer.java",
                        MultilangPrograms::values),
                Program.of(
                        "shell-serializer",
                        "A serializer of the topology's own.",
                        "utils/ShellProcess.java",
                        MultilangPrograms::serializer),
                Program.of(
                        "shell-spout",
                        "A spout in Python is called in turns, and replays what failed.",
                        "spout/ShellSpout.java",
                        MultilangPrograms::spout),
                Program.of(
                        "shell-node",
                        "A spout and a bolt in JavaScript.",
                        "multilang/JsonSerializer.java",
                        MultilangPrograms::node),
                Program.of(
                                "shell-bolt-exit",
                                "A child that ends by itself, at its third tuple.",
                                "task/ShellBolt.java",
                                MultilangPrograms::exit)
                        .endsStormsProcess(RESTART));
    }

    /**
     * Returns a topology whose {@code source} emits the calls one after the other, each with its
     * number as message id.
     */
    private static TopologyBuilder calls(List<Values> calls, ScriptBolt bolt) {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout source =
                ProbeSpout.doing(
                                task -> {
                                    int step = task.nextStep();
                                    if (step < calls.size()) {
                                        Object[] values = calls.get(step).toArray();
                                        task.collector().emit(new Values(values), step);
                                    }
                                })
                        .declares("default", "what", "value");
        builder.setSpout("source", source);
        builder.setBolt("script", bolt).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("script");
        return builder;
    }

    private static ScriptBolt python() {
        return new ScriptBolt("python3", "calls.py", "what", "value");
    }

    private static void bolt(Stage stage) throws Exception {
        TopologyBuilder builder =
                calls(
                        List.of(
                                new Values("emit", 1),
                                new Values("task-ids", 2),
                                new Values("fail", 4),
                                new Values("unanchored", 5),
                                new Values("emit", 6)),
                        python());
        builder.setBolt("all-sink", ProbeBolt.recording(), 2).allGrouping("script", "to-all");
        stage.submit(builder);
        stage.await("acked", 4);
        stage.await("failed", 1);
        stage.await("received", 6);
        stage.fact("edges", stage.edges());
        stage.fact("acked", stage.sorted("acked"));
        stage.fact("failed", stage.sorted("failed"));
    }

    private static void direct(Stage stage) throws Exception {
        TopologyBuilder builder = calls(List.of(new Values("direct", 1)), python());
        builder.setBolt("direct-sink", ProbeBolt.recording(), 2).directGrouping("script", "direct");
        RunningTopology topology = stage.submit(builder);
        stage.awaitTrue(
                "a tuple or an error",
                () ->
                        stage.probe().count("received") > 0
                                || Errors.count(topology.info(), "script") > 0);
        stage.fact("came", stage.edges());
    }

    private static void context(Stage stage) throws Exception {
        stage.submit(calls(List.of(new Values("context", 0)), python()));
        stage.await("received", 1);
        stage.fact("context", stage.probe().notes("received"));
    }

    private static void says(Stage stage) throws Exception {
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_MULTILANG_LOG_HANDLER, RecordingShellLog.class.getName());
        RunningTopology topology =
                stage.submit(
                        calls(
                                List.of(
                                        new Values("log", "careful"),
                                        new Values("error", "it hurts"),
                                        new Values("metric", 5),
                                        new Values("metric", null),
                                        new Values("emit", 1)),
                                python().withMetric()),
                        conf);
        stage.await("acked", 5);
        stage.fact("log", stage.probe().notes("log"));
        stage.fact("metric", stage.probe().notes("metric"));
        stage.awaitTrue("the error", () -> Errors.count(topology.info(), "script") > 0);
        stage.fact("errors", Errors.of(topology.info()));
    }

    private static void values(Stage stage) throws Exception {
        List<Values> all =
                List.of(
                        new Values("emit", 3_000_000_000L),
                        new Values("emit", 1.5),
                        new Values("emit", true),
                        new Values("emit", null),
                        new Values("emit", "\u00e4 \ud83c\udf00 \"quoted\"\nend\n"),
                        new Values("emit", List.of(1, "two")),
                        new Values("emit", Map.of("key", 1)),
                        new Values("tuple", "text"));
        stage.submit(calls(all, python()));
        stage.await("acked", all.size());
        stage.await("received", all.size());
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void serializer(Stage stage) throws Exception {
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_MULTILANG_SERIALIZER, CountingJson.class.getName());
        stage.submit(calls(List.of(new Values("emit", 1), new Values("fail", 2)), python()), conf);
        stage.await("acked", 1);
        stage.await("failed", 1);
        stage.fact("serialized", stage.probe().notes("serialized"));
        stage.fact("answered", stage.probe().notes("answered"));
    }

    private static void spout(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ScriptSpout("python3", "replay.py"));
        ProbeBolt flaky =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            boolean again = task.memory().put(tuple.getString(0), "seen") != null;
                            task.received(tuple);
                            if (again || !tuple.getString(0).equals("b")) {
                                task.collector().ack(tuple);
                            } else {
                                task.collector().fail(tuple);
                            }
                        });
        builder.setBolt("flaky", flaky).shuffleGrouping("source");
        ProbeBolt calls = ProbeBolt.doing((task, tuple) -> task.note("calls", tuple.getString(0)));
        builder.setBolt("calls", calls).shuffleGrouping("source", "calls");
        stage.submit(builder);
        stage.await("received", 4);
        stage.fact("received", stage.probe().notes("received"));
        stage.await("calls", 1);
        String[] told = stage.probe().notes("calls").get(0).toString().split("; ");
        java.util.Arrays.sort(told); // acks of different messages have no guaranteed order
        stage.fact("calls", List.of(told));
    }

    private static void node(Stage stage) throws Exception {
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_MULTILANG_LOG_HANDLER, RecordingShellLog.class.getName());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ScriptSpout("node", "words.js"));
        builder.setBolt("lengths", new ScriptBolt("node", "lengths.js", "length"))
                .shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording(), 2).allGrouping("lengths");
        ProbeBolt calls = ProbeBolt.doing((task, tuple) -> task.note("calls", tuple.getString(0)));
        builder.setBolt("calls", calls).shuffleGrouping("source", "calls");
        stage.submit(builder, conf);
        stage.await("calls", 3);
        stage.await("received", 4);
        stage.await("log", 2);
        stage.fact("edges", stage.edges());
        stage.fact("log", stage.sorted("log"));
        stage.fact("calls", stage.sorted("calls"));
    }

    private static void exit(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.ofSignals("say").declares("default", "call"));
        ProbeBolt unpack =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    String[] call = tuple.getString(0).split(" ");
                                    task.collector()
                                            .emit(new Values(call[0], Integer.valueOf(call[1])));
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "what", "value");
        builder.setBolt("unpack", unpack).shuffleGrouping("source");
        builder.setBolt("script", python()).shuffleGrouping("unpack");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("script");
        RunningTopology topology = stage.submit(builder);
        stage.probe().note("say", "emit 1");
        stage.probe().note("say", "emit 2");
        stage.await("received", 2);
        stage.probe().note("say", "exit 7");
        stage.awaitTrue("the error", () -> Errors.count(topology.info(), "script") > 0);
        stage.fact("before", stage.probe().notes("received"));
        stage.probe().note("say", "emit 3");
        stage.await("received", 3);
        stage.fact("after", stage.probe().notes("received"));
    }
}
