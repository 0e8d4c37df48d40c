package io.eyewall.differential.program.window;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.topology.base.BaseWindowedBolt.Count;
import org.apache.storm.topology.base.BaseWindowedBolt.Duration;

/** Programs about windows by count and by processing time. */
public final class WindowPrograms {
    private static final Duration LONG = Duration.seconds(20);

    private WindowPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "window-tumbling-count",
                        "A tumbling window of five tuples, acked when they expire.",
                        "topology/WindowedBoltExecutor.java",
                        stage -> counted(stage, bolt -> bolt.withTumblingWindow(Count.of(5)), 4)),
                Program.of(
                        "window-sliding-count",
                        "A window of six tuples that slides by three.",
                        "topology/WindowedBoltExecutor.java",
                        stage ->
                                counted(
                                        stage,
                                        bolt -> bolt.withWindow(Count.of(6), Count.of(3)),
                                        6)),
                Program.of(
                        "window-sliding-count-beyond-its-length",
                        "A window of two tuples that slides by five leaves tuples out.",
                        "windowing/CountEvictionPolicy.java",
                        stage ->
                                counted(
                                        stage,
                                        bolt -> bolt.withWindow(Count.of(2), Count.of(5)),
                                        4)),
                Program.of(
                        "window-count-slides-by-one",
                        "A window with a length alone slides by every tuple.",
                        "topology/base/BaseWindowedBolt.java",
                        stage -> counted(stage, bolt -> bolt.withWindow(Count.of(3)), 20)),
                Program.of(
                        "window-duration-slides-by-count",
                        "A window of a duration that slides by four tuples.",
                        "windowing/CountTriggerPolicy.java",
                        stage -> counted(stage, bolt -> bolt.withWindow(LONG, Count.of(4)), 5)),
                Program.of(
                        "window-duration-slides-by-one",
                        "A window with a duration alone slides by every tuple.",
                        "windowing/TimeEvictionPolicy.java",
                        stage -> counted(stage, bolt -> bolt.withWindow(LONG), 20)),
                Program.of(
                        "window-count-slides-by-duration",
                        "A window of four tuples that slides by half a second.",
                        "windowing/TimeTriggerPolicy.java",
                        WindowPrograms::countByDuration),
                Program.of(
                        "window-tumbling-time",
                        "A tumbling window of a second holds each tuple once.",
                        "windowing/TimeTriggerPolicy.java",
                        WindowPrograms::tumblingTime),
                Program.of(
                        "window-sliding-time",
                        "A window of three seconds that slides by one lets its tuples go.",
                        "windowing/TimeEvictionPolicy.java",
                        WindowPrograms::slidingTime),
                Program.of(
                        "window-anchors-to-all-its-tuples",
                        "What a window emits is anchored to all its tuples: one fails, all fail.",
                        "topology/WindowedBoltExecutor.java",
                        WindowPrograms::anchors),
                Program.of(
                        "window-builder-checks",
                        "Windows that make no sense are refused while they are built.",
                        "topology/base/BaseWindowedBolt.java",
                        WindowPrograms::builderChecks));
    }

    private interface Windowing {
        BaseWindowedBolt of(NotingWindows bolt);
    }

    private static void submit(Stage stage, Windowing windowing) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(20));
        builder.setBolt("windows", windowing.of(new NotingWindows())).shuffleGrouping("source");
        stage.submit(builder);
    }

    private static void counted(Stage stage, Windowing windowing, int windows) throws Exception {
        submit(stage, windowing);
        stage.await("expired", windows);
        int expired = 0;
        for (Object each : stage.probe().notes("expired")) {
            expired += ((List<?>) each).size();
        }
        stage.await("acked", expired);
        stage.fact("windows", stage.probe().notes("window"));
        stage.fact("new", stage.probe().notes("new"));
        stage.fact("expired", stage.probe().notes("expired"));
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void tumblingTime(Stage stage) throws Exception {
        submit(stage, bolt -> bolt.withTumblingWindow(Duration.seconds(1)));
        stage.await("inWindows", 20);
        stage.await("acked", 20);
        stage.fact("inWindows", stage.probe().notes("inWindows"));
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void slidingTime(Stage stage) throws Exception {
        submit(stage, bolt -> bolt.withWindow(Duration.seconds(3), Duration.seconds(1)));
        stage.await("acked", 20);
        stage.fact("inWindows", stage.probe().notes("inWindows"));
        stage.fact("acked", stage.sorted("acked"));
        stage.fact("windows overlap", stage.probe().count("window") > 1);
    }

    private static void countByDuration(Stage stage) throws Exception {
        submit(stage, bolt -> bolt.withWindow(Count.of(4), Duration.of(500)));
        stage.await("acked", 16);
        stage.awaitTrue(
                "a window of the last four",
                () -> stage.probe().notes("window").contains(List.of(16, 17, 18, 19)));
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void anchors(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(9));
        BaseWindowedBolt windows = new NotingWindows().withTumblingWindow(Count.of(3));
        builder.setBolt("windows", windows).shuffleGrouping("source");
        ProbeBolt sink =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            List<?> values = (List<?>) tuple.getValue(0);
                            if (values.contains(4)) {
                                task.collector().fail(tuple);
                            } else {
                                task.collector().ack(tuple);
                            }
                            task.note("seen", values);
                        });
        builder.setBolt("sink", sink).shuffleGrouping("windows");
        stage.submit(builder);
        stage.await("seen", 3);
        stage.await("failed", 3);
        stage.await("acked", 3);
        stage.fact("failed", stage.sorted("failed"));
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void builderChecks(Stage stage) {
        stage.fact("no tuples", Attempt.at(() -> bolt().withTumblingWindow(Count.of(0))));
        stage.fact("negative", Attempt.at(() -> bolt().withWindow(Count.of(-1), Count.of(1))));
        stage.fact("no time", Attempt.at(() -> bolt().withTumblingWindow(Duration.of(0))));
        stage.fact("no slide", Attempt.at(() -> bolt().withWindow(Count.of(1), Duration.of(0))));
        stage.fact("null", Attempt.at(() -> bolt().withTumblingWindow((Count) null)));
        stage.fact(
                "two timestamps",
                Attempt.at(() -> bolt().withTimestampField("a").withTimestampField("b")));
        stage.fact("no late stream", Attempt.at(() -> bolt().withLateTupleStream(null)));
        stage.fact(
                "configuration",
                bolt().withWindow(Count.of(7), Duration.minutes(1))
                        .withLag(Duration.of(5))
                        .withLateTupleStream("late")
                        .withWatermarkInterval(Duration.of(9))
                        .getComponentConfiguration());
    }

    private static BaseWindowedBolt bolt() {
        return new NotingWindows();
    }
}
