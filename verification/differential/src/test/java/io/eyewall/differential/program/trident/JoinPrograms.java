package io.eyewall.differential.program.trident;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.trident.Trident.Noting;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import org.apache.storm.trident.JoinOutFieldsMode;
import org.apache.storm.trident.JoinType;
import org.apache.storm.trident.Stream;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.GroupedMultiReducer;
import org.apache.storm.trident.operation.MultiReducer;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.operation.TridentMultiReducerContext;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Programs about merges and joins, and about the reductions of several streams, batch by batch,
 * that they consist of.
 */
final class JoinPrograms {
    private JoinPrograms() {}

    static List<Program> all() {
        return List.of(
                Trident.program(
                        "merge",
                        "Streams with the same fields become one; a batch is done when both are.",
                        "TridentTopology.java",
                        JoinPrograms::merge),
                Trident.program(
                        "join-inner",
                        "Tuples of two streams with the same key in the same batch are joined.",
                        "operation/impl/JoinerMultiReducer.java",
                        stage -> join(stage, List.of(JoinType.INNER, JoinType.INNER), 3)),
                Trident.program(
                        "join-outer",
                        "An outer join fills up with nulls on both sides.",
                        "operation/impl/JoinerMultiReducer.java",
                        stage -> join(stage, List.of(JoinType.OUTER, JoinType.OUTER), 6)),
                Trident.program(
                        "join-mixed",
                        "A join that is inner on one side and outer on the other.",
                        "operation/impl/JoinerMultiReducer.java",
                        stage -> join(stage, List.of(JoinType.INNER, JoinType.OUTER), 4)),
                Trident.program(
                        "join-preserving",
                        "A join that keeps all fields in the order of the streams.",
                        "JoinOutFieldsMode.java",
                        JoinPrograms::preserving),
                Trident.program(
                        "multi-reduce",
                        "A multi-reducer sees the streams of a batch, with their numbers.",
                        "operation/MultiReducer.java",
                        JoinPrograms::multiReduce),
                Trident.program(
                        "multi-reduce-grouped",
                        "A grouped multi-reducer has a state for each group.",
                        "operation/GroupedMultiReducer.java",
                        JoinPrograms::groupedMultiReduce));
    }

    private static void merge(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        Stream left = topology.newStream(stage.name() + "-left", Trident.numbers(2, 5));
        Stream right =
                topology.newStream(stage.name() + "-right", Trident.numbers(3, 4))
                        .map(tuple -> new Values(-tuple.getInteger(0)), new Fields("n"));
        topology.merge(left, right)
                .shuffle()
                .each(new Fields("n"), new Noting())
                .parallelismHint(2);
        Trident.observeSorted(stage, topology, 9);
    }

    private static Stream left(Stage stage, TridentTopology topology) {
        return topology.newStream(
                stage.name() + "-left",
                Trident.rows(
                        3,
                        new Fields("key", "a"),
                        new Values("x", 1),
                        new Values("y", 2),
                        new Values("x", 3),
                        new Values("z", 4)));
    }

    private static Stream right(Stage stage, TridentTopology topology) {
        return topology.newStream(
                stage.name() + "-right",
                Trident.rows(
                        2,
                        new Fields("id", "b"),
                        new Values("x", "p"),
                        new Values("w", "q"),
                        new Values("z", "r"),
                        // The batch with the other stream's x has ended.
                        new Values("x", "s")));
    }

    private static void join(Stage stage, List<JoinType> types, int wanted) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.join(
                        left(stage, topology),
                        new Fields("key"),
                        right(stage, topology),
                        new Fields("id"),
                        new Fields("key", "a", "b"),
                        types)
                .each(new Fields("key", "a", "b"), new Noting());
        Trident.observeSorted(stage, topology, wanted);
    }

    private static void preserving(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.join(
                        left(stage, topology),
                        new Fields("key"),
                        right(stage, topology),
                        new Fields("id"),
                        new Fields("k1", "a", "k2", "b"),
                        JoinOutFieldsMode.PRESERVE)
                .each(new Fields("k1", "a", "k2", "b"), new Noting());
        Trident.observeSorted(stage, topology, 3);
    }

    /** Sums each stream separately. */
    static final class Sums implements MultiReducer<int[]> {
        private static final long serialVersionUID = 1;

        @Override
        public void prepare(Map<String, Object> conf, TridentMultiReducerContext context) {}

        @Override
        public int[] init(TridentCollector collector) {
            return new int[2];
        }

        @Override
        public void execute(
                int[] state, int streamIndex, TridentTuple input, TridentCollector collector) {
            state[streamIndex] += input.getInteger(0);
        }

        @Override
        public void complete(int[] state, TridentCollector collector) {
            collector.emit(new Values(state[0], state[1]));
        }

        @Override
        public void cleanup() {}
    }

    private static void multiReduce(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.multiReduce(
                        topology.newStream(stage.name() + "-left", Trident.numbers(2, 5)),
                        topology.newStream(stage.name() + "-right", Trident.numbers(3, 4)),
                        new Sums(),
                        new Fields("left", "right"))
                .each(new Fields("left", "right"), new Noting());
        Trident.observe(stage, topology, 4);
    }

    /** Counts how often a group occurs on each stream. */
    static final class Counts implements GroupedMultiReducer<int[]> {
        private static final long serialVersionUID = 1;

        @Override
        public void prepare(Map<String, Object> conf, TridentMultiReducerContext context) {}

        @Override
        public int[] init(TridentCollector collector, TridentTuple group) {
            return new int[2];
        }

        @Override
        public void execute(
                int[] state,
                int streamIndex,
                TridentTuple group,
                TridentTuple input,
                TridentCollector collector) {
            state[streamIndex]++;
        }

        @Override
        public void complete(int[] state, TridentTuple group, TridentCollector collector) {
            collector.emit(new Values(group.getValue(0), state[0], state[1]));
        }

        @Override
        public void cleanup() {}
    }

    private static void groupedMultiReduce(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.multiReduce(
                        left(stage, topology).groupBy(new Fields("key")),
                        right(stage, topology).groupBy(new Fields("id")),
                        new Counts(),
                        new Fields("key", "lefts", "rights"))
                .each(new Fields("key", "lefts", "rights"), new Noting())
                .parallelismHint(2);
        Trident.observeSorted(stage, topology, 5);
    }
}
