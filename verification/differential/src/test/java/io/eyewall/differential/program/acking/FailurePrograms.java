package io.eyewall.differential.program.acking;

import io.eyewall.differential.program.Errors;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;

/** Programs about uncaught exceptions. */
public final class FailurePrograms {
    private static final String REASON =
            "An exception that user code does not catch fails its topology, not the process: other"
                    + " topologies and the program that embeds the cluster live on.";

    private FailurePrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                                "exception-in-execute",
                                "A bolt throws in execute.",
                                "executor/error/ReportErrorAndDie.java",
                                stage -> failing(stage, "execute"))
                        .endsStormsProcess(REASON),
                Program.of(
                                "exception-in-next-tuple",
                                "A spout throws in nextTuple.",
                                "executor/error/ReportErrorAndDie.java",
                                stage -> failing(stage, "nextTuple"))
                        .endsStormsProcess(REASON),
                Program.of(
                                "exception-in-prepare",
                                "A bolt throws in prepare.",
                                "executor/error/ReportErrorAndDie.java",
                                stage -> failing(stage, "prepare"))
                        .endsStormsProcess(REASON),
                Program.of(
                        "swallowed-exception",
                        "What user code catches is nobody else's business.",
                        "executor/bolt/BoltExecutor.java",
                        FailurePrograms::swallowed));
    }

    private static void failing(Stage stage, String where) throws Exception {
        TopologyBuilder good = new TopologyBuilder();
        ProbeSpout ticking =
                ProbeSpout.doing(
                        task -> {
                            Thread.sleep(10);
                            task.collector().emit(new Values(task.nextStep()));
                        });
        good.setSpout("source", ticking);
        good.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        stage.submitAs(stage.name() + "-neighbour", good.createTopology(), stage.conf());
        stage.await("received", 5);

        TopologyBuilder bad = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            if (task.nextStep() == 0) {
                                task.note("reached", "nextTuple");
                                throwIf(where.equals("nextTuple"));
                                task.collector().emit(new Values(1));
                            }
                        });
        bad.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing((task, tuple) -> throwIf(where.equals("execute")))
                        .onPrepare(task -> throwIf(where.equals("prepare")));
        bad.setBolt("sink", bolt).shuffleGrouping("source");
        RunningTopology failing = stage.submitAs(stage.name(), bad.createTopology(), stage.conf());
        String component = where.equals("nextTuple") ? "source" : "sink";
        stage.awaitTrue(
                "the error of " + component, () -> Errors.count(failing.info(), component) > 0);
        stage.fact("errors", Errors.of(failing.info()));
        int before = stage.probe().count("received");
        stage.await("received", before + 20);
        stage.fact("neighbourLives", true);
    }

    private static void throwIf(boolean condition) {
        if (condition) {
            throw new IllegalStateException("nobody catches this");
        }
    }

    private static void swallowed(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(4));
        ProbeBolt careless =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    try {
                                        task.collector()
                                                .emit(tuple, new Values(tuple.getInteger(0)));
                                        throwIf(tuple.getInteger(0) % 2 == 0);
                                    } catch (RuntimeException e) {
                                        task.note("caught", e.getMessage());
                                    }
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "n");
        builder.setBolt("careless", careless).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("careless");
        RunningTopology topology = stage.submit(builder);
        stage.await("acked", 4);
        stage.fact("caught", stage.probe().notes("caught"));
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("acked", stage.probe().notes("acked"));
        stage.fact("errors", Errors.of(topology.info()));
    }
}
