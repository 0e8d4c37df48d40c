package io.eyewall.differential.program.trident;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.trident.Trident.Noting;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.Stage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.storm.ILocalDRPC;
import org.apache.storm.task.IMetricsContext;
import org.apache.storm.trident.TridentState;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.BaseMultiReducer;
import org.apache.storm.trident.operation.OperationAwareFlatMapFunction;
import org.apache.storm.trident.operation.OperationAwareMapFunction;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.operation.TridentOperationContext;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.trident.operation.builtin.Debug;
import org.apache.storm.trident.operation.builtin.SnapshotGet;
import org.apache.storm.trident.operation.builtin.Sum;
import org.apache.storm.trident.state.BaseStateUpdater;
import org.apache.storm.trident.state.JSONNonTransactionalSerializer;
import org.apache.storm.trident.state.JSONOpaqueSerializer;
import org.apache.storm.trident.state.JSONTransactionalSerializer;
import org.apache.storm.trident.state.OpaqueValue;
import org.apache.storm.trident.state.Serializer;
import org.apache.storm.trident.state.State;
import org.apache.storm.trident.state.StateFactory;
import org.apache.storm.trident.state.StateType;
import org.apache.storm.trident.state.TransactionalValue;
import org.apache.storm.trident.state.map.CachedMap;
import org.apache.storm.trident.state.map.MicroBatchIBackingMap;
import org.apache.storm.trident.state.map.NonTransactionalMap;
import org.apache.storm.trident.testing.CountAsAggregator;
import org.apache.storm.trident.testing.FeederBatchSpout;
import org.apache.storm.trident.testing.FeederCommitterBatchSpout;
import org.apache.storm.trident.testing.IFeeder;
import org.apache.storm.trident.testing.MemoryBackingMap;
import org.apache.storm.trident.testing.MemoryMapState;
import org.apache.storm.trident.testing.StringLength;
import org.apache.storm.trident.testing.TrueFilter;
import org.apache.storm.trident.testing.TuplifyArgs;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about Trident's predefined functions, states, serializers and spouts. */
final class HelperPrograms {
    private HelperPrograms() {}

    static List<Program> all() {
        return List.of(
                Trident.program(
                        "feeders",
                        "Spouts whose batches come from the program that drives them.",
                        "testing/FeederBatchSpout.java",
                        HelperPrograms::feeders),
                Trident.program(
                        "ready-made-functions",
                        "Functions and aggregators that Trident brings for tests and logs.",
                        "testing/CountAsAggregator.java",
                        HelperPrograms::functions),
                Trident.program(
                        "operation-aware-functions",
                        "Functions of map and flatMap that are prepared like operations.",
                        "operation/OperationAwareMapFunction.java",
                        HelperPrograms::aware),
                Trident.program(
                        "multi-reducer",
                        "A function over the batches of two streams.",
                        "operation/BaseMultiReducer.java",
                        HelperPrograms::multiReducer),
                Trident.program(
                        "backing-maps",
                        "A state over maps that cache and that split batches.",
                        "state/map/MicroBatchIBackingMap.java",
                        HelperPrograms::backingMaps),
                Trident.program(
                        "json-serializers",
                        "What states write of plain, transactional and opaque values.",
                        "state/JSONOpaqueSerializer.java",
                        HelperPrograms::serializers),
                Trident.program(
                        "snapshot-get",
                        "A query for the one value of a state.",
                        "operation/builtin/SnapshotGet.java",
                        HelperPrograms::snapshot));
    }

    private static void feeders(Stage stage) throws Exception {
        FeederBatchSpout plain = new FeederBatchSpout(List.of("n"));
        FeederCommitterBatchSpout committing = new FeederCommitterBatchSpout(List.of("n"));
        plain.setWaitToEmit(true);
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name() + "-1", plain).each(new Fields("n"), new Noting("plain"));
        topology.newStream(stage.name() + "-2", committing)
                .each(new Fields("n"), new Noting("committing"));
        Trident.submit(stage, topology);
        for (IFeeder feeder : List.of(plain, committing)) {
            feeder.feed(List.of(new Values(1), new Values(2)));
            feeder.feed(List.of(new Values(3)));
        }
        stage.await("plain", 3);
        stage.await("committing", 3);
        stage.fact("plain", stage.probe().notes("plain"));
        stage.fact("committing", stage.probe().notes("committing"));
    }

    private static void functions(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), Trident.sentences("a bb", "ccc"))
                .each(new Fields("sentence"), new TrueFilter())
                .each(new Fields("sentence"), new Debug())
                .each(new Fields("sentence"), new StringLength(), new Fields("length"))
                .each(new Fields("length"), new Noting("lengths"))
                .aggregate(new Fields("length"), new CountAsAggregator(), new Fields("count"))
                .each(new Fields("count"), new Noting("counts"));
        topology.newStream(stage.name() + "-2", Trident.sentences("[[1, \"x\"], [2, \"y\"]]"))
                .each(new Fields("sentence"), new TuplifyArgs(), new Fields("n", "text"))
                .each(new Fields("n", "text"), new Noting("args"));
        Trident.submit(stage, topology);
        stage.await("lengths", 2);
        stage.await("counts", 2);
        stage.await("args", 2);
        stage.fact("lengths", stage.probe().notes("lengths"));
        stage.fact("counts", stage.probe().notes("counts").subList(0, 2));
        stage.fact("args", stage.probe().notes("args"));
    }

    /** Adds a number that it computes when it is prepared. */
    static final class Adding implements OperationAwareMapFunction {
        private static final long serialVersionUID = 1;

        private int more;

        @Override
        public void prepare(Map<String, Object> conf, TridentOperationContext context) {
            more = 10 * context.numPartitions();
        }

        @Override
        public void cleanup() {}

        @Override
        public Values execute(TridentTuple input) {
            return new Values(input.getInteger(0) + more);
        }
    }

    /** Emits its input and a number that it computes when it is prepared. */
    static final class Twice implements OperationAwareFlatMapFunction {
        private static final long serialVersionUID = 1;

        private int more;

        @Override
        public void prepare(Map<String, Object> conf, TridentOperationContext context) {
            more = 100 * context.numPartitions();
        }

        @Override
        public void cleanup() {}

        @Override
        public Iterable<Values> execute(TridentTuple input) {
            return List.of(new Values(input.getInteger(0)), new Values(more));
        }
    }

    private static void aware(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), Trident.numbers(2, 2))
                .map(new Adding())
                .flatMap(new Twice())
                .each(new Fields("n"), new Noting());
        Trident.observe(stage, topology, 4);
    }

    /** Counts the tuples of each stream. */
    static final class Counting extends BaseMultiReducer<int[]> {
        private static final long serialVersionUID = 1;

        @Override
        public int[] init(TridentCollector collector) {
            return new int[2];
        }

        @Override
        public void execute(
                int[] counts, int stream, TridentTuple input, TridentCollector collector) {
            counts[stream]++;
        }

        @Override
        public void complete(int[] counts, TridentCollector collector) {
            collector.emit(new Values(counts[0], counts[1]));
        }
    }

    private static void multiReducer(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.multiReduce(
                        topology.newStream(stage.name() + "-1", Trident.numbers(2, 4)),
                        topology.newStream(stage.name() + "-2", Trident.numbers(1, 2)),
                        new Counting(),
                        new Fields("first", "second"))
                .each(new Fields("first", "second"), new Noting());
        Trident.observe(stage, topology, 2);
    }

    /** Creates a map of counts in memory, behind a cache, behind batches of two keys. */
    static final class Layers implements StateFactory {
        private static final long serialVersionUID = 1;

        @Override
        public State makeState(
                Map<String, Object> conf, IMetricsContext metrics, int index, int partitions) {
            MicroBatchIBackingMap.Options options = new MicroBatchIBackingMap.Options();
            options.maxMultiGetBatchSize = 2;
            options.maxMultiPutBatchSize = 2;
            return NonTransactionalMap.build(
                    new CachedMap<>(
                            new MicroBatchIBackingMap<>(options, new MemoryBackingMap<>()), 3));
        }
    }

    private static void backingMaps(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), Trident.numbers(5, 10))
                .map(input -> new Values(input.getInteger(0) % 5))
                .groupBy(new Fields("n"))
                .persistentAggregate(new Layers(), new Count(), new Fields("count"))
                .newValuesStream()
                .each(new Fields("n", "count"), new Noting());
        Trident.observeSorted(stage, topology, 10);
    }

    /** Puts numbers into a state without keys. */
    static final class Putting extends BaseStateUpdater<MemoryMapState<Object>> {
        private static final long serialVersionUID = 1;

        @Override
        public void updateState(
                MemoryMapState<Object> state,
                List<TridentTuple> tuples,
                TridentCollector collector) {
            for (TridentTuple tuple : tuples) {
                state.set(tuple.getValue(0));
                collector.emit(new Values(state.get()));
            }
        }
    }

    private static void snapshot(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name() + "-1", Trident.numbers(1, 2))
                .partitionPersist(
                        new MemoryMapState.Factory(),
                        new Fields("n"),
                        new Putting(),
                        new Fields("put"))
                .newValuesStream()
                .each(new Fields("put"), new Noting("put"));
        TridentState sum =
                topology.newStream(stage.name() + "-2", Trident.numbers(3, 3))
                        .persistentAggregate(
                                new MemoryMapState.Factory(),
                                new Fields("n"),
                                new Sum(),
                                new Fields("sum"));
        // Uses DRPC: the batches of another stream would have the same numbers as those that are
        // summed up, and Storm takes two batches of the same number for one if they meet
        // (TridentBoltExecutor.java).
        ILocalDRPC drpc = QueryPrograms.localDrpc();
        topology.newDRPCStream("sum", drpc)
                .broadcast()
                .stateQuery(sum, new SnapshotGet(), new Fields("sum"))
                .project(new Fields("sum"));
        Trident.submit(stage, topology);
        stage.await("put", 2);
        stage.fact("put", stage.probe().notes("put").subList(0, 2));
        stage.awaitTrue(
                "the sum", () -> Attempt.atValue(() -> drpc.execute("sum", "?")).contains("[[6]]"));
        drpc.close();
    }

    private static <T> String json(Serializer<T> serializer, T value) {
        byte[] bytes = serializer.serialize(value);
        return new String(bytes, StandardCharsets.UTF_8)
                + " "
                + serializer.deserialize(bytes).getClass().getSimpleName();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the first serializer has no type
    private static void serializers(Stage stage) {
        Serializer<Object> plain = (Serializer) new JSONNonTransactionalSerializer();
        stage.fact("plain", json(plain, List.of(1, "a")));
        stage.fact(
                "transactional",
                json(new JSONTransactionalSerializer(), new TransactionalValue<>(3L, "a")));
        stage.fact("opaque", json(new JSONOpaqueSerializer(), new OpaqueValue<>(3L, "b", "a")));
        stage.fact("types", List.of(StateType.values()).toString());
    }
}
