package io.eyewall.differential.program.trident;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.trident.Trident.Noting;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.tuple.Fields;

/** Programs about the sources of batches, and the times at which batches begin. */
final class SpoutPrograms {
    private SpoutPrograms() {}

    static List<Program> all() {
        return List.of(
                Trident.program(
                        "spout-calls",
                        "What a transactional spout is asked, batch by batch, until it is not"
                                + " ready.",
                        "spout/ITridentSpout.java",
                        SpoutPrograms::calls),
                Trident.program(
                        "spout-pipelined",
                        "With several batches under way, commits keep the order.",
                        "topology/MasterBatchCoordinator.java",
                        SpoutPrograms::pipelined),
                Trident.program(
                                "spout-out-of-order",
                                "The second batch is not ready when the third is.",
                                "topology/MasterBatchCoordinator.java",
                                SpoutPrograms::outOfOrder)
                        .differs(
                                "inOrder",
                                "A batch of Trident begins only after the one before it. Storm asks"
                                        + " for each anew whether it may begin, so that a later one"
                                        + " may be emitted first; partitioned spouts then read the"
                                        + " same for both, and count it twice."),
                Trident.program(
                        "spout-partitioned",
                        "The tasks of a partitioned spout share its partitions.",
                        "spout/PartitionedTridentSpoutExecutor.java",
                        SpoutPrograms::partitioned),
                Trident.program(
                        "spout-opaque-partitioned",
                        "An opaque partitioned spout.",
                        "spout/OpaquePartitionedTridentSpoutExecutor.java",
                        SpoutPrograms::opaque),
                Trident.program(
                        "spout-plain",
                        "A plain spout is read in batches, and acked when they are done.",
                        "spout/RichSpoutBatchExecutor.java",
                        SpoutPrograms::plain),
                Trident.program(
                        "spout-interval",
                        "Batches are no closer than topology.trident.batch.emit.interval.millis.",
                        "topology/MasterBatchCoordinator.java",
                        SpoutPrograms::interval),
                Trident.program(
                        "spout-deactivated",
                        "A topology that is deactivated begins no batch, and goes on when"
                                + " activated.",
                        "topology/MasterBatchCoordinator.java",
                        SpoutPrograms::deactivated),
                Trident.program(
                        "spout-resumes",
                        "A topology that is submitted again under the same transaction id goes on"
                                + " with the next batch.",
                        "topology/state/TransactionalState.java",
                        SpoutPrograms::resumes));
    }

    private static void calls(Stage stage) throws Exception {
        RunningTopology running = Trident.submit(stage, own(stage, 3));
        stage.await("coordinator success", 3);
        stage.await("emitter success", 3);
        running.killAndAwaitGone(0);
        stage.await("close", 2);
        for (String series :
                List.of("initialize", "emit", "commit", "coordinator success", "emitter success")) {
            stage.fact(series, stage.probe().notes(series));
        }
        stage.fact("close", stage.sorted("close"));
        stage.fact("out", stage.probe().notes(Trident.OUT));
    }

    private static void pipelined(Stage stage) throws Exception {
        Config conf = stage.conf();
        conf.setMaxSpoutPending(3);
        conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, 5);
        Trident.submit(stage, own(stage, 12), conf);
        stage.await("commit", 12);
        stage.fact("commits", stage.probe().notes("commit"));
        stage.fact("initialized", stage.probe().notes("initialize"));
        stage.fact("out", stage.sorted(Trident.OUT));
    }

    private static void outOfOrder(Stage stage) throws Exception {
        Config conf = stage.conf();
        conf.setMaxSpoutPending(3);
        conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, 5);
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), new NumberBatches(6, 2))
                .each(new Fields("n"), new Noting());
        Trident.submit(stage, topology, conf);
        stage.await("commit", 6);
        List<Object> emitted = new ArrayList<>(stage.probe().notes("emit"));
        List<Object> sorted = new ArrayList<>(emitted);
        sorted.sort(Comparator.comparing(Object::toString));
        stage.fact("inOrder", emitted.equals(sorted));
        stage.fact("commits", stage.probe().notes("commit"));
    }

    /**
     * Returns a topology with a transaction id of its own, because the state of an id belongs to
     * the whole cluster, which programs share.
     */
    private static TridentTopology own(Stage stage, int batches) {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), new NumberBatches(batches))
                .each(new Fields("n"), new Noting());
        return topology;
    }

    private static void partitioned(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), new PartitionedLetters(5))
                .parallelismHint(2)
                .each(new Fields("item"), new Noting());
        Trident.submit(stage, topology);
        stage.await(Trident.OUT, 15);
        stage.fact("out", stage.sorted(Trident.OUT));
        Set<Object> responsible = new TreeSet<>(stage.probe().notes("responsible"));
        stage.fact("responsible", responsible);
    }

    private static void opaque(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), new OpaqueLetters(5))
                .parallelismHint(2)
                .each(new Fields("item"), new Noting());
        Trident.submit(stage, topology);
        stage.await(Trident.OUT, 10);
        stage.fact("out", stage.sorted(Trident.OUT));
        stage.fact("batches", stage.probe().notesUnder("batches of "));
    }

    private static void plain(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), ProbeSpout.numbersWithIds(10))
                .each(new Fields("value"), new Noting());
        Config conf = stage.conf();
        conf.put("topology.spout.max.batch.size", 4);
        Trident.submit(stage, topology, conf);
        stage.await("acked", 10);
        stage.fact("out", stage.probe().notes(Trident.OUT));
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void interval(Stage stage) throws Exception {
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, 300);
        Trident.submit(stage, own(stage, 100), conf);
        stage.await("emit", 1);
        long startNs = System.nanoTime();
        int before = stage.probe().count("emit");
        stage.await("emit", before + 4);
        long tookMs = (System.nanoTime() - startNs) / 1_000_000;
        // Three intervals separate the four batches; the time before the clock started is missing.
        stage.fact("notTooSoon", tookMs > 500);
    }

    private static void deactivated(Stage stage) throws Exception {
        RunningTopology running = Trident.submit(stage, own(stage, 10_000));
        stage.await("emit", 2);
        running.deactivate();
        int atRest = stage.awaitQuiet("emit", 2_000);
        running.activate();
        stage.await("emit", atRest + 2);
        stage.fact("goesOn", true);
        List<Object> initialized = stage.probe().notes("initialize");
        stage.fact("first", initialized.subList(0, 2));
    }

    private static void resumes(Stage stage) throws Exception {
        RunningTopology first = Trident.submit(stage, own(stage, 3));
        stage.await("coordinator success", 3);
        first.killAndAwaitGone(0);
        Trident.submit(stage, own(stage, 5));
        stage.await("coordinator success", 5);
        stage.fact("initialize", stage.probe().notes("initialize"));
        stage.fact("emit", stage.probe().notes("emit"));
        stage.fact("out", stage.probe().notes(Trident.OUT));
    }
}
