package io.eyewall.differential.program.streams;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.streams.Pair;
import org.apache.storm.streams.PairStream;
import org.apache.storm.streams.StreamBuilder;
import org.apache.storm.streams.operations.PrintConsumer;
import org.apache.storm.streams.operations.ValueJoiner;
import org.apache.storm.streams.operations.aggregators.Count;
import org.apache.storm.streams.operations.aggregators.LongSum;
import org.apache.storm.streams.operations.mappers.TupleValueMapper;
import org.apache.storm.streams.operations.mappers.TupleValueMappers;
import org.apache.storm.streams.tuple.Tuple10;
import org.apache.storm.streams.tuple.Tuple4;
import org.apache.storm.streams.tuple.Tuple5;
import org.apache.storm.streams.tuple.Tuple6;
import org.apache.storm.streams.tuple.Tuple7;
import org.apache.storm.streams.tuple.Tuple8;
import org.apache.storm.streams.tuple.Tuple9;
import org.apache.storm.streams.windowing.BaseWindow;
import org.apache.storm.streams.windowing.TumblingWindows;
import org.apache.storm.streams.windowing.Window;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.tuple.Values;

/**
 * Programs about typed tuples of the streams API, of all sizes, and about its predefined
 * operations.
 */
public final class StreamsTuplePrograms {
    private StreamsTuplePrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "streams-tuples-of-all-sizes",
                        "Mappers read four to ten values as a typed tuple.",
                        "streams/operations/mappers/TupleValueMappers.java",
                        StreamsTuplePrograms::sizes),
                Program.of(
                        "streams-ready-made",
                        "Ready-made aggregators count and sum a window; pairs join by a function.",
                        "streams/operations/aggregators/LongSum.java",
                        StreamsTuplePrograms::readyMade));
    }

    /** Returns a spout that emits one tuple with the values 0 to 9. */
    private static ProbeSpout ten() {
        Object[] values = IntStream.range(0, 10).boxed().toArray();
        String[] fields = IntStream.range(0, 10).mapToObj(i -> "f" + i).toArray(String[]::new);
        return ProbeSpout.rows(List.of(new Values(values)), fields);
    }

    private static <T> void map(
            Stage stage, StreamBuilder builder, String series, TupleValueMapper<T> mapper) {
        builder.newStream(ten(), mapper)
                .map(Object::toString)
                .forEach(new Notes<>(stage.name(), series));
    }

    private static void sizes(Stage stage) throws Exception {
        StormTopology topology = GeneratedIds.topology(builder -> sizes(stage, builder));
        stage.submitAs(stage.name(), topology, stage.conf());
        for (int size = 4; size <= 10; size++) {
            stage.await("" + size, 1);
            stage.fact("" + size, stage.probe().notes("" + size));
        }
    }

    private static void sizes(Stage stage, StreamBuilder builder) {
        TupleValueMapper<Tuple4<Integer, Integer, Integer, Integer>> four =
                TupleValueMappers.of(0, 1, 2, 3);
        map(stage, builder, "4", four);
        TupleValueMapper<Tuple5<Integer, Integer, Integer, Integer, Integer>> five =
                TupleValueMappers.of(0, 1, 2, 3, 4);
        map(stage, builder, "5", five);
        TupleValueMapper<Tuple6<Integer, Integer, Integer, Integer, Integer, Integer>> six =
                TupleValueMappers.of(0, 1, 2, 3, 4, 5);
        map(stage, builder, "6", six);
        TupleValueMapper<Tuple7<Integer, Integer, Integer, Integer, Integer, Integer, Integer>>
                seven = TupleValueMappers.of(0, 1, 2, 3, 4, 5, 6);
        map(stage, builder, "7", seven);
        TupleValueMapper<
                        Tuple8<
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer>>
                eight = TupleValueMappers.of(0, 1, 2, 3, 4, 5, 6, 7);
        map(stage, builder, "8", eight);
        TupleValueMapper<
                        Tuple9<
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer>>
                nine = TupleValueMappers.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
        map(stage, builder, "9", nine);
        TupleValueMapper<
                        Tuple10<
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer,
                                Integer>>
                ten = TupleValueMappers.of(9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        map(stage, builder, "10", ten);
    }

    private static void readyMade(Stage stage) throws Exception {
        Window<?, ?> window = TumblingWindows.of(BaseWindowedBolt.Count.of(3));
        BaseWindow<?, ?> base = (BaseWindow<?, ?>) window;
        stage.fact("length", String.valueOf(base.getWindowLength()));
        StormTopology topology = GeneratedIds.topology(builder -> windows(stage, builder, window));
        stage.submitAs(stage.name(), topology, stage.conf());
        stage.await("sum", 1);
        stage.await("count", 1);
        stage.fact("sum", stage.probe().notes("sum"));
        stage.fact("count", stage.probe().notes("count"));
    }

    private static void windows(Stage stage, StreamBuilder builder, Window<?, ?> window) {
        List<Values> rows = new ArrayList<>();
        for (int n = 1; n <= 3; n++) {
            rows.add(new Values("k" + n % 2, n));
        }
        TupleValueMapper<Integer> number = tuple -> tuple.getInteger(1);
        builder.newStream(ProbeSpout.rows(rows, "key", "n"), number)
                .window(window)
                .aggregate(new LongSum())
                .forEach(new Notes<>(stage.name(), "sum"));
        builder.newStream(ProbeSpout.rows(rows, "key", "n"), number)
                .window(window)
                .aggregate(new Count<>())
                .peek(new PrintConsumer<>())
                .forEach(new Notes<>(stage.name(), "count"));
        PairStream<String, Integer> left = pairs(builder, rows);
        ValueJoiner<Integer, Integer, String> joiner = (a, b) -> a + "+" + b;
        left.window(window)
                .join(pairs(builder, new ArrayList<>(rows.subList(0, 1))), joiner)
                .map(pair -> pair.getFirst() + ":" + pair.getSecond())
                .forEach(new Notes<>(stage.name(), "joined"));
    }

    private static PairStream<String, Integer> pairs(StreamBuilder builder, List<Values> rows) {
        TupleValueMapper<Pair<String, Integer>> pair =
                tuple -> Pair.of(tuple.getString(0), tuple.getInteger(1));
        return builder.newStream(ProbeSpout.rows(rows, "key", "n"), pair).mapToPair(p -> p);
    }
}
