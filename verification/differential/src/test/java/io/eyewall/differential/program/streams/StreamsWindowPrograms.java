package io.eyewall.differential.program.streams;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.Signals;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.streams.Pair;
import org.apache.storm.streams.PairStream;
import org.apache.storm.streams.Stream;
import org.apache.storm.streams.StreamBuilder;
import org.apache.storm.streams.operations.CombinerAggregator;
import org.apache.storm.streams.operations.mappers.PairValueMapper;
import org.apache.storm.streams.operations.mappers.ValueMapper;
import org.apache.storm.streams.windowing.SlidingWindows;
import org.apache.storm.streams.windowing.TumblingWindows;
import org.apache.storm.topology.base.BaseWindowedBolt.Count;
import org.apache.storm.topology.base.BaseWindowedBolt.Duration;
import org.apache.storm.tuple.Values;

/** Programs about the streams API in windows: aggregates, groups and joins. */
public final class StreamsWindowPrograms {
    private static final String WINDOWED = "streams/WindowedProcessorBolt.java";
    private static final String JOIN = "streams/processors/JoinProcessor.java";

    private StreamsWindowPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "streams-window-aggregate",
                        "Counts, sums and reductions of tumbling windows.",
                        WINDOWED,
                        StreamsWindowPrograms::aggregates),
                Program.of(
                        "streams-window-aggregate-partitions",
                        "An aggregate of several partitions merges their parts.",
                        "streams/processors/MergeAggregateProcessor.java",
                        StreamsWindowPrograms::partitions),
                Program.of(
                        "streams-window-by-key",
                        "Groups, counts, reductions and aggregates by key in a sliding window.",
                        "streams/PairStream.java",
                        StreamsWindowPrograms::byKey),
                Program.of(
                        "streams-window-event-time",
                        "A window of the streams API by the time in a field.",
                        WINDOWED,
                        StreamsWindowPrograms::eventTime),
                Program.of(
                        "streams-join",
                        "Inner, left, right and full join of two windowed streams.",
                        JOIN,
                        StreamsWindowPrograms::joins),
                Program.of(
                        "streams-co-group",
                        "What has the same key in two streams, as two lists.",
                        "streams/processors/CoGroupByKeyProcessor.java",
                        StreamsWindowPrograms::coGroup));
    }

    private static ProbeSpout numbers(int... numbers) {
        return ProbeSpout.rows(Arrays.stream(numbers).mapToObj(Values::new).toList(), "number");
    }

    private static Stream<Integer> stream(StreamBuilder builder, int... numbers) {
        return builder.newStream(numbers(numbers), new ValueMapper<Integer>(0));
    }

    private static PairStream<String, Integer> pairs(StreamBuilder builder, String text) {
        List<Values> rows = new ArrayList<>();
        for (String pair : text.split(" ")) {
            rows.add(new Values(pair.substring(0, 1), Integer.valueOf(pair.substring(1))));
        }
        return builder.newStream(
                ProbeSpout.rows(rows, "key", "value"), new PairValueMapper<>(0, 1));
    }

    private static <T> Notes<T> notes(Stage stage, String series) {
        return new Notes<>(stage.name(), series);
    }

    private static void submit(Stage stage, StormTopology topology) throws Exception {
        stage.submitAs(stage.name(), topology, stage.conf());
    }

    /** Concatenates texts, so that the result shows the members of a group. */
    private static final class Joined implements CombinerAggregator<Integer, String, String> {
        private static final long serialVersionUID = 1;

        @Override
        public String init() {
            return "";
        }

        @Override
        public String apply(String text, Integer number) {
            return text + number;
        }

        @Override
        public String merge(String a, String b) {
            return a + b;
        }

        @Override
        public String result(String text) {
            return "<" + text + ">";
        }
    }

    private static void aggregates(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            Stream<Integer> windows =
                                    stream(builder, 1, 2, 3, 4, 5, 6, 7)
                                            .window(TumblingWindows.of(Count.of(3)));
                            windows.count().forEach(notes(stage, "count"));
                            windows.reduce((a, b) -> a * b).forEach(notes(stage, "product"));
                            windows.aggregate(new Joined()).forEach(notes(stage, "joined"));
                            windows.aggregate(100, (sum, number) -> sum + number, (a, b) -> a + b)
                                    .forEach(notes(stage, "sum"));
                        });
        submit(stage, built);
        for (String series : List.of("count", "product", "joined", "sum")) {
            stage.await(series, 2);
            stage.fact(series, stage.probe().notes(series));
        }
    }

    private static void partitions(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            stream(builder, 1, 2, 3, 4, 5, 6)
                                    .repartition(2)
                                    .window(TumblingWindows.of(Count.of(3)))
                                    .aggregate(0, (sum, number) -> sum + number, (a, b) -> a + b)
                                    .forEach(notes(stage, "sum"));
                        });
        submit(stage, built);
        stage.await("sum", 1);
        stage.awaitQuiet("sum", 1000);
        List<Object> sums = stage.probe().notes("sum");
        // The partial results arrive in any order, and the merge emits its result after each of
        // them.
        stage.fact("everything is in the last", sums.get(sums.size() - 1));
        stage.fact("results", sums.size());
    }

    private static void byKey(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            PairStream<String, Integer> pairs = pairs(builder, "a1 b2 a3 c4 a5 b6");
                            SlidingWindows<?, ?> window =
                                    SlidingWindows.of(Count.of(4), Count.of(2));
                            pairs.groupByKeyAndWindow(window).forEach(notes(stage, "groups"));
                            pairs.reduceByKeyAndWindow((a, b) -> a + b, window)
                                    .forEach(notes(stage, "sums"));
                            pairs.window(window).countByKey().forEach(notes(stage, "counts"));
                            pairs.window(window)
                                    .aggregateByKey(new Joined())
                                    .forEach(notes(stage, "texts"));
                        });
        submit(stage, built);
        // Windows a1 b2, a1 b2 a3 c4 and a3 c4 a5 b6 have two, three and three keys.
        for (String series : List.of("groups", "sums", "counts", "texts")) {
            stage.await(series, 8);
            stage.fact(series, stage.sorted(series));
        }
    }

    private static void eventTime(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            builder.newStream(Signals.rows("rows", "name", "time"))
                                    .window(
                                            TumblingWindows.of(Duration.seconds(10))
                                                    .withTimestampField("time"))
                                    .map(tuple -> tuple.getString(0))
                                    .aggregate("", (text, name) -> text + name, (a, b) -> a + b)
                                    .forEach(notes(stage, "texts"));
                        });
        submit(stage, built);
        Signals.send(stage.probe(), "rows", "a", 1_000L);
        Signals.send(stage.probe(), "rows", "b", 9_000L);
        Signals.send(stage.probe(), "rows", "c", 11_000L);
        Signals.send(stage.probe(), "rows", "end", 40_000L);
        stage.await("texts", 3);
        stage.fact("texts", stage.probe().notes("texts"));
    }

    private static void joins(Stage stage) throws Exception {
        for (String kind : List.of("inner", "left", "right", "full")) {
            StormTopology built =
                    GeneratedIds.topology(
                            builder -> {
                                PairStream<String, Integer> left =
                                        pairs(builder, "a1 b2 a3")
                                                .window(TumblingWindows.of(Count.of(6)));
                                PairStream<String, Integer> right = pairs(builder, "a4 c5 a6");
                                PairStream<String, Pair<Integer, Integer>> joined =
                                        switch (kind) {
                                            case "inner" -> left.join(right);
                                            case "left" -> left.leftOuterJoin(right);
                                            case "right" -> left.rightOuterJoin(right);
                                            default -> left.fullOuterJoin(right);
                                        };
                                joined.forEach(notes(stage, kind));
                            });
            stage.submitAs(stage.name() + "-" + kind, built, stage.conf());
            stage.await(kind, 1);
            stage.awaitQuiet(kind, 500);
            stage.fact(kind, stage.sorted(kind));
        }
    }

    private static void coGroup(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            PairStream<String, Integer> left =
                                    pairs(builder, "a1 b2 a3")
                                            .window(TumblingWindows.of(Count.of(6)));
                            left.coGroupByKey(pairs(builder, "a4 c5 a6"))
                                    .forEach(notes(stage, "groups"));
                        });
        submit(stage, built);
        stage.await("groups", 3);
        stage.fact("groups", stage.sorted("groups"));
    }
}
