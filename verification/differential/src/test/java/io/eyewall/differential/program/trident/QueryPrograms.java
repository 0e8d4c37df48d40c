package io.eyewall.differential.program.trident;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.trident.Trident.Noting;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.ILocalDRPC;
import org.apache.storm.task.IMetricsContext;
import org.apache.storm.trident.TridentState;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.trident.operation.builtin.FilterNull;
import org.apache.storm.trident.operation.builtin.MapGet;
import org.apache.storm.trident.operation.builtin.Sum;
import org.apache.storm.trident.operation.builtin.TupleCollectionGet;
import org.apache.storm.trident.state.ReadOnlyState;
import org.apache.storm.trident.state.State;
import org.apache.storm.trident.state.StateFactory;
import org.apache.storm.trident.state.map.ReadOnlyMapState;
import org.apache.storm.trident.testing.MemoryMapState;
import org.apache.storm.trident.testing.Split;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about states that are queried, by streams and by remote calls. */
final class QueryPrograms {
    private QueryPrograms() {}

    static List<Program> all() {
        return List.of(
                Trident.program(
                        "query-static",
                        "A stream looks things up in a state that nobody writes.",
                        "planner/processor/StateQueryProcessor.java",
                        QueryPrograms::staticState),
                Trident.program(
                        "query-drpc",
                        "A remote call asks for counts that a stream keeps.",
                        "TridentTopology.java",
                        QueryPrograms::counts),
                Trident.program(
                        "query-drpc-alone",
                        "Remote calls that are computed by a stream, without state.",
                        "drpc/ReturnResultsReducer.java",
                        QueryPrograms::alone),
                Trident.program(
                        "query-drpc-fails",
                        "A remote call whose batch fails fails.",
                        "drpc/ReturnResultsReducer.java",
                        QueryPrograms::fails),
                Trident.program(
                        "query-drpc-collection",
                        "A remote call gets all that a state holds.",
                        "operation/builtin/TupleCollectionGet.java",
                        QueryPrograms::collection));
    }

    /** A read-only state that contains the squares of numbers. */
    static final class Squares extends ReadOnlyState implements ReadOnlyMapState<Object> {
        @Override
        public List<Object> multiGet(List<List<Object>> keys) {
            List<Object> squares = new ArrayList<>();
            for (List<Object> key : keys) {
                int n = (Integer) key.get(0);
                squares.add(n % 4 == 0 ? null : n * n);
            }
            return squares;
        }
    }

    /** Creates states of squares. */
    static final class SquaresFactory implements StateFactory {
        private static final long serialVersionUID = 1;

        @Override
        public State makeState(
                Map<String, Object> conf, IMetricsContext metrics, int index, int partitions) {
            return new Squares();
        }
    }

    private static void staticState(Stage stage) throws Exception {
        TridentTopology topology = new TridentTopology();
        TridentState squares = topology.newStaticState(new SquaresFactory());
        topology.newStream(stage.name(), Trident.numbers(3, 6))
                .stateQuery(squares, new Fields("n"), new MapGet(), new Fields("square"))
                .each(new Fields("n", "square"), new Noting());
        Trident.observe(stage, topology, 6);
    }

    /** Returns a DRPC server of the program's own. */
    static ILocalDRPC localDrpc() throws ReflectiveOperationException {
        // On Storm the class belongs to storm-server, which is not on the class path that programs
        // are compiled against.
        return Class.forName("org.apache.storm.LocalDRPC")
                .asSubclass(ILocalDRPC.class)
                .getDeclaredConstructor()
                .newInstance();
    }

    private static List<String> answers(ILocalDRPC drpc, String... requests) {
        List<String> answers = new ArrayList<>();
        for (String request : requests) {
            answers.add(Attempt.atValue(() -> drpc.execute("ask", request)));
        }
        return answers;
    }

    private static void counts(Stage stage) throws Exception {
        ILocalDRPC drpc = localDrpc();
        TridentTopology topology = new TridentTopology();
        TridentState counts =
                topology.newStream(stage.name(), Trident.sentences("a b a", "c a", "b d"))
                        .each(new Fields("sentence"), new Split(), new Fields("word"))
                        .groupBy(new Fields("word"))
                        .persistentAggregate(
                                new MemoryMapState.Factory(), new Count(), new Fields("count"))
                        .parallelismHint(2);
        counts.newValuesStream().each(new Fields("word", "count"), new Noting());
        topology.newDRPCStream("ask", drpc)
                .each(new Fields("args"), new Split(), new Fields("word"))
                .groupBy(new Fields("word"))
                .stateQuery(counts, new Fields("word"), new MapGet(), new Fields("count"))
                .each(new Fields("count"), new FilterNull())
                .aggregate(new Fields("count"), new Sum(), new Fields("sum"));
        Trident.submit(stage, topology);
        stage.await(Trident.OUT, 6);
        stage.fact("counts", stage.sorted(Trident.OUT));
        stage.fact("answers", answers(drpc, "a", "a b", "c d x", "x", ""));
        drpc.close();
    }

    private static void alone(Stage stage) throws Exception {
        ILocalDRPC drpc = localDrpc();
        TridentTopology topology = new TridentTopology();
        topology.newDRPCStream("ask", drpc)
                .each(new Fields("args"), new Split(), new Fields("word"))
                .groupBy(new Fields("word"))
                .aggregate(new Count(), new Fields("count"))
                .parallelismHint(2)
                .map(
                        tuple -> new Values(tuple.getString(0) + "=" + tuple.getLong(1)),
                        new Fields("pair"));
        Trident.submit(stage, topology);
        stage.fact("answers", answers(drpc, "a", "a a", "b b b"));
        drpc.close();
    }

    private static void fails(Stage stage) throws Exception {
        ILocalDRPC drpc = localDrpc();
        TridentTopology topology = new TridentTopology();
        topology.newDRPCStream("ask", drpc)
                .each(new Fields("args"), new Trident.Failing("bad", Integer.MAX_VALUE, false));
        Trident.submit(stage, topology);
        stage.fact("answers", answers(drpc, "good", "bad", "good"));
        drpc.close();
    }

    private static void collection(Stage stage) throws Exception {
        ILocalDRPC drpc = localDrpc();
        TridentTopology topology = new TridentTopology();
        TridentState counts =
                topology.newStream(stage.name(), Trident.sentences("a", "b", "a"))
                        .groupBy(new Fields("sentence"))
                        .persistentAggregate(
                                new MemoryMapState.Factory(), new Count(), new Fields("count"));
        counts.newValuesStream().each(new Fields("sentence", "count"), new Noting());
        topology.newDRPCStream("ask", drpc)
                .broadcast()
                .stateQuery(
                        counts,
                        new Fields("args"),
                        new TupleCollectionGet(),
                        new Fields("word", "count"))
                .project(new Fields("word", "count"));
        Trident.submit(stage, topology);
        stage.await(Trident.OUT, 3);
        stage.fact("answers", answers(drpc, "all"));
        drpc.close();
    }
}
