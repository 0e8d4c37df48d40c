package io.eyewall.differential.program.tuple;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.Sequences;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Programs about shapes of topologies: streams, inputs, diamonds, cycles; and about the order
 * within a pair of tasks.
 */
public final class StreamPrograms {
    private StreamPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "several-streams",
                        "A source's streams reach their own subscribers and no others.",
                        "executor/Executor.java",
                        StreamPrograms::severalStreams),
                Program.of(
                        "several-inputs",
                        "A bolt tells its inputs apart by component and stream.",
                        "tuple/TupleImpl.java",
                        StreamPrograms::severalInputs),
                Program.of(
                        "diamond",
                        "Both branches of a diamond see everything and meet again.",
                        "daemon/Task.java",
                        StreamPrograms::diamond),
                Program.of(
                        "cycle",
                        "Two bolts may pass a tuple round until it has gone far enough.",
                        "executor/ExecutorTransfer.java",
                        StreamPrograms::cycle),
                Program.of(
                        "self-loop",
                        "A bolt may subscribe to itself.",
                        "executor/ExecutorTransfer.java",
                        StreamPrograms::selfLoop),
                Program.of(
                        "self-loop-recursion",
                        "A bolt that emits to itself is not entered again before execute returns.",
                        "executor/bolt/BoltExecutor.java",
                        StreamPrograms::notReentered),
                Program.of(
                        "fifo-across-streams",
                        "Between two tasks order holds across streams.",
                        "utils/JCQueue.java",
                        StreamPrograms::fifoAcrossStreams),
                Program.of(
                        "fifo-through-parallel-chain",
                        "Order per key holds through parallel bolts that are grouped by the key.",
                        "utils/JCQueue.java",
                        StreamPrograms::fifoThroughChain),
                Program.of(
                        "burst-in-one-call",
                        "One nextTuple and one execute may emit far more than a queue holds.",
                        "executor/ExecutorTransfer.java",
                        StreamPrograms::burst));
    }

    private static void severalStreams(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    int step = task.nextStep();
                                    if (step < 12) {
                                        String stream = List.of("even", "odd").get(step % 2);
                                        task.collector().emit(stream, new Values(step));
                                        if (step % 3 == 0) {
                                            task.collector().emit(new Values(step, "third"));
                                        }
                                    }
                                })
                        .declares("even", "n")
                        .declares("odd", "n")
                        .declares("default", "n", "why");
        builder.setSpout("source", spout);
        builder.setBolt("evens", ProbeBolt.recording()).shuffleGrouping("source", "even");
        builder.setBolt("odds", ProbeBolt.recording()).shuffleGrouping("source", "odd");
        builder.setBolt("thirds", ProbeBolt.recording()).shuffleGrouping("source");
        builder.setBolt("both", ProbeBolt.recording())
                .shuffleGrouping("source", "even")
                .shuffleGrouping("source", "odd");
        stage.submit(builder);
        stage.await("received", 28);
        stage.fact("edges", stage.edges());
    }

    private static void severalInputs(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("first", ProbeSpout.numbers(5));
        builder.setSpout("second", ProbeSpout.numbers(7), 2);
        ProbeBolt join =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note(
                                    "from " + tuple.getSourceComponent(),
                                    tuple.getSourceStreamId() + " " + tuple.getInteger(0));
                            task.note("received", true);
                        });
        builder.setBolt("join", join).shuffleGrouping("first").shuffleGrouping("second");
        stage.submit(builder);
        stage.await("received", 19);
        stage.fact("first", stage.probe().notes("from first"));
        stage.fact("second", stage.sorted("from second"));
    }

    private static void diamond(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(10));
        builder.setBolt("left", ProbeBolt.passing("n")).shuffleGrouping("source");
        builder.setBolt("right", ProbeBolt.passing("n")).shuffleGrouping("source");
        builder.setBolt("join", ProbeBolt.recording())
                .shuffleGrouping("left")
                .shuffleGrouping("right");
        stage.submit(builder);
        stage.await("received", 20);
        stage.await("acked", 10);
        stage.fact("edges", stage.edges());
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void cycle(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(3));
        ProbeBolt forth =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.note("visits " + tuple.getInteger(0) % 100, task.label());
                                    task.note("received", true);
                                    task.collector()
                                            .emit(tuple, new Values(tuple.getInteger(0) + 100));
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "n");
        ProbeBolt back =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.note("visits " + tuple.getInteger(0) % 100, task.label());
                                    task.note("received", true);
                                    if (tuple.getInteger(0) < 1000) {
                                        task.collector()
                                                .emit(tuple, new Values(tuple.getInteger(0) + 100));
                                    }
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "n");
        builder.setBolt("forth", forth).shuffleGrouping("source").shuffleGrouping("back");
        builder.setBolt("back", back).shuffleGrouping("forth");
        stage.submit(builder);
        stage.await("acked", 3);
        stage.fact("received", stage.probe().count("received"));
        stage.fact("visits", stage.probe().notesUnder("visits "));
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void selfLoop(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.rows(List.of(new Values(5), new Values(3)), "n"));
        ProbeBolt bolt =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.received(tuple);
                                    int n = tuple.getInteger(0);
                                    if (n > 0) {
                                        task.collector().emit(tuple, new Values(n - 1));
                                    }
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "n");
        builder.setBolt("loop", bolt, 2)
                .fieldsGrouping("source", new Fields("n"))
                .fieldsGrouping("loop", new Fields("n"));
        stage.submit(builder);
        stage.await("received", 10);
        stage.fact("received", stage.sorted("received"));
        stage.fact("counts", stage.edgeCounts());
    }

    private static void notReentered(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.rows(List.of(new Values(0)), "n"));
        ProbeBolt bolt =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    int n = tuple.getInteger(0);
                                    task.note("trace", "enter " + n);
                                    if (n < 4) {
                                        task.collector().emit(tuple, new Values(n + 1));
                                    }
                                    task.note("trace", "leave " + n);
                                })
                        .declares("default", "n");
        builder.setBolt("loop", bolt).shuffleGrouping("source").shuffleGrouping("loop");
        stage.submit(builder);
        stage.await("trace", 10);
        stage.fact("trace", stage.probe().notes("trace"));
    }

    private static void fifoAcrossStreams(Stage stage) throws Exception {
        int perTask = 500;
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    int step = task.nextStep();
                                    if (step < perTask) {
                                        String stream = "s" + step % 3;
                                        task.collector().emit(stream, new Values(step % 7, step));
                                    }
                                })
                        .declares("s0", "key", "n")
                        .declares("s1", "key", "n")
                        .declares("s2", "key", "n");
        builder.setSpout("source", spout, 3);
        ProbeBolt sink =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            String edge = tuple.getSourceTask() + "->" + task.taskId();
                            task.note("edge " + edge, tuple.getInteger(1));
                            task.note("received", true);
                        });
        builder.setBolt("sink", sink, 2)
                .fieldsGrouping("source", "s0", new Fields("key"))
                .fieldsGrouping("source", "s1", new Fields("key"))
                .fieldsGrouping("source", "s2", new Fields("key"));
        stage.submit(builder);
        stage.await("received", 3 * perTask);
        stage.fact("ascending", Sequences.allAscending(stage.edges()));
        stage.fact("counts", stage.edgeCounts());
    }

    private static void fifoThroughChain(Stage stage) throws Exception {
        List<Values> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            rows.add(new Values("k" + i % 5, i));
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.rows(rows, "key", "n"));
        builder.setBolt("one", ProbeBolt.passing("key", "n"), 3)
                .fieldsGrouping("source", new Fields("key"));
        builder.setBolt("two", ProbeBolt.passing("key", "n"), 2)
                .setNumTasks(4)
                .fieldsGrouping("one", new Fields("key"));
        ProbeBolt sink =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note("key " + tuple.getString(0), tuple.getInteger(1));
                            task.note("received", true);
                        });
        builder.setBolt("sink", sink, 2).fieldsGrouping("two", new Fields("key"));
        stage.submit(builder);
        stage.await("received", rows.size());
        stage.fact("perKey", stage.probe().notesUnder("key "));
    }

    private static void burst(Stage stage) throws Exception {
        int burst = 3000;
        int fan = 20;
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                        task -> {
                            if (task.nextStep() == 0) {
                                for (int i = 0; i < burst; i++) {
                                    task.collector().emit(new Values(i));
                                }
                                task.note("spoutReturned", true);
                            }
                        });
        builder.setSpout("source", spout);
        ProbeBolt many =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    for (int i = 0; i < fan; i++) {
                                        task.collector()
                                                .emit(
                                                        tuple,
                                                        new Values(tuple.getInteger(0) * fan + i));
                                    }
                                })
                        .declares("default", "n");
        builder.setBolt("many", many).shuffleGrouping("source");
        ProbeBolt sink =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            int expected = task.nextStep();
                            if (tuple.getInteger(0) != expected) {
                                task.note("outOfOrder", tuple.getInteger(0));
                            }
                            if (expected == burst * fan - 1) {
                                task.note("last", tuple.getInteger(0));
                            }
                        });
        builder.setBolt("sink", sink).shuffleGrouping("many");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 128);
        stage.submit(builder, conf);
        stage.await("last", 1);
        stage.fact("spoutReturned", stage.probe().count("spoutReturned"));
        stage.fact("outOfOrder", stage.probe().count("outOfOrder"));
        stage.fact("last", stage.probe().notes("last"));
    }
}
