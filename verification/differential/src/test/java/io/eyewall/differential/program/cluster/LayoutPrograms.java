package io.eyewall.differential.program.cluster;

import io.eyewall.differential.program.ExecutorViews;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.RecordingEventLogger;
import io.eyewall.differential.program.RecordingMetricsConsumer;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;

/** Programs about task ids and executors. */
public final class LayoutPrograms {
    private LayoutPrograms() {}

    private interface Layout {
        void of(TopologyBuilder builder, Config conf);
    }

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "task-ids",
                        "Task ids count over the component ids in sorted order.",
                        "daemon/StormCommon.java",
                        stage ->
                                layout(
                                        stage,
                                        (builder, conf) -> {
                                            builder.setSpout("word", silent(), 2);
                                            builder.setSpout("Zoo", silent(), 2);
                                            builder.setBolt("exclaim", sink(), 3)
                                                    .shuffleGrouping("word");
                                            builder.setBolt("2nd", sink()).shuffleGrouping("Zoo");
                                        })),
                Program.of(
                        "task-ids-with-system-components",
                        "Ackers, event loggers and metrics consumers take task ids too.",
                        "daemon/StormCommon.java",
                        stage ->
                                layout(
                                        stage,
                                        (builder, conf) -> {
                                            builder.setSpout("source", silent());
                                            builder.setBolt("sink", sink(), 2)
                                                    .shuffleGrouping("source");
                                            conf.setNumAckers(3);
                                            conf.setNumEventLoggers(2);
                                            conf.registerEventLogger(RecordingEventLogger.class);
                                            conf.registerMetricsConsumer(
                                                    RecordingMetricsConsumer.class, 2);
                                            conf.registerMetricsConsumer(
                                                    RecordingMetricsConsumer.class, 1);
                                        })),
                Program.of(
                        "more-tasks-than-executors",
                        "Tasks are dealt to executors in contiguous ranges.",
                        "utils/Utils.java",
                        stage ->
                                layout(
                                        stage,
                                        (builder, conf) -> {
                                            builder.setSpout("source", silent(), 2).setNumTasks(5);
                                            builder.setBolt("eight", sink(), 3)
                                                    .setNumTasks(8)
                                                    .shuffleGrouping("source");
                                            builder.setBolt("two", sink(), 5)
                                                    .setNumTasks(2)
                                                    .shuffleGrouping("source");
                                        })),
                Program.of(
                        "max-task-parallelism",
                        "topology.max.task.parallelism caps the tasks of every component.",
                        "utils/ServerUtils.java (storm-server)",
                        stage ->
                                layout(
                                        stage,
                                        (builder, conf) -> {
                                            builder.setSpout("source", silent(), 4);
                                            builder.setBolt("many", sink(), 5)
                                                    .shuffleGrouping("source");
                                            builder.setBolt("tasks", sink(), 2)
                                                    .setNumTasks(7)
                                                    .shuffleGrouping("source");
                                            builder.setBolt("own", sink(), 5)
                                                    .setMaxTaskParallelism(2)
                                                    .shuffleGrouping("source");
                                            conf.setMaxTaskParallelism(3);
                                        })),
                Program.of(
                        "no-acker-tasks",
                        "Without ackers no task ids go to them.",
                        "daemon/StormCommon.java",
                        stage ->
                                layout(
                                        stage,
                                        (builder, conf) -> {
                                            builder.setSpout("source", silent());
                                            builder.setBolt("sink", sink())
                                                    .shuffleGrouping("source");
                                            conf.setNumAckers(0);
                                        })),
                Program.of(
                        "ackers-by-default",
                        "If no number is given, there is one acker per worker asked for.",
                        "daemon/StormCommon.java",
                        stage ->
                                layout(
                                        stage,
                                        (builder, conf) -> {
                                            builder.setSpout("source", silent());
                                            builder.setBolt("sink", sink())
                                                    .shuffleGrouping("source");
                                        })));
    }

    private static ProbeSpout silent() {
        return ProbeSpout.doing(
                task -> {
                    if (task.nextStep() == 0) {
                        task.collector().emit(new Values(1));
                    }
                });
    }

    private static ProbeBolt sink() {
        return ProbeBolt.doing((task, tuple) -> {})
                .onPrepare(
                        task -> {
                            Map<Integer, String> tasks =
                                    new TreeMap<>(task.context().getTaskToComponent());
                            task.probe().share("tasks", tasks);
                            task.note("index " + task.label(), task.context().getThisTaskIndex());
                            task.note("prepared", task.label());
                        });
    }

    private static void layout(Stage stage, Layout layout) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        Config conf = stage.conf();
        layout.of(builder, conf);
        RunningTopology topology = stage.submit(builder, conf);
        stage.await("prepared", 1);
        stage.awaitQuiet("prepared", 500);
        stage.fact("taskToComponent", stage.probe().shared("tasks"));
        stage.fact("indexes", stage.probe().notesUnder("index "));
        stage.fact("executors", ExecutorViews.ranges(topology.info()));
        stage.fact("prepared", stage.sorted("prepared"));
    }
}
