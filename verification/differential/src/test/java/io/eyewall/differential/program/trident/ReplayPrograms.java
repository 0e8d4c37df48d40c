package io.eyewall.differential.program.trident;

import io.eyewall.differential.program.Errors;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.trident.Trident.Failing;
import io.eyewall.differential.program.trident.Trident.Noting;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.Filter;
import org.apache.storm.trident.operation.MapFunction;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.trident.spout.ITridentDataSource;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about batches that fail and are emitted again. */
final class ReplayPrograms {
    private ReplayPrograms() {}

    static List<Program> all() {
        return List.of(
                Trident.program(
                        "replay-timeout",
                        "A batch that takes too long comes again.",
                        "topology/MasterBatchCoordinator.java",
                        ReplayPrograms::timeout),
                Trident.program(
                        "replay-attempts",
                        "A batch that failed comes again with its metadata and the next attempt.",
                        "topology/MasterBatchCoordinator.java",
                        ReplayPrograms::attempts),
                Trident.program(
                        "replay-pipelined",
                        "A batch that failed takes those after it along; each is committed once,"
                                + " in order.",
                        "topology/MasterBatchCoordinator.java",
                        ReplayPrograms::pipelined),
                Trident.program(
                        "replay-partitioned",
                        "A partitioned spout emits the same batch again.",
                        "spout/PartitionedTridentSpoutExecutor.java",
                        ReplayPrograms::partitioned),
                Trident.program(
                        "replay-opaque",
                        "An opaque spout may emit another batch instead; nothing is lost.",
                        "spout/OpaquePartitionedTridentSpoutExecutor.java",
                        ReplayPrograms::opaque),
                Trident.program(
                        "replay-reported",
                        "A failure that is to be reported is an error of its component.",
                        "topology/TridentBoltExecutor.java",
                        ReplayPrograms::reported),
                Trident.program(
                        "replay-into-opaque-map",
                        "A batch that fails after its update counts once in an opaque map.",
                        "state/map/OpaqueMap.java",
                        stage -> intoMap(stage, SharedMap.Kind.OPAQUE)),
                Trident.program(
                        "replay-into-transactional-map",
                        "A batch that fails after its update counts once in a transactional map.",
                        "state/map/TransactionalMap.java",
                        stage -> intoMap(stage, SharedMap.Kind.TRANSACTIONAL)),
                Trident.program(
                        "replay-into-plain-map",
                        "A batch that fails after its update counts twice in a plain map.",
                        "state/map/NonTransactionalMap.java",
                        stage -> intoMap(stage, SharedMap.Kind.NON_TRANSACTIONAL)));
    }

    private static TridentTopology failing(
            Stage stage, ITridentDataSource source, Filter failing, String field) {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), source)
                .each(new Fields(field), failing)
                .each(new Fields(field), new Noting());
        return topology;
    }

    /** Sleeps at the first 3. */
    static final class Sleeping extends Noted implements Filter {
        private static final long serialVersionUID = 1;
        private static final int LONG_MS = 9_000;

        @Override
        public boolean isKeep(TridentTuple tuple) {
            if (tuple.getInteger(0) == 3 && probe().count("slept") == 0) {
                probe().note("slept", 3);
                try {
                    Thread.sleep(LONG_MS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return true;
        }
    }

    private static void timeout(Stage stage) throws Exception {
        Config conf = stage.conf();
        conf.setMessageTimeoutSecs(2);
        // On Storm every bolt has a thread; on Eyewall a bolt that blocks for the first time also
        // delays the spout that would check the timeout (see the program
        // blocking-bolt-by-surprise).
        conf.put("eyewall.executor.dedicated", true);
        Trident.submit(stage, failing(stage, new NumberBatches(3), new Sleeping(), "n"), conf);
        stage.await("coordinator success", 3);
        List<Object> emits = stage.probe().notes("emit");
        stage.fact("first", emits.subList(0, 2));
        // The number of timeouts until the bolt was awake again depends on timing.
        stage.fact("again", emits.get(2).toString().startsWith("2:"));
        stage.fact("success", stage.probe().notes("coordinator success"));
    }

    private static void attempts(Stage stage) throws Exception {
        Filter twice = new Failing(3, 2, false);
        Trident.submit(stage, failing(stage, new NumberBatches(4), twice, "n"));
        stage.await("coordinator success", 4);
        stage.fact("emit", stage.probe().notes("emit"));
        stage.fact("initialize", stage.probe().notes("initialize"));
        stage.fact("commit", stage.probe().notes("commit"));
        stage.fact("out", stage.probe().notes(Trident.OUT));
    }

    private static void pipelined(Stage stage) throws Exception {
        Config conf = stage.conf();
        conf.setMaxSpoutPending(4);
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), new NumberBatches(10))
                .shuffle()
                .each(new Fields("n"), Failing.once(3))
                .each(new Fields("n"), Failing.once(8))
                .each(new Fields("n"), Failing.once(14))
                .parallelismHint(2)
                .groupBy(new Fields("n"))
                .persistentAggregate(SharedMap.Kind.OPAQUE, new Count(), new Fields("count"))
                .parallelismHint(2);
        Trident.submit(stage, topology, conf);
        stage.await("coordinator success", 10);
        stage.fact("success", stage.probe().notes("coordinator success"));
        List<String> committed = new ArrayList<>();
        for (Object attempt : stage.probe().notes("commit")) {
            committed.add(attempt.toString().replaceAll(":.*", ""));
        }
        stage.fact("committed", committed);
        stage.fact("counts", SharedMap.contents(stage.probe()));
    }

    private static void partitioned(Stage stage) throws Exception {
        TridentTopology topology =
                failing(stage, new PartitionedLetters(5), Failing.once("b3"), "item");
        Trident.submit(stage, topology);
        stage.await(Trident.OUT, 16);
        stage.awaitQuiet(Trident.OUT, 300);
        // The tuples that precede the failure in its batch are processed twice.
        stage.fact("out", stage.sorted(Trident.OUT));
        stage.fact("again", stage.probe().notesUnder("again "));
    }

    private static void opaque(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), new OpaqueLetters(5))
                .each(new Fields("item"), Failing.once("a3"))
                .groupBy(new Fields("item"))
                .persistentAggregate(SharedMap.Kind.OPAQUE, new Count(), new Fields("count"));
        Trident.submit(stage, topology);
        stage.awaitTrue("ten items", () -> SharedMap.contents(stage.probe()).size() == 10);
        stage.fact("batches", stage.probe().notesUnder("batches of "));
        stage.fact("counts", SharedMap.contents(stage.probe()));
    }

    private static void reported(Stage stage) throws Exception {
        Filter failing = new Failing(3, 1, true);
        RunningTopology running =
                Trident.submit(stage, failing(stage, new NumberBatches(3), failing, "n"));
        stage.await("coordinator success", 3);
        stage.awaitTrue("an error", () -> !Errors.of(running.info()).isEmpty());
        stage.fact("errors", Errors.of(running.info()));
    }

    private static void intoMap(Stage stage, SharedMap.Kind kind) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), new NumberBatches(4))
                .map(new Halving(), new Fields("half"))
                .groupBy(new Fields("half"))
                .persistentAggregate(kind, new Count(), new Fields("count"))
                .newValuesStream()
                .each(new Fields("half"), Failing.once(1))
                .each(new Fields("half", "count"), new Noting());
        Trident.submit(stage, topology);
        stage.await("coordinator success", 4);
        stage.fact("emit", stage.probe().notes("emit"));
        stage.fact("counts", SharedMap.contents(stage.probe()));
        stage.fact("out", stage.sorted(Trident.OUT));
    }

    /** Halves numbers, so that two numbers of neighbouring batches become equal. */
    static final class Halving implements MapFunction {
        private static final long serialVersionUID = 1;

        @Override
        public Values execute(TridentTuple input) {
            return new Values(input.getInteger(0) / 2);
        }
    }
}
