package io.eyewall.differential.program.task;

import io.eyewall.differential.program.ExecutorViews;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadPoolExecutor;
import org.apache.storm.Config;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about the information in a task's TopologyContext. */
public final class ContextPrograms {
    private ContextPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "context-of-this-task",
                        "A task knows its ids, streams, sources and targets.",
                        "task/TopologyContext.java",
                        stage -> snapshots(stage, ContextPrograms::thisTask)),
                Program.of(
                        "context-of-the-topology",
                        "A task knows all components, their tasks, streams and fields.",
                        "task/GeneralTopologyContext.java",
                        stage -> snapshots(stage, ContextPrograms::topology)),
                Program.of(
                        "context-of-the-worker",
                        "A task knows its worker's tasks, port and directories.",
                        "task/WorkerTopologyContext.java",
                        stage -> snapshots(stage, ContextPrograms::worker)),
                Program.of(
                        "context-of-system-components",
                        "System components have task ids but are not in the user's topology.",
                        "daemon/Task.java",
                        stage -> snapshots(stage, ContextPrograms::systemComponents)),
                Program.of(
                        "context-as-json",
                        "The JSON that multilang components get.",
                        "task/TopologyContext.java",
                        stage -> snapshots(stage, ContextPrograms::json)),
                Program.of(
                        "task-data",
                        "Task data belongs to a task, executor data to all tasks of an executor.",
                        "task/TopologyContext.java",
                        ContextPrograms::taskData),
                Program.of(
                        "shared-executor",
                        "All tasks of a worker share one pool of four threads.",
                        "daemon/worker/WorkerState.java",
                        ContextPrograms::sharedExecutor));
    }

    private interface Snapshot extends Serializable {
        Map<String, Object> of(TopologyContext context);
    }

    /** Runs a topology with every kind of component and stream, whose tasks all take a snapshot. */
    private static void snapshots(Stage stage, Snapshot snapshot) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(task -> {})
                        .declares("default", "key", "n")
                        .declares("side", "v")
                        .onOpen(
                                task ->
                                        task.note(
                                                "at " + task.label(), snapshot.of(task.context())));
        builder.setSpout("source", spout, 2);
        ProbeBolt middle =
                ProbeBolt.doing((task, tuple) -> {})
                        .declares("default", "x")
                        .declaresDirect("aimed", "y", "z")
                        .onPrepare(
                                task ->
                                        task.note(
                                                "at " + task.label(), snapshot.of(task.context())));
        builder.setBolt("middle", middle, 2)
                .setNumTasks(3)
                .fieldsGrouping("source", new Fields("key"))
                .allGrouping("source", "side");
        ProbeBolt end =
                ProbeBolt.doing((task, tuple) -> {})
                        .onPrepare(
                                task -> {
                                    task.note("at " + task.label(), snapshot.of(task.context()));
                                    task.note("ready", true);
                                });
        builder.setBolt("end", end)
                .localOrShuffleGrouping("middle")
                .directGrouping("middle", "aimed")
                .globalGrouping("source", "side")
                .noneGrouping("source");
        Config conf = stage.conf();
        conf.setNumAckers(2);
        conf.setMessageTimeoutSecs(17);
        stage.submit(builder, conf);
        stage.awaitTrue("six snapshots", () -> stage.probe().notesUnder("at ").size() == 6);
        stage.probe().notesUnder("at ").forEach((label, notes) -> stage.fact(label, notes.get(0)));
    }

    private static Map<String, Object> thisTask(TopologyContext context) {
        Map<String, Object> seen = new TreeMap<>();
        seen.put("taskId", context.getThisTaskId());
        seen.put("componentId", context.getThisComponentId());
        seen.put("taskIndex", context.getThisTaskIndex());
        seen.put("streams", new TreeSet<>(context.getThisStreams()));
        seen.put("outputFields", context.getThisOutputFieldsForStreams());
        seen.put("inputFields", context.getThisInputFields());
        seen.put("sources", context.getThisSources());
        seen.put("targets", context.getThisTargets());
        seen.put("unknownStream", Attempt.atValue(() -> context.getThisOutputFields("no-stream")));
        seen.put("hooks", context.getHooks().size());
        return seen;
    }

    private static Map<String, Object> topology(TopologyContext context) {
        Map<String, Object> seen = new TreeMap<>();
        seen.put("taskToComponent", context.getTaskToComponent());
        seen.put("componentIds", new TreeSet<>(context.getComponentIds()));
        for (String component : context.getComponentIds()) {
            seen.put("tasks of " + component, context.getComponentTasks(component));
            seen.put("streams of " + component, context.getComponentStreams(component));
            seen.put("sources of " + component, context.getSources(component));
            seen.put("targets of " + component, context.getTargets(component));
        }
        seen.put("tasks of nobody", context.getComponentTasks("nobody"));
        seen.put("component of task 99", context.getComponentId(99));
        seen.put("fields", context.getComponentOutputFields("source", "side").toList());
        seen.put("bolts", new TreeSet<>(context.getRawTopology().get_bolts().keySet()));
        seen.put("spouts", new TreeSet<>(context.getRawTopology().get_spouts().keySet()));
        seen.put("maxTopologyMessageTimeout", context.maxTopologyMessageTimeout());
        seen.put("sanityCheck", context.doSanityCheck());
        String name = (String) context.getConf().get(Config.TOPOLOGY_NAME);
        seen.put("stormId", context.getStormId().matches(name + "-\\d+-\\d{10}"));
        seen.put("confKnowsId", context.getStormId().equals(context.getConf().get("storm.id")));
        return seen;
    }

    private static Map<String, Object> worker(TopologyContext context) {
        Map<String, Object> seen = new TreeMap<>();
        seen.put("workerTasks", new TreeSet<>(context.getThisWorkerTasks()));
        seen.put("workerPortIsSet", context.getThisWorkerPort() > 0);
        seen.put("codeDirIsSet", context.getCodeDir() != null);
        seen.put("pidDirIsSet", context.getPIDDir() != null);
        seen.put("resourceThatNobodySet", context.getResource("nothing"));
        seen.put("blobs", context.getBlobToLastKnownVersion());
        seen.put("taskToNodePort", context.getTaskToNodePort());
        seen.put("assignmentId", context.getAssignmentId());
        seen.put("nodeToHost", context.getNodeToHost());
        return seen;
    }

    private static Map<String, Object> systemComponents(TopologyContext context) {
        Map<String, Object> seen = new TreeMap<>();
        seen.put("component of task -1", context.getComponentId(-1));
        seen.put("tasks of __acker", context.getComponentTasks("__acker"));
        seen.put("tasks of __system", context.getComponentTasks("__system"));
        seen.put(
                "fields of __acker",
                Attempt.atValue(
                        () -> context.getComponentOutputFields("__acker", "__ack_ack").toList()));
        seen.put(
                "fields of __tick",
                Attempt.atValue(
                        () -> context.getComponentOutputFields("__system", "__tick").toList()));
        seen.put(
                "fields of __metrics",
                Attempt.atValue(
                        () -> context.getComponentOutputFields("source", "__metrics").toList()));
        seen.put(
                "streams of __acker",
                Attempt.atValue(() -> new TreeSet<>(context.getComponentStreams("__acker"))));
        return seen;
    }

    private static Map<String, Object> json(TopologyContext context) {
        @SuppressWarnings("unchecked")
        Map<String, Object> parsed = (Map<String, Object>) JSONValue.parse(context.toJSONString());
        parsed.computeIfPresent("streams", (key, streams) -> new TreeSet<>((List<?>) streams));
        return parsed;
    }

    private static void taskData(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.note(
                                            "read " + task.taskId(),
                                            task.context().getTaskData("mine")
                                                    + " "
                                                    + task.context().getExecutorData("ours"));
                                    task.note("received", true);
                                })
                        .onPrepare(
                                task -> {
                                    task.note(
                                            "found " + task.taskId(),
                                            task.context().getTaskData("mine")
                                                    + " "
                                                    + task.context().getExecutorData("ours"));
                                    task.context().setTaskData("mine", task.taskId());
                                    task.context().setExecutorData("ours", task.taskId());
                                });
        builder.setBolt("sink", bolt, 2).setNumTasks(5).allGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 5);
        stage.fact("found", stage.probe().notesUnder("found "));
        stage.fact("read", stage.probe().notesUnder("read "));
        stage.fact("executors", ExecutorViews.ranges(topology.info()));
    }

    private static void sharedExecutor(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() == 0) {
                                        task.context()
                                                .getSharedExecutor()
                                                .execute(() -> task.note("ran", "spout's command"));
                                        task.collector().emit(new Values(1));
                                    }
                                })
                        .onOpen(
                                task ->
                                        task.probe()
                                                .share(
                                                        "spoutPool",
                                                        task.context().getSharedExecutor()));
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            Object pool = task.context().getSharedExecutor();
                            task.note("same", pool == task.probe().shared("spoutPool"));
                            task.note("threads", ((ThreadPoolExecutor) pool).getMaximumPoolSize());
                            task.context()
                                    .getSharedExecutor()
                                    .execute(() -> task.note("ran", "bolt's command"));
                        });
        builder.setBolt("sink", bolt, 2).allGrouping("source");
        stage.submit(builder);
        stage.await("ran", 3);
        stage.fact("same", stage.probe().notes("same"));
        stage.fact("threads", stage.probe().notes("threads"));
        stage.fact("ran", stage.sorted("ran"));
    }
}
