package io.eyewall.differential.program.trident;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.storm.Config;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.trident.Stream;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.Filter;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;

/** Programs about the distribution of a stream over the partitions of the next operation. */
final class PartitionPrograms {
    private static final int COUNT = 12;
    private static final int BATCH = 6;
    private static final int PARTITIONS = 3;

    private static final String RUNS =
            "On a busy core, shuffle gives one task a run of up to 64 tuples before the next task"
                    + " gets any, and stays on that core while others do the same: shares are equal"
                    + " over time, not within a batch.";

    private PartitionPrograms() {}

    static List<Program> all() {
        return List.of(
                Trident.program(
                        "partition-by",
                        "A value has its partition.",
                        "partition/IndexHashGrouping.java",
                        stage -> partitions(stage, s -> s.partitionBy(new Fields("n")), COUNT)),
                Trident.program(
                                "shuffle",
                                "A batch is spread evenly.",
                                "Stream.java",
                                stage -> sizes(stage, Stream::shuffle, COUNT))
                        .mayDiffer("sizes", RUNS),
                Trident.program(
                        "broadcast",
                        "Every partition gets everything.",
                        "Stream.java",
                        stage -> partitions(stage, Stream::broadcast, COUNT * PARTITIONS)),
                Trident.program(
                        "global",
                        "One partition gets everything.",
                        "partition/GlobalGrouping.java",
                        stage -> partitions(stage, Stream::global, COUNT)),
                Trident.program(
                        "batch-global",
                        "One partition gets all of a batch, another one of the next.",
                        "partition/IndexHashGrouping.java",
                        stage -> partitions(stage, Stream::batchGlobal, COUNT)),
                Trident.program(
                        "identity-partition",
                        "Partitions stay as they are.",
                        "partition/IdentityGrouping.java",
                        stage ->
                                partitions(
                                        stage,
                                        s ->
                                                s.partitionBy(new Fields("n"))
                                                        .each(new Fields("n"), new Passing())
                                                        .parallelismHint(PARTITIONS)
                                                        .identityPartition(),
                                        COUNT)),
                Trident.program(
                        "custom-partition",
                        "A grouping of one's own.",
                        "Stream.java",
                        stage -> partitions(stage, s -> s.partition(new ByParity()), 18)));
    }

    /** Notes the numbers under their partition. */
    static final class PartitionNoting extends Noted implements Filter {
        private static final long serialVersionUID = 1;

        private transient int partition;

        @Override
        void prepared(int index, int partitions) {
            partition = index;
        }

        @Override
        public boolean isKeep(TridentTuple tuple) {
            probe().note("partition " + partition, tuple.getValue(0));
            probe().note(Trident.OUT, tuple.getValue(0));
            return true;
        }
    }

    /** Lets all tuples pass. */
    static final class Passing extends Noted implements Filter {
        private static final long serialVersionUID = 1;

        @Override
        public boolean isKeep(TridentTuple tuple) {
            return true;
        }
    }

    /** Sends odd numbers to the second task, and even ones to the first and the third. */
    static final class ByParity implements CustomStreamGrouping {
        private static final long serialVersionUID = 1;

        private transient List<Integer> tasks;

        @Override
        public void prepare(
                WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
            tasks = targetTasks;
        }

        @Override
        public List<Integer> chooseTasks(int taskId, List<Object> values) {
            // The batch's id comes before the stream's own values.
            boolean odd = ((Integer) values.get(1)) % 2 == 1;
            return odd ? List.of(tasks.get(1)) : List.of(tasks.get(0), tasks.get(2));
        }
    }

    private static Map<String, List<Object>> run(
            Stage stage, UnaryOperator<Stream> partitioning, int wanted) throws Exception {
        TridentTopology topology = new TridentTopology();
        partitioning
                .apply(topology.newStream(stage.name(), Trident.numbers(BATCH, COUNT)))
                .each(new Fields("n"), new PartitionNoting())
                .parallelismHint(PARTITIONS);
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_DISABLE_LOADAWARE_MESSAGING, true);
        Trident.submit(stage, topology, conf);
        stage.await(Trident.OUT, wanted);
        return stage.probe().notesUnder("partition ");
    }

    private static void partitions(Stage stage, UnaryOperator<Stream> partitioning, int wanted)
            throws Exception {
        Map<String, List<Object>> notes = run(stage, partitioning, wanted);
        notes.values().forEach(list -> list.sort(null));
        stage.fact("partitions", notes);
    }

    private static void sizes(Stage stage, UnaryOperator<Stream> partitioning, int wanted)
            throws Exception {
        Map<String, Integer> sizes = new TreeMap<>();
        run(stage, partitioning, wanted).forEach((partition, l) -> sizes.put(partition, l.size()));
        stage.fact("sizes", sizes);
        stage.fact("out", stage.sorted(Trident.OUT));
    }
}
