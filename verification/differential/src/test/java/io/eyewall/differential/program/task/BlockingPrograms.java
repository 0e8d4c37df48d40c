package io.eyewall.differential.program.task;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.Sequences;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;

/**
 * Programs about user code that blocks; in Storm every executor has a thread of its own to block.
 */
public final class BlockingPrograms {
    private static final String DEDICATED = "eyewall.executor.dedicated";

    private static final String HELD_CALLERS =
            "A bolt is called on the stack of whoever emits to it, so that one which blocks holds"
                    + " up its callers until it returns; later it is reached by its mailbox only."
                    + " If it must not, give it a thread of its own: `"
                    + DEDICATED
                    + ": true` in its configuration.";

    private BlockingPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "blocking-bolt",
                        "While a bolt with a thread of its own blocks, the others go on.",
                        "executor/Executor.java",
                        stage -> blockingBolt(stage, true)),
                Program.of(
                                "blocking-bolt-by-surprise",
                                "While a bolt blocks that never did before, its siblings go on.",
                                "executor/Executor.java",
                                stage -> blockingBolt(stage, false))
                        .mayDiffer("receivedMeanwhile", HELD_CALLERS),
                Program.of(
                        "blocking-spout",
                        "While a spout blocks in nextTuple, other spouts go on.",
                        "executor/Executor.java",
                        BlockingPrograms::blockingSpout),
                Program.of(
                                "blocking-prepare",
                                "While a bolt blocks in prepare, the rest of the topology goes on.",
                                "executor/Executor.java",
                                BlockingPrograms::blockingPrepare)
                        .differs(
                                "meanwhile",
                                "Spouts wait until every task has been opened or prepared, so that no"
                                        + " tuple waits for a bolt that is not there yet; whoever"
                                        + " blocks in prepare is named in the log."),
                Program.of(
                        "waiting-for-each-other",
                        "Bolts with threads of their own may block for each other.",
                        "executor/Executor.java",
                        stage -> waitingForEachOther(stage, true)),
                Program.of(
                                "waiting-for-each-other-by-surprise",
                                "Any bolts may block for each other.",
                                "executor/Executor.java",
                                stage -> waitingForEachOther(stage, false))
                        .mayDiffer("cameTogether", HELD_CALLERS),
                Program.of(
                        "acks-while-receivers-are-full",
                        "A spout hears of acks while its receiver is full and waits for one.",
                        "executor/spout/SpoutExecutor.java",
                        BlockingPrograms::acksWhileFull),
                Program.of(
                        "thread-local-of-prepare",
                        "A bolt finds what its prepare has put into a thread-local variable.",
                        "executor/Executor.java",
                        stage -> threadLocal(stage, 0)),
                Program.of(
                                "thread-local-of-a-later-tuple",
                                "A bolt finds what a later call has put into a thread-local variable.",
                                "executor/Executor.java",
                                stage -> threadLocal(stage, 2_000))
                        .mayDiffer(
                                "missed",
                                "An executor gets a thread for life if its component's own code"
                                        + " stores anything in its thread, or if its open, prepare or"
                                        + " first calls leave a value in a thread-local variable. What"
                                        + " a library stores at a later call, what replaces or changes"
                                        + " a computed value, and what a native library keeps is not"
                                        + " found: if the thread changes after that, the executor"
                                        + " misses it, and others may see it; a library's buffer that"
                                        + " is in use over an emit may be changed by receivers."
                                        + " Give the component `"
                                        + DEDICATED
                                        + ": true`."),
                Program.of(
                        "slow-bolt-loses-nothing",
                        "A slow bolt behind a small queue slows the spout and loses nothing.",
                        "utils/JCQueue.java",
                        BlockingPrograms::slowBolt));
    }

    private static CountDownLatch latch(Stage stage) {
        CountDownLatch latch = new CountDownLatch(1);
        stage.probe().share("latch", latch);
        return latch;
    }

    private static void blockingBolt(Stage stage, boolean dedicated) throws Exception {
        CountDownLatch latch = latch(stage);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(50));
        ProbeBolt blocking =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            ((CountDownLatch) task.probe().shared("latch")).await();
                            task.note("unblocked", tuple.getInteger(0));
                            task.collector().ack(tuple);
                        });
        builder.setBolt("blocking", blocking)
                .addConfiguration(DEDICATED, dedicated)
                .shuffleGrouping("source");
        builder.setBolt("free", ProbeBolt.recording().onPrepare(task -> task.note("ready", true)))
                .shuffleGrouping("source");
        stage.submit(builder);
        stage.await("ready", 1);
        stage.probe().await("received", 50, 5_000);
        stage.fact("receivedMeanwhile", stage.probe().count("received"));
        stage.fact("unblockedMeanwhile", stage.probe().count("unblocked"));
        stage.fact("ackedMeanwhile", stage.probe().count("acked"));
        latch.countDown();
        stage.await("acked", 50);
        stage.fact("edges", stage.edges());
        stage.fact("unblocked", stage.probe().notes("unblocked"));
    }

    private static void blockingSpout(Stage stage) throws Exception {
        CountDownLatch latch = latch(stage);
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout blocking =
                ProbeSpout.doing(
                        task -> {
                            if (task.nextStep() == 0) {
                                ((CountDownLatch) task.probe().shared("latch")).await();
                                task.collector().emit(new Values("late"));
                            }
                        });
        builder.setSpout("blocking", blocking);
        builder.setSpout("free", ProbeSpout.numbers(20));
        builder.setBolt("sink", ProbeBolt.recording())
                .shuffleGrouping("blocking")
                .shuffleGrouping("free");
        stage.submit(builder);
        stage.await("received", 20);
        latch.countDown();
        stage.await("received", 21);
        stage.fact("edges", stage.edges());
    }

    private static final ThreadLocal<Object> STORED = new ThreadLocal<>();

    /** Stores a value by code in which the application's bytecode shows nothing. */
    private static void storeAsALibraryDoes() throws ReflectiveOperationException {
        ThreadLocal.class.getMethod("set", Object.class).invoke(STORED, "stored");
    }

    /**
     * Runs a bolt that stores a thread-local value.
     *
     * @param at the tuple at which the bolt stores the value; 0 for prepare
     */
    private static void threadLocal(Stage stage, int at) throws Exception {
        int count = 2_200;
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(count));
        ProbeBolt storing =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    int number = tuple.getInteger(0);
                                    if (at > 0 && number == at) {
                                        storeAsALibraryDoes();
                                    }
                                    if (number >= at && STORED.get() == null) {
                                        task.note("missed", number);
                                    }
                                    if (number > at && number % 50 == 0) {
                                        MILLISECONDS.sleep(40); // another thread takes the core
                                    }
                                    task.collector().ack(tuple);
                                })
                        .onPrepare(
                                task -> {
                                    if (at == 0) {
                                        storeAsALibraryDoes();
                                    }
                                });
        builder.setBolt("storing", storing).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("acked", count);
        stage.fact("missed", stage.probe().count("missed") > 0);
    }

    /** Observes only events after all tasks are open, which takes seconds on a loaded machine. */
    private static void blockingPrepare(Stage stage) throws Exception {
        CountDownLatch latch = latch(stage);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "source", ProbeSpout.numbers(20).onOpen(task -> task.note("reached", "open")));
        ProbeBolt blocking =
                ProbeBolt.recording()
                        .onPrepare(
                                task -> {
                                    task.note("reached", "prepare that blocks");
                                    ((CountDownLatch) task.probe().shared("latch")).await();
                                });
        builder.setBolt("blocking", blocking).shuffleGrouping("source");
        builder.setBolt(
                        "free",
                        ProbeBolt.recording().onPrepare(task -> task.note("reached", "prepare")))
                .shuffleGrouping("source");
        stage.submit(builder);
        stage.await("reached", 3);
        stage.fact("meanwhile", stage.probe().await("received", 20, 5_000));
        latch.countDown();
        stage.await("received", 40);
        stage.fact("edges", stage.edges());
    }

    /** Runs ten tasks, each of which waits in execute until all ten are in execute. */
    private static void waitingForEachOther(Stage stage, boolean dedicated) throws Exception {
        int bolts = 10;
        CountDownLatch all = new CountDownLatch(bolts);
        stage.probe().share("latch", all);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(1));
        ProbeBolt waiting =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.note("waiting", true);
                                    Object latch = task.probe().shared("latch");
                                    ((CountDownLatch) latch).countDown();
                                    ((CountDownLatch) latch).await();
                                    task.received(tuple);
                                    task.collector().ack(tuple);
                                })
                        .onPrepare(task -> task.note("ready", true));
        builder.setBolt("waiting", waiting, bolts)
                .addConfiguration(DEDICATED, dedicated)
                .allGrouping("source");
        stage.submit(builder);
        stage.await("ready", bolts);
        stage.fact("cameTogether", stage.probe().await("waiting", bolts, 5_000));
        while (all.getCount() > 0) {
            all.countDown();
        }
        stage.await("acked", 1);
        stage.fact("edges", stage.edges());
    }

    /**
     * Runs a bolt that acks the first tuple, and waits in the second until the spout has received
     * that ack.
     */
    private static void acksWhileFull(Stage stage) throws Exception {
        int count = 20_000; // more than the mailbox of a dedicated executor holds
        CountDownLatch latch = latch(stage);
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout source =
                ProbeSpout.numbersWithIds(count)
                        .onAck(
                                (task, id) -> {
                                    task.note("acked", id);
                                    ((CountDownLatch) task.probe().shared("latch")).countDown();
                                });
        builder.setSpout("source", source);
        ProbeBolt waiting =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            if (tuple.getInteger(0) == 1) {
                                Object acked = task.probe().shared("latch");
                                boolean came = ((CountDownLatch) acked).await(20, SECONDS);
                                task.note("acked meanwhile", came);
                            }
                            task.received(tuple);
                            task.collector().ack(tuple);
                        });
        builder.setBolt("waiting", waiting)
                .addConfiguration(DEDICATED, true)
                .shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 16);
        stage.submit(builder, conf);
        stage.await("acked", count);
        stage.fact("meanwhile", stage.probe().notes("acked meanwhile"));
        stage.fact("counts", stage.edgeCounts());
        stage.fact("latch", latch.getCount());
    }

    private static void slowBolt(Stage stage) throws Exception {
        int count = 1000;
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(count));
        ProbeBolt slow =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            Thread.sleep(1);
                            task.received(tuple);
                            task.collector().ack(tuple);
                        });
        builder.setBolt("slow", slow).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 16);
        stage.submit(builder, conf);
        stage.await("acked", count);
        stage.fact("counts", stage.edgeCounts());
        stage.fact("ascending", Sequences.allAscending(stage.edges()));
        stage.fact("failed", stage.probe().notes("failed"));
    }
}
