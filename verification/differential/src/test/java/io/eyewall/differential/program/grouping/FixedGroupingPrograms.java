package io.eyewall.differential.program.grouping;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Programs about groupings whose targets do not depend on chance: all, global, direct; and about
 * the result of emit.
 */
public final class FixedGroupingPrograms {
    private FixedGroupingPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "all-grouping",
                        "Every task gets every tuple, in order.",
                        "daemon/GrouperFactory.java",
                        FixedGroupingPrograms::all),
                Program.of(
                        "global-grouping",
                        "The task with the lowest id gets everything.",
                        "daemon/GrouperFactory.java",
                        FixedGroupingPrograms::global),
                Program.of(
                        "direct-grouping",
                        "emitDirect reaches the task that it names, in order per task.",
                        "daemon/Task.java",
                        FixedGroupingPrograms::direct),
                Program.of(
                        "direct-grouping-misused",
                        "emit on a direct stream and emitDirect to a shuffling component throw.",
                        "daemon/Task.java",
                        FixedGroupingPrograms::directMisused),
                Program.of(
                        "direct-to-a-stranger",
                        "emitDirect to a task that does not subscribe drops the tuple.",
                        "daemon/Task.java",
                        FixedGroupingPrograms::directToStranger),
                Program.of(
                        "emit-returns-targets",
                        "emit returns the ids of the tasks that get the tuple.",
                        "daemon/Task.java",
                        FixedGroupingPrograms::emitReturns),
                Program.of(
                        "two-groupings-to-one-bolt",
                        "A bolt may subscribe to two streams of one source in different ways.",
                        "daemon/Task.java",
                        FixedGroupingPrograms::twoGroupings));
    }

    private static void all(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", ProbeSpout.numbers(20));
        builder.setBolt("sink", ProbeBolt.recording(), 3).allGrouping("numbers");
        stage.submit(builder);
        stage.await("received", 60);
        stage.fact("edges", stage.edges());
    }

    private static void global(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", ProbeSpout.numbers(20), 2);
        builder.setBolt("sink", ProbeBolt.recording(), 3).globalGrouping("numbers");
        stage.submit(builder);
        stage.await("received", 40);
        stage.fact("edges", stage.edges());
    }

    private static void direct(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    List<Integer> targets =
                                            task.context().getComponentTasks("sink");
                                    int step = task.nextStep();
                                    if (step < 30) {
                                        int target = targets.get(step * 7 % targets.size());
                                        task.collector()
                                                .emitDirect(target, "aimed", new Values(step));
                                    }
                                })
                        .declaresDirect("aimed", "n");
        builder.setSpout("numbers", spout);
        builder.setBolt("sink", ProbeBolt.recording(), 3).directGrouping("numbers", "aimed");
        stage.submit(builder);
        stage.await("received", 30);
        stage.fact("edges", stage.edges());
    }

    private static void directMisused(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() > 0) {
                                        return;
                                    }
                                    int aimed = task.context().getComponentTasks("aimed").get(0);
                                    int shuffled =
                                            task.context().getComponentTasks("shuffled").get(0);
                                    task.note(
                                            "spout",
                                            Attempt.at(
                                                    () ->
                                                            task.collector()
                                                                    .emit("d", new Values(1))));
                                    task.note(
                                            "spout",
                                            Attempt.at(
                                                    () ->
                                                            task.collector()
                                                                    .emitDirect(
                                                                            shuffled,
                                                                            "s",
                                                                            new Values(1))));
                                    task.note(
                                            "spout",
                                            Attempt.at(
                                                    () ->
                                                            task.collector()
                                                                    .emitDirect(
                                                                            aimed,
                                                                            "d",
                                                                            new Values(1))));
                                })
                        .declaresDirect("d", "n")
                        .declares("s", "n");
        builder.setSpout("source", spout);
        ProbeBolt middle =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    int last = task.context().getComponentTasks("last").get(0);
                                    task.note(
                                            "bolt",
                                            Attempt.at(
                                                    () ->
                                                            task.collector()
                                                                    .emit("d", new Values(1))));
                                    task.note(
                                            "bolt",
                                            Attempt.at(
                                                    () ->
                                                            task.collector()
                                                                    .emitDirect(
                                                                            last,
                                                                            "s",
                                                                            new Values(1))));
                                    task.note("boltDone", true);
                                })
                        .declaresDirect("d", "n")
                        .declares("s", "n");
        builder.setBolt("aimed", middle).directGrouping("source", "d");
        builder.setBolt("shuffled", ProbeBolt.recording()).shuffleGrouping("source", "s");
        builder.setBolt("last", ProbeBolt.recording())
                .directGrouping("aimed", "d")
                .shuffleGrouping("aimed", "s");
        stage.submit(builder);
        stage.await("boltDone", 1);
        stage.await("spout", 3);
        stage.fact("spout", stage.probe().notes("spout"));
        stage.fact("bolt", stage.probe().notes("bolt"));
        stage.fact("receivedAnyway", stage.awaitQuiet("received", 200));
    }

    private static void directToStranger(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() > 0) {
                                        return;
                                    }
                                    int other = task.context().getComponentTasks("other").get(0);
                                    int sink = task.context().getComponentTasks("sink").get(0);
                                    task.note(
                                            "attempt",
                                            Attempt.at(
                                                    () ->
                                                            task.collector()
                                                                    .emitDirect(
                                                                            other,
                                                                            "d",
                                                                            new Values("lost"),
                                                                            "lost-id")));
                                    task.collector()
                                            .emitDirect(sink, "d", new Values("found"), "found-id");
                                })
                        .declaresDirect("d", "n")
                        .declares("s", "n");
        builder.setSpout("source", spout);
        builder.setBolt("sink", ProbeBolt.recording()).directGrouping("source", "d");
        builder.setBolt("other", ProbeBolt.recording()).shuffleGrouping("source", "s");
        stage.submit(builder);
        stage.await("received", 1);
        stage.await("acked", 2);
        stage.await("attempt", 1);
        stage.fact("attempt", stage.probe().notes("attempt"));
        stage.fact("edges", stage.edges());
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void emitReturns(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    int step = task.nextStep();
                                    if (step < 4) {
                                        List<Integer> targets =
                                                new ArrayList<>(
                                                        task.collector()
                                                                .emit(new Values("k" + step)));
                                        targets.sort(null);
                                        task.note("targets", targets);
                                        task.note(
                                                "unsubscribed",
                                                task.collector().emit("u", new Values("x")));
                                    }
                                })
                        .declares("default", "key")
                        .declares("u", "key");
        builder.setSpout("source", spout);
        builder.setBolt("everywhere", ProbeBolt.recording(), 2).allGrouping("source");
        builder.setBolt("keyed", ProbeBolt.recording(), 3)
                .fieldsGrouping("source", new Fields("key"));
        builder.setBolt("one", ProbeBolt.recording(), 2).globalGrouping("source");
        stage.submit(builder);
        stage.await("received", 16);
        stage.fact("targets", stage.probe().notes("targets"));
        stage.fact("unsubscribed", stage.probe().notes("unsubscribed"));
        stage.fact("edges", stage.edges());
    }

    private static void twoGroupings(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    int step = task.nextStep();
                                    if (step < 10) {
                                        task.collector().emit("a", new Values("a" + step));
                                        task.collector().emit("b", new Values("b" + step));
                                    }
                                })
                        .declares("a", "v")
                        .declares("b", "v");
        builder.setSpout("source", spout);
        builder.setBolt("sink", ProbeBolt.recording(), 2)
                .allGrouping("source", "a")
                .globalGrouping("source", "b");
        stage.submit(builder);
        stage.await("received", 30);
        stage.fact("edges", stage.edges());
    }
}
