package io.eyewall.differential.program.trident;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.trident.Trident.Noting;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.IMetricsContext;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.MapFunction;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.trident.operation.builtin.Sum;
import org.apache.storm.trident.state.State;
import org.apache.storm.trident.state.StateFactory;
import org.apache.storm.trident.state.StateSpec;
import org.apache.storm.trident.state.StateUpdater;
import org.apache.storm.trident.testing.LRUMemoryMapState;
import org.apache.storm.trident.testing.MemoryMapState;
import org.apache.storm.trident.testing.Split;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about states that streams update. */
final class StatePrograms {
    private StatePrograms() {}

    static List<Program> all() {
        return List.of(
                Trident.program(
                        "state-calls",
                        "A state is begun, updated with a whole batch, and committed.",
                        "planner/processor/PartitionPersistProcessor.java",
                        StatePrograms::calls),
                Trident.program(
                        "state-partitions",
                        "A state has a part in each partition, as many as its spec requires.",
                        "state/StateSpec.java",
                        StatePrograms::partitions),
                Trident.program(
                        "state-aggregate",
                        "The aggregate over all batches so far, after each.",
                        "Stream.java",
                        StatePrograms::aggregate),
                Trident.program(
                        "state-aggregate-reducer",
                        "A reducer aggregates over all batches, group by group.",
                        "state/map/MapReducerAggStateUpdater.java",
                        StatePrograms::reducer),
                Trident.program(
                        "state-lru",
                        "A state that keeps the most recent keys only.",
                        "testing/LRUMemoryMapState.java",
                        StatePrograms::lru),
                Trident.program(
                        "state-coordinated",
                        "Several partitions, several repartitions: every tuple counts once.",
                        "topology/TridentBoltExecutor.java",
                        StatePrograms::coordinated));
    }

    /** Notes the calls of a state. */
    static final class NotingState implements State {
        private final Probe probe;
        private final int partition;

        NotingState(Probe probe, int partition) {
            this.probe = probe;
            this.partition = partition;
        }

        @Override
        public void beginCommit(Long txid) {
            note("begin " + txid);
        }

        @Override
        public void commit(Long txid) {
            note("commit " + txid);
        }

        void note(String what) {
            probe.note("state " + partition, what);
        }
    }

    /** Creates noting states. */
    static final class NotingFactory implements StateFactory {
        private static final long serialVersionUID = 1;

        @Override
        public State makeState(
                Map<String, Object> conf, IMetricsContext metrics, int index, int partitions) {
            Probe probe = Probe.of(conf);
            probe.note("made", index + " of " + partitions);
            return new NotingState(probe, index);
        }
    }

    /** Notes the tuples of an update, and emits their sum. */
    static final class NotingUpdater extends Noted implements StateUpdater<NotingState> {
        private static final long serialVersionUID = 1;

        @Override
        public void updateState(
                NotingState state, List<TridentTuple> tuples, TridentCollector collector) {
            int sum = 0;
            for (TridentTuple tuple : tuples) {
                sum += tuple.getInteger(0);
            }
            state.note("update " + tuples.stream().map(tuple -> tuple.getInteger(0)).toList());
            collector.emit(new Values(sum));
        }
    }

    private static void calls(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), new NumberBatches(3))
                .partitionPersist(
                        new NotingFactory(),
                        new Fields("n"),
                        new NotingUpdater(),
                        new Fields("sum"))
                .newValuesStream()
                .each(new Fields("sum"), new Noting());
        Trident.submit(stage, topology);
        stage.await("coordinator success", 3);
        stage.fact("made", stage.probe().notes("made"));
        stage.fact("state", stage.probe().notesUnder("state "));
        stage.fact("out", stage.probe().notes(Trident.OUT));
    }

    private static void partitions(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        StateSpec spec = new StateSpec(new NotingFactory());
        spec.requiredNumPartitions = 3;
        topology.newStream(stage.name(), new NumberBatches(3))
                .partitionBy(new Fields("n"))
                .partitionPersist(spec, new Fields("n"), new NotingUpdater(), new Fields("sum"))
                .newValuesStream()
                .each(new Fields("sum"), new Noting());
        Trident.submit(stage, topology);
        stage.await("coordinator success", 3);
        stage.fact("made", stage.sorted("made"));
        stage.fact("state", stage.probe().notesUnder("state "));
        stage.fact("out", stage.sorted(Trident.OUT));
    }

    private static void aggregate(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), new NumberBatches(4))
                .shuffle()
                .persistentAggregate(
                        new MemoryMapState.Factory(), new Fields("n"), new Sum(), new Fields("sum"))
                .parallelismHint(2)
                .newValuesStream()
                .each(new Fields("sum"), new Noting());
        Trident.submit(stage, topology);
        stage.await("coordinator success", 4);
        stage.fact("out", stage.probe().notes(Trident.OUT));
    }

    private static void reducer(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), new NumberBatches(4))
                .map(new Parity(), new Fields("parity", "n"))
                .groupBy(new Fields("parity"))
                .persistentAggregate(
                        new MemoryMapState.Factory(),
                        new Fields("n"),
                        new AggregationPrograms.Listing(),
                        new Fields("list"))
                .newValuesStream()
                .each(new Fields("parity", "list"), new Noting());
        Trident.submit(stage, topology);
        stage.await("coordinator success", 4);
        stage.fact("out", stage.sorted(Trident.OUT));
    }

    /** Replaces a number by its parity. */
    static final class Parity implements MapFunction {
        private static final long serialVersionUID = 1;

        @Override
        public Values execute(TridentTuple input) {
            int n = input.getInteger(0);
            return new Values(n % 2 == 1 ? "odd" : "even", n);
        }
    }

    private static void lru(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), Trident.sentences("a", "b", "c", "a", "c", "b"))
                .groupBy(new Fields("sentence"))
                .persistentAggregate(
                        new LRUMemoryMapState.Factory(2), new Count(), new Fields("count"))
                .newValuesStream()
                .each(new Fields("sentence", "count"), new Noting());
        Trident.observe(stage, topology, 6);
    }

    private static void coordinated(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), new PartitionedLetters(40))
                .parallelismHint(2)
                .shuffle()
                .map(tuple -> new Values(tuple.getString(0).substring(0, 1) + " x"))
                .parallelismHint(3)
                .shuffle()
                .each(new Fields("item"), new Split(), new Fields("word"))
                .parallelismHint(2)
                .groupBy(new Fields("word"))
                .persistentAggregate(new MemoryMapState.Factory(), new Count(), new Fields("count"))
                .parallelismHint(3)
                .newValuesStream()
                .each(new Fields("word", "count"), new Noting());
        Trident.submit(stage, topology);
        stage.awaitTrue(
                "120 counted", () -> stage.probe().notes(Trident.OUT).contains(List.of("x", 120L)));
        stage.fact("out", stage.sorted(Trident.OUT));
    }
}
