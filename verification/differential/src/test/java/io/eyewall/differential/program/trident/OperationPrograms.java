package io.eyewall.differential.program.trident;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.trident.Trident.Noting;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.BaseFilter;
import org.apache.storm.trident.operation.BaseFunction;
import org.apache.storm.trident.operation.Consumer;
import org.apache.storm.trident.operation.Filter;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.operation.builtin.Equals;
import org.apache.storm.trident.operation.builtin.FilterNull;
import org.apache.storm.trident.operation.builtin.FirstN;
import org.apache.storm.trident.operation.builtin.Negate;
import org.apache.storm.trident.testing.Split;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about functions and filters. */
final class OperationPrograms {
    private OperationPrograms() {}

    static List<Program> all() {
        return List.of(
                Trident.program(
                        "each",
                        "A function adds fields, any number of times; filters and projections"
                                + " take away.",
                        "planner/processor/EachProcessor.java",
                        OperationPrograms::each),
                Trident.program(
                        "map",
                        "map and flatMap replace tuples, peek looks at them.",
                        "planner/processor/MapProcessor.java",
                        OperationPrograms::map),
                Trident.program(
                        "built-in-filters",
                        "FilterNull, Equals and Negate.",
                        "operation/builtin/Equals.java",
                        OperationPrograms::builtIn),
                Trident.program(
                        "tuple-views",
                        "A tuple shows the fields that were asked for, by name and by position.",
                        "tuple/TridentTupleView.java",
                        OperationPrograms::views),
                Trident.program(
                        "first-n",
                        "FirstN keeps the first of each batch, sorted or not.",
                        "operation/builtin/FirstN.java",
                        OperationPrograms::firstN),
                Trident.program(
                        "branches",
                        "Two branches of one stream get the same tuples.",
                        "TridentTopology.java",
                        OperationPrograms::branches),
                Trident.program(
                        "operation-contexts",
                        "Operations learn their partition and are cleaned up.",
                        "operation/TridentOperationContext.java",
                        OperationPrograms::contexts));
    }

    /** Emits a number as many times as its value. */
    static final class Repeat extends BaseFunction {
        private static final long serialVersionUID = 1;

        @Override
        public void execute(TridentTuple tuple, TridentCollector collector) {
            for (int i = 0; i < tuple.getInteger(0); i++) {
                collector.emit(new Values(i, "x" + i));
            }
        }
    }

    private static void each(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), Trident.numbers(2, 4))
                .each(new Fields("n"), new Repeat(), new Fields("i", "text"))
                .filter(new Fields("i"), new OddOnly())
                .project(new Fields("text", "n"))
                .each(new Fields("n", "text"), new Noting());
        Trident.observe(stage, topology, 4);
    }

    /** Keeps odd numbers. */
    static final class OddOnly extends BaseFilter {
        private static final long serialVersionUID = 1;

        @Override
        public boolean isKeep(TridentTuple tuple) {
            return tuple.getInteger(0) % 2 == 1;
        }
    }

    private static void map(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), Trident.numbers(2, 4))
                .map(tuple -> new Values(tuple.getInteger(0) * 10))
                .map(tuple -> new Values(tuple.getInteger(0) + 1, "y"), new Fields("m", "letter"))
                .flatMap(
                        tuple ->
                                List.of(
                                        new Values(tuple.getIntegerByField("m")),
                                        new Values(-tuple.getIntegerByField("m"))),
                        new Fields("signed"))
                .peek(new PeekNoting(stage.name()))
                .each(new Fields("signed"), new Noting());
        Trident.submit(stage, topology);
        stage.await(Trident.OUT, 8);
        stage.fact("out", stage.probe().notes(Trident.OUT));
        stage.fact("peeked", stage.probe().notes("peeked"));
    }

    /** Notes each tuple that passes, with the names of its fields; a consumer is not prepared. */
    static final class PeekNoting implements Consumer {
        private static final long serialVersionUID = 1;

        private final String run;

        PeekNoting(String run) {
            this.run = run;
        }

        @Override
        public void accept(TridentTuple input) {
            Probe.of(run).note("peeked", input.getFields().toList() + " " + input.getValues());
        }
    }

    private static void builtIn(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(
                        stage.name(),
                        Trident.rows(
                                3,
                                new Fields("a", "b"),
                                new Values(1, 1),
                                new Values(null, 1),
                                new Values(2, 1),
                                new Values(3, 3),
                                new Values(4, 5)))
                .each(new Fields("a"), new FilterNull())
                .each(new Fields("a", "b"), new Noting("not null"))
                .each(new Fields("a", "b"), new Negate(new Equals()))
                .each(new Fields("a", "b"), new Noting());
        Trident.submit(stage, topology);
        stage.await(Trident.OUT, 2);
        stage.fact("notNull", stage.probe().notes("not null"));
        stage.fact("different", stage.probe().notes(Trident.OUT));
    }

    /** Notes the results of all accessors of a tuple. */
    static final class ViewNoting extends BaseFunction {
        private static final long serialVersionUID = 1;

        @Override
        public void execute(TridentTuple tuple, TridentCollector collector) {
            List<Object> seen = new ArrayList<>();
            seen.add(tuple.size());
            seen.add(tuple.getFields().toList().toString());
            seen.add(tuple.contains("b"));
            seen.add(tuple.contains("a"));
            seen.add(tuple.fieldIndex("c"));
            seen.add(tuple.getStringByField("b"));
            seen.add(tuple.getLong(1));
            seen.add(tuple.getValues().toString());
            seen.add(new ArrayList<>(tuple).toString());
            collector.emit(new Values(seen.toString()));
        }
    }

    private static void views(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(
                        stage.name(),
                        Trident.rows(
                                2,
                                new Fields("a", "b", "c"),
                                new Values(1, "x", 10L),
                                new Values(2, "y", 20L)))
                .shuffle()
                .each(new Fields("b", "c"), new ViewNoting(), new Fields("view"))
                .each(new Fields("view", "a"), new Noting());
        Trident.observe(stage, topology, 2);
    }

    private static void firstN(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        Values[] rows = {new Values(5), new Values(3), new Values(9), new Values(1), new Values(7)};
        topology.newStream(stage.name() + "-unsorted", Trident.rows(3, new Fields("n"), rows))
                .applyAssembly(new FirstN(2, null))
                .each(new Fields("n"), new Noting("first"));
        topology.newStream(stage.name() + "-sorted", Trident.rows(3, new Fields("n"), rows))
                .applyAssembly(new FirstN(2, "n"))
                .each(new Fields("n"), new Noting("least"));
        Trident.submit(stage, topology);
        stage.await("first", 4);
        stage.await("least", 4);
        stage.fact("first", stage.probe().notes("first"));
        stage.fact("least", stage.probe().notes("least"));
    }

    private static void branches(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        var words =
                topology.newStream(stage.name(), Trident.sentences("a b", "c d e"))
                        .each(new Fields("sentence"), new Split(), new Fields("word"));
        words.each(new Fields("word"), new Noting("left"));
        words.shuffle().each(new Fields("word", "sentence"), new Noting("right"));
        Trident.submit(stage, topology);
        stage.await("left", 5);
        stage.await("right", 5);
        stage.fact("left", stage.probe().notes("left"));
        stage.fact("right", stage.probe().notes("right"));
    }

    /** Notes the calls of its lifecycle. */
    static final class LifeNoting extends Noted implements Filter {
        private static final long serialVersionUID = 1;

        @Override
        public void prepared(int partition, int partitions) {
            probe().note("prepared", partition + " of " + partitions);
        }

        @Override
        public boolean isKeep(TridentTuple tuple) {
            probe().note(Trident.OUT, tuple.getValue(0));
            return true;
        }

        @Override
        public void cleanup() {
            probe().note("cleanup", "done");
        }
    }

    private static void contexts(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        topology.newStream(stage.name(), Trident.numbers(4, 8))
                .shuffle()
                .each(new Fields("n"), new LifeNoting())
                .parallelismHint(3);
        var running = Trident.submit(stage, topology);
        stage.await(Trident.OUT, 8);
        running.killAndAwaitGone(0);
        stage.await("cleanup", 3);
        stage.fact("prepared", stage.sorted("prepared"));
        stage.fact("out", stage.sorted(Trident.OUT));
        stage.fact("cleanups", stage.probe().count("cleanup"));
    }
}
