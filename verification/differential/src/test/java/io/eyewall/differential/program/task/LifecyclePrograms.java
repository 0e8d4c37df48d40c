package io.eyewall.differential.program.task;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import io.eyewall.differential.stage.TaskView;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Programs about the order in which a component's methods are called, and on which objects. */
public final class LifecyclePrograms {
    private LifecyclePrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "lifecycle",
                        "open, activate, nextTuple, deactivate, close; prepare, execute, cleanup.",
                        "executor/ExecutorShutdown.java",
                        LifecyclePrograms::lifecycle),
                Program.of(
                        "open-order",
                        "An executor opens all its tasks in order before it activates any.",
                        "executor/spout/SpoutExecutor.java",
                        LifecyclePrograms::openOrder),
                Program.of(
                        "next-tuple-rounds",
                        "An executor calls nextTuple of each of its tasks once per round.",
                        "executor/spout/SpoutExecutor.java",
                        LifecyclePrograms::rounds),
                Program.of(
                        "own-instance-per-task",
                        "Every task has its own copy of the submitted object.",
                        "daemon/Task.java",
                        LifecyclePrograms::ownInstance),
                Program.of(
                        "one-call-at-a-time",
                        "The tasks of one executor never run at the same time as each other.",
                        "executor/Executor.java",
                        LifecyclePrograms::oneAtATime),
                Program.of(
                        "class-loading-context",
                        "Spouts and bolts find classes through their thread's context loader.",
                        "utils/Utils.java",
                        LifecyclePrograms::contextLoader));
    }

    private static void lifecycle(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() == 0) {
                                        task.note("spout", "first nextTuple");
                                        task.collector().emit(new Values(1));
                                    } else if (task.memory().containsKey("inactive")) {
                                        task.note("spout", "nextTuple while inactive");
                                    }
                                })
                        .onLifecycle(
                                (task, call) -> {
                                    task.note("spout", call);
                                    task.note(call, task.label());
                                    if (call.equals("deactivate")) {
                                        task.memory().put("inactive", true);
                                    }
                                });
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.note("bolt", "execute");
                                    task.note("received", true);
                                })
                        .onPrepare(task -> task.note("bolt", "prepare"))
                        .onCleanup(
                                task -> {
                                    task.note("bolt", "cleanup");
                                    task.note("cleanup", true);
                                });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 1);
        topology.kill(2);
        stage.await("close", 1);
        stage.await("cleanup", 1);
        stage.awaitQuiet("spout", 200);
        stage.fact("spout", stage.probe().notes("spout"));
        stage.fact("bolt", stage.probe().notes("bolt"));
    }

    private static void openOrder(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() == 0) {
                                        task.note("calls", "nextTuple " + task.taskId());
                                        task.collector().emit(new Values(task.taskId()));
                                    }
                                })
                        .onLifecycle(
                                (task, call) -> task.note("calls", call + " " + task.taskId()));
        builder.setSpout("source", spout, 1).setNumTasks(3);
        ProbeBolt bolt =
                ProbeBolt.recording().onPrepare(task -> task.note("prepared", task.taskId()));
        builder.setBolt("sink", bolt, 1).setNumTasks(4).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("received", 3);
        stage.fact("spout", stage.probe().notes("calls"));
        stage.fact("prepared", stage.probe().notes("prepared"));
    }

    private static void rounds(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            if (step < 4) {
                                task.note("calls", task.taskId());
                                task.collector().emit(new Values(step));
                            }
                        });
        builder.setSpout("source", spout, 1).setNumTasks(3);
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("received", 12);
        stage.fact("calls", stage.probe().notes("calls"));
    }

    /** Counts in a field, so that the count shows which tuples one object has received. */
    static final class CountingBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private final List<String> given;
        private transient String prepared;
        private int seen;
        private transient Probe probe;
        private transient int taskId;

        CountingBolt(List<String> given) {
            this.given = given;
            this.prepared = "not serialized";
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            probe = Probe.of(conf);
            taskId = context.getThisTaskId();
            probe.note("beforePrepare", prepared + " " + given + " " + seen);
            prepared = "prepared";
        }

        @Override
        public void execute(Tuple tuple) {
            seen++;
            probe.note("seen " + taskId, seen);
            probe.note("received", true);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    private static void ownInstance(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(4));
        builder.setBolt("sink", new CountingBolt(List.of("a", "b")), 1)
                .setNumTasks(3)
                .allGrouping("source");
        stage.submit(builder);
        stage.await("received", 12);
        stage.fact("beforePrepare", stage.probe().notes("beforePrepare"));
        stage.fact("seen", stage.probe().notesUnder("seen "));
    }

    private static void oneAtATime(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    AtomicInteger inside = inside(task);
                                    noteOverlap(task, inside.incrementAndGet());
                                    int step = task.nextStep();
                                    if (step < 300) {
                                        task.collector().emit(new Values(step), step);
                                    }
                                    inside.decrementAndGet();
                                })
                        .onAck(
                                (task, id) -> {
                                    AtomicInteger inside = inside(task);
                                    noteOverlap(task, inside.incrementAndGet());
                                    task.note("acked", id);
                                    inside.decrementAndGet();
                                });
        builder.setSpout("source", spout, 2).setNumTasks(4);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            AtomicInteger inside = inside(task);
                            noteOverlap(task, inside.incrementAndGet());
                            Thread.onSpinWait();
                            task.collector().ack(tuple);
                            inside.decrementAndGet();
                        });
        builder.setBolt("sink", bolt, 2).setNumTasks(5).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("acked", 1200);
        stage.fact("overlaps", stage.probe().notes("overlap"));
    }

    /**
     * Returns the number of concurrent calls of the task's executor; the executor's tasks share it.
     */
    private static AtomicInteger inside(TaskView task) {
        AtomicInteger inside = (AtomicInteger) task.context().getExecutorData("inside");
        if (inside == null) {
            inside = new AtomicInteger();
            task.context().setExecutorData("inside", inside);
        }
        return inside;
    }

    private static void noteOverlap(TaskView task, int inside) {
        if (inside != 1) {
            task.note("overlap", task.label() + " " + inside);
        }
    }

    private static void contextLoader(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        String name = CountingBolt.class.getName();
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            ClassLoader loader = Thread.currentThread().getContextClassLoader();
                            task.note("found", loader.loadClass(name).getSimpleName());
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("found", 1);
        stage.fact("found", stage.probe().notes("found"));
    }
}
