package io.eyewall.differential.program.trident;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.trident.Trident.Noting;
import io.eyewall.differential.stage.Stage;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.BaseAggregator;
import org.apache.storm.trident.operation.MapFunction;
import org.apache.storm.trident.operation.ReducerAggregator;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.trident.operation.builtin.Sum;
import org.apache.storm.trident.testing.Split;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about aggregations within a batch. */
final class AggregationPrograms {
    private static final Fields N = new Fields("n");

    private AggregationPrograms() {}

    static List<Program> all() {
        return List.of(
                Trident.program(
                        "aggregate-combiner",
                        "A combiner aggregates every batch, also an empty one.",
                        "operation/impl/CombinerAggregatorCombineImpl.java",
                        AggregationPrograms::combiner),
                Trident.program(
                        "aggregate-reducer",
                        "A reducer aggregates every batch.",
                        "operation/impl/ReducerAggregatorImpl.java",
                        AggregationPrograms::reducer),
                Trident.program(
                        "aggregate-full",
                        "An aggregator begins, sees and completes each batch, and may emit"
                                + " anything.",
                        "planner/processor/AggregateProcessor.java",
                        AggregationPrograms::full),
                Trident.program(
                        "aggregate-chained",
                        "Several aggregations of one batch make one tuple.",
                        "operation/impl/ChainedAggregatorImpl.java",
                        AggregationPrograms::chained),
                Trident.program(
                        "aggregate-grouped",
                        "A grouped stream is aggregated group by group.",
                        "operation/impl/GroupedAggregator.java",
                        AggregationPrograms::grouped),
                Trident.program(
                        "aggregate-partition",
                        "Each partition of a batch is aggregated; a second step puts them"
                                + " together.",
                        "Stream.java",
                        AggregationPrograms::partitions),
                Trident.program(
                        "aggregate-min-max",
                        "min and max of each batch, by a field or a comparator.",
                        "operation/builtin/Min.java",
                        AggregationPrograms::minMax));
    }

    private static void combiner(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), Trident.numbers(3, 7))
                .shuffle()
                .aggregate(N, new Sum(), new Fields("sum"))
                .parallelismHint(2)
                .each(new Fields("sum"), new Noting());
        Trident.observe(stage, topology, 5);
    }

    /** Lists the values that it receives. */
    static final class Listing implements ReducerAggregator<List<Object>> {
        private static final long serialVersionUID = 1;

        @Override
        public List<Object> init() {
            return new ArrayList<>();
        }

        @Override
        public List<Object> reduce(List<Object> current, TridentTuple tuple) {
            List<Object> longer = new ArrayList<>(current);
            longer.add(tuple.getValue(0));
            return longer;
        }
    }

    private static void reducer(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), Trident.numbers(3, 7))
                .aggregate(N, new Listing(), new Fields("list"))
                .each(new Fields("list"), new Noting());
        Trident.observe(stage, topology, 4);
    }

    /** Emits the running sum and, at the end, the number of values. */
    static final class RunningSum extends BaseAggregator<int[]> {
        private static final long serialVersionUID = 1;

        @Override
        public int[] init(Object batchId, TridentCollector collector) {
            collector.emit(new Values("begin", 0));
            return new int[2];
        }

        @Override
        public void aggregate(int[] state, TridentTuple tuple, TridentCollector collector) {
            state[0] += tuple.getInteger(0);
            state[1]++;
            collector.emit(new Values("sum", state[0]));
        }

        @Override
        public void complete(int[] state, TridentCollector collector) {
            collector.emit(new Values("count", state[1]));
        }
    }

    private static void full(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), Trident.numbers(3, 5))
                .aggregate(N, new RunningSum(), new Fields("what", "value"))
                .each(new Fields("what", "value"), new Noting());
        Trident.observe(stage, topology, 11);
    }

    private static void chained(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), Trident.numbers(3, 5))
                .chainedAgg()
                .aggregate(new Count(), new Fields("count"))
                .aggregate(N, new Sum(), new Fields("sum"))
                .chainEnd()
                .each(new Fields("count", "sum"), new Noting());
        Trident.observe(stage, topology, 3);
    }

    private static void grouped(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), Trident.sentences("a b a", "c a", "b b b"))
                .each(new Fields("sentence"), new Split(), new Fields("word"))
                .groupBy(new Fields("word"))
                .aggregate(new Count(), new Fields("count"))
                .each(new Fields("word", "count"), new Noting())
                .parallelismHint(3);
        Trident.observeSorted(stage, topology, 5);
    }

    private static void partitions(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), Trident.numbers(8, 16))
                .partitionBy(N)
                .partitionAggregate(N, new Sum(), new Fields("part"))
                .parallelismHint(3)
                .batchGlobal()
                .chainedAgg()
                .aggregate(new Fields("part"), new Sum(), new Fields("sum"))
                .aggregate(new Count(), new Fields("parts"))
                .chainEnd()
                .each(new Fields("sum", "parts"), new Noting());
        Trident.observe(stage, topology, 2);
    }

    private static void minMax(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        // The source ends, because min and max of an empty batch are an error.
        var rows =
                topology.newStream(stage.name(), new NumberBatches(3))
                        .map(new Naming(), new Fields("name", "n"));
        rows.minBy("n").each(new Fields("name", "n"), new Noting("min"));
        rows.maxBy("n").each(new Fields("name", "n"), new Noting("max"));
        rows.max(new ByName()).each(new Fields("name"), new Noting("max name"));
        Trident.submit(stage, topology);
        for (String series : List.of("min", "max", "max name")) {
            stage.await(series, 3);
            stage.fact(series, stage.probe().notes(series));
        }
    }

    /** Gives each number a name, and reverses the order of the numbers. */
    static final class Naming implements MapFunction {
        private static final long serialVersionUID = 1;

        @Override
        public Values execute(TridentTuple input) {
            int n = input.getInteger(0);
            return new Values("name " + n, 10 - n);
        }
    }

    /** Compares the first column. */
    static final class ByName implements Comparator<TridentTuple>, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public int compare(TridentTuple a, TridentTuple b) {
            return a.getStringByField("name").compareTo(b.getStringByField("name"));
        }
    }
}
