package io.eyewall.differential.program.task;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.hooks.BaseWorkerHook;
import org.apache.storm.task.WorkerUserContext;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;

/** Programs about task hooks and worker hooks. */
public final class HookPrograms {
    static final String NO_ACKER_TUPLES =
            "Acks do not travel as tuples: hooks and event loggers see none on `__ack_*` streams.";

    private static final String NO_ACKER_TASKS =
            "Ackers keep their task ids but nothing runs under them, so that no hook is added.";

    private HookPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                                "task-hooks",
                                "Hooks see emits, executes, acks and fails, in a fixed order.",
                                "hooks/ITaskHook.java",
                                HookPrograms::taskHooks)
                        .differs("systemEmits", NO_ACKER_TUPLES),
                Program.of(
                                "task-hooks-sampled",
                                "With a sample rate of 1 every hook call carries a latency.",
                                "utils/ConfigUtils.java",
                                HookPrograms::sampled)
                        .differs("systemEmits", NO_ACKER_TUPLES),
                Program.of(
                        "task-hooks-without-ackers",
                        "Without ackers there is spoutAck but neither boltAck nor boltFail.",
                        "executor/bolt/BoltOutputCollectorImpl.java",
                        HookPrograms::withoutAckers),
                Program.of(
                                "task-hook-direct",
                                "A direct emit's hook sees its target, or null if it is dropped.",
                                "daemon/Task.java",
                                HookPrograms::direct)
                        .differs(
                                "dropped",
                                "Hooks see the true targets of an emit: none for a direct emit that is dropped, where Storm gives a list with a null in it."),
                Program.of(
                        "task-hook-cleanup",
                        "An executor's hooks are cleaned up before its spouts and bolts.",
                        "executor/ExecutorShutdown.java",
                        HookPrograms::cleanup),
                Program.of(
                                "auto-task-hooks",
                                "Hooks named in the configuration are added to every task.",
                                "daemon/Task.java",
                                HookPrograms::auto)
                        .differs("systemTasksWithHook", NO_ACKER_TASKS),
                Program.of(
                        "worker-hooks",
                        "Worker hooks start in order before any task opens, and set resources.",
                        "daemon/worker/WorkerState.java",
                        HookPrograms::workerHooks));
    }

    private static void emitThree(TopologyBuilder builder) {
        builder.setSpout(
                "source",
                ProbeSpout.numbersWithIds(3)
                        .onOpen(task -> task.context().addTaskHook(new RecordingTaskHook())));
        ProbeBolt bolt =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    int n = tuple.getInteger(0);
                                    task.collector().emit(tuple, new Values(n * 10));
                                    if (n == 1) {
                                        task.collector().fail(tuple);
                                    } else {
                                        task.collector().ack(tuple);
                                    }
                                })
                        .declares("default", "n")
                        .onPrepare(task -> task.context().addTaskHook(new RecordingTaskHook()));
        builder.setBolt("middle", bolt).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording(), 2).allGrouping("middle");
    }

    private static void hookFacts(Stage stage) {
        stage.fact("boltHooks", stage.probe().notesUnder("hook middle"));
        // Acks may arrive between any two emits, so only the order within each kind is
        // deterministic.
        Map<String, List<Object>> spoutHooks = new TreeMap<>();
        stage.probe().notesUnder("hook source").values().stream()
                .flatMap(List::stream)
                .forEach(
                        call ->
                                spoutHooks
                                        .computeIfAbsent(
                                                call.toString().split(" ")[0],
                                                kind -> new ArrayList<>())
                                        .add(call));
        stage.fact("spoutHooks", spoutHooks);
        Map<String, TreeSet<Object>> system = new TreeMap<>();
        stage.probe()
                .notesUnder("systemEmit ")
                .forEach((label, notes) -> system.put(label, new TreeSet<>(notes)));
        stage.fact("systemEmits", system);
    }

    private static void taskHooks(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        emitThree(builder);
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 0.000001);
        stage.submit(builder, conf);
        stage.await("acked", 2);
        stage.await("failed", 1);
        stage.awaitQuiet("hookCalls", 200);
        hookFacts(stage);
    }

    private static void sampled(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        emitThree(builder);
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 1.0);
        stage.submit(builder, conf);
        stage.await("acked", 2);
        stage.await("failed", 1);
        stage.awaitQuiet("hookCalls", 200);
        hookFacts(stage);
    }

    private static void withoutAckers(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        emitThree(builder);
        Config conf = stage.conf();
        conf.setNumAckers(0);
        conf.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 0.000001);
        stage.submit(builder, conf);
        stage.await("received", 6);
        stage.awaitQuiet("hookCalls", 200);
        hookFacts(stage);
    }

    private static void direct(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() == 0) {
                                        int sink = task.context().getComponentTasks("sink").get(1);
                                        int other =
                                                task.context().getComponentTasks("other").get(0);
                                        task.collector().emitDirect(sink, "d", new Values("hit"));
                                        task.collector().emitDirect(other, "d", new Values("miss"));
                                        task.collector().emit("unheard", new Values("nobody"));
                                        task.collector().emit("s", new Values("last"));
                                    }
                                })
                        .declaresDirect("d", "v")
                        .declares("s", "v")
                        .declares("unheard", "v")
                        .onOpen(task -> task.context().addTaskHook(new RecordingTaskHook()));
        builder.setSpout("source", spout);
        builder.setBolt("sink", ProbeBolt.recording(), 2).directGrouping("source", "d");
        builder.setBolt("other", ProbeBolt.recording()).shuffleGrouping("source", "s");
        stage.submit(builder);
        stage.await("received", 2);
        stage.awaitQuiet("hookCalls", 200);
        List<Object> calls = new ArrayList<>(stage.probe().notes("hook source:5"));
        stage.fact("dropped", calls.stream().filter(c -> c.toString().contains("[miss]")).toList());
        calls.removeIf(call -> call.toString().contains("[miss]"));
        stage.fact("others", calls);
    }

    private static void cleanup(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.recording()
                        .onPrepare(task -> task.context().addTaskHook(new RecordingTaskHook()))
                        .onCleanup(
                                task -> {
                                    task.note("hook " + task.label(), "the bolt's cleanup");
                                    task.note("hookCalls", "the bolt's cleanup");
                                    task.note("cleanedUp", true);
                                });
        builder.setBolt("sink", bolt, 1).setNumTasks(2).allGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 2);
        topology.kill(0);
        stage.await("cleanedUp", 2);
        List<Object> calls = new ArrayList<>(stage.probe().notes("hookCalls"));
        calls.removeIf(call -> !call.toString().endsWith("cleanup"));
        stage.fact("cleanups", calls);
    }

    private static void auto(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(2), 2);
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_AUTO_TASK_HOOKS, List.of(RecordingTaskHook.class.getName()));
        stage.submit(builder, conf);
        stage.await("acked", 4);
        TreeSet<String> hooked = new TreeSet<>(stage.probe().notesUnder("hook ").keySet());
        TreeSet<String> system = new TreeSet<>(hooked);
        system.removeIf(label -> !label.startsWith("__"));
        hooked.removeAll(system);
        stage.fact("tasksWithHook", hooked);
        stage.fact("systemTasksWithHook", system);
    }

    /** Notes its calls and appends its number to a resource. */
    static final class NumberedWorkerHook extends BaseWorkerHook {
        private static final long serialVersionUID = 1;

        private final int number;
        private transient boolean started;
        private transient Probe probe;

        NumberedWorkerHook(int number) {
            this.number = number;
        }

        @Override
        public void start(Map<String, Object> conf, WorkerUserContext context) {
            started = true;
            probe = Probe.of(conf);
            Object before = context.getResource("chain");
            context.setResource("chain", before + ">" + number);
            probe.note("worker", "start " + number);
            probe.note("tasks", new TreeSet<>(context.getThisWorkerTasks()));
        }

        @Override
        public void shutdown() {
            probe.note("shutdownAfterStart", started);
            probe.note("worker", "shutdown " + number);
        }
    }

    private static void workerHooks(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.addWorkerHook(new NumberedWorkerHook(1));
        builder.addWorkerHook(new NumberedWorkerHook(2));
        ProbeSpout spout =
                ProbeSpout.numbers(1)
                        .onLifecycle(
                                (task, call) -> {
                                    if (call.equals("open") || call.equals("close")) {
                                        task.note("worker", call);
                                    }
                                });
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.recording()
                        .onPrepare(
                                task -> task.note("resource", task.context().getResource("chain")));
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 1);
        topology.kill(0);
        stage.await("worker", 6);
        stage.fact("calls", stage.probe().notes("worker"));
        stage.fact("resource", stage.probe().notes("resource"));
        stage.fact("tasks", stage.probe().notes("tasks"));
        stage.fact("shutdownOnTheStartedObject", stage.probe().notes("shutdownAfterStart"));
    }
}
