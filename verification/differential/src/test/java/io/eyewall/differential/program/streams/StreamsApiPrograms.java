package io.eyewall.differential.program.streams;

import io.eyewall.differential.program.Durable;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.Signals;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.streams.Pair;
import org.apache.storm.streams.PairStream;
import org.apache.storm.streams.Stream;
import org.apache.storm.streams.StreamBuilder;
import org.apache.storm.streams.StreamState;
import org.apache.storm.streams.operations.StateUpdater;
import org.apache.storm.streams.operations.mappers.PairValueMapper;
import org.apache.storm.streams.operations.mappers.TupleValueMappers;
import org.apache.storm.streams.operations.mappers.ValueMapper;
import org.apache.storm.streams.operations.mappers.ValuesMapper;
import org.apache.storm.streams.tuple.Tuple3;
import org.apache.storm.topology.IBasicBolt;
import org.apache.storm.tuple.Values;

/** Programs about the streams API without windows: operations, branches, partitions, state. */
public final class StreamsApiPrograms {
    private static final String STREAM = "streams/Stream.java";
    private static final String STATE = "streams/StatefulProcessorBolt.java";

    private StreamsApiPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "streams-word-count",
                        "A word count with the streams API.",
                        "streams/StreamBuilder.java",
                        StreamsApiPrograms::wordCount),
                Program.of(
                        "streams-operations",
                        "Operations on values run one after the other in one bolt.",
                        STREAM,
                        StreamsApiPrograms::operations),
                Program.of(
                        "streams-pairs",
                        "Operations on pairs change values and keep keys.",
                        "streams/PairStream.java",
                        StreamsApiPrograms::pairs),
                Program.of(
                        "streams-branch",
                        "A branch takes what its predicate accepts.",
                        STREAM,
                        StreamsApiPrograms::branch),
                Program.of(
                                "streams-branch-overlapping",
                                "A value goes to the first branch whose predicate accepts it.",
                                "streams/processors/BranchProcessor.java",
                                StreamsApiPrograms::overlappingBranches)
                        .differs(
                                "branches",
                                "The predicates of a branch are applied in the given order, as"
                                        + " Storm's documentation says. Storm has them in a hash"
                                        + " table by their identity, so that their order is"
                                        + " another in each task and each run: a value that"
                                        + " several of them accept goes to any of their branches,"
                                        + " and a branch stays empty if one that accepts all its"
                                        + " values comes first."),
                Program.of(
                        "streams-repartition",
                        "A repartition gives the next bolt more tasks.",
                        STREAM,
                        StreamsApiPrograms::repartition),
                Program.of(
                        "streams-mappers",
                        "Mappers read values, pairs and typed tuples from a spout's tuples.",
                        "streams/operations/mappers/TupleValueMappers.java",
                        StreamsApiPrograms::mappers),
                Program.of(
                        "streams-to-basic-bolt",
                        "A stream can go to basic and rich bolts with several tasks.",
                        STREAM,
                        StreamsApiPrograms::toBolts),
                Program.of(
                        "streams-update-state",
                        "State by key, by an updater, with what it is after each value.",
                        STATE,
                        StreamsApiPrograms::updateState),
                Program.of(
                        "streams-state-query",
                        "A stream asks for the state that another one updates.",
                        "streams/processors/StateQueryProcessor.java",
                        StreamsApiPrograms::stateQuery),
                Program.of(
                        "streams-state-outlives-the-topology",
                        "State by key goes on when it is on disk and submitted again.",
                        STATE,
                        StreamsApiPrograms::stateOnDisk),
                Program.of(
                        "streams-topology",
                        "The bolts and streams that the streams API makes.",
                        "streams/StreamBuilder.java",
                        StreamsApiPrograms::topology));
    }

    private static ProbeSpout texts(String... texts) {
        return ProbeSpout.rows(Arrays.stream(texts).map(Values::new).toList(), "text");
    }

    private static Stream<String> words(StreamBuilder builder, String text) {
        return builder.newStream(texts(text.split(" ")), new ValueMapper<String>(0));
    }

    private static void submit(Stage stage, StormTopology topology) throws Exception {
        stage.submitAs(stage.name(), topology, stage.conf());
    }

    private static void wordCount(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            builder.newStream(
                                            texts("to be or", "not to be", "be"),
                                            new ValueMapper<String>(0))
                                    .flatMap(sentence -> Arrays.asList(sentence.split(" ")))
                                    .filter(word -> !word.equals("or"))
                                    .mapToPair(word -> Pair.of(word, 1))
                                    .updateStateByKey(0, (count, one) -> count + one)
                                    .toPairStream()
                                    .to(ProbeBolt.recording());
                        });
        submit(stage, built);
        stage.await("received", 6);
        Map<String, Integer> counts = new TreeMap<>();
        for (Object pair : stage.probe().notes("received")) {
            List<?> wordAndCount = (List<?>) pair;
            counts.merge((String) wordAndCount.get(0), (Integer) wordAndCount.get(1), Math::max);
        }
        stage.fact("counts", counts);
    }

    private static void operations(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            words(builder, "a bb ccc dddd")
                                    .map(String::length)
                                    .peek(new Notes<>(stage.name(), "peeked"))
                                    .filter(length -> length != 2)
                                    .flatMap(length -> Collections.nCopies(length, length * 10))
                                    .forEach(new Notes<>(stage.name(), "result"));
                        });
        submit(stage, built);
        stage.await("result", 8);
        stage.fact("peeked", stage.probe().notes("peeked"));
        stage.fact("result", stage.probe().notes("result"));
    }

    private static void pairs(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            // After a filter, Storm treats pairs as single values until an
                            // operation maps them again.
                            words(builder, "a bb a")
                                    .flatMapToPair(
                                            word ->
                                                    List.of(
                                                            Pair.of(word, 1),
                                                            Pair.of(word + word, 2)))
                                    .filter(pair -> !pair.getFirst().equals("bbbb"))
                                    .peek(new Notes<>(stage.name(), "pairs"))
                                    .mapValues(value -> value * 100)
                                    .flatMapValues(value -> List.of(value, -value))
                                    .to(ProbeBolt.recording());
                        });
        submit(stage, built);
        stage.await("received", 10);
        stage.fact("pairs", stage.probe().notes("pairs"));
        stage.fact("received", stage.probe().notes("received"));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void branch(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            Stream<String> words = words(builder, "a ab b abc c d ba");
                            Stream[] branches =
                                    words.branch(
                                            word -> word.startsWith("a"),
                                            word -> word.startsWith("b"),
                                            word -> word.startsWith("c"));
                            for (int i = 0; i < 3; i++) {
                                branches[i].forEach(new Notes<>(stage.name(), "branch " + i));
                            }
                            words.forEach(new Notes<>(stage.name(), "all"));
                        });
        submit(stage, built);
        stage.await("all", 7);
        stage.awaitQuiet("branch 1", 500);
        stage.fact("branches", stage.probe().notesUnder("branch "));
        stage.fact("all", stage.probe().notes("all"));
    }

    /** Tests eight predicates, whose order would be right by chance in one of 40,320 runs. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void overlappingBranches(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            Stream<String> words = words(builder, "a b c d e f g h");
                            Stream[] branches =
                                    words.branch(
                                            word -> word.compareTo("a") <= 0,
                                            word -> word.compareTo("b") <= 0,
                                            word -> word.compareTo("c") <= 0,
                                            word -> word.compareTo("d") <= 0,
                                            word -> word.compareTo("e") <= 0,
                                            word -> word.compareTo("f") <= 0,
                                            word -> word.compareTo("g") <= 0,
                                            word -> true);
                            for (int i = 0; i < branches.length; i++) {
                                branches[i].forEach(new Notes<>(stage.name(), "branch " + i));
                            }
                            words.forEach(new Notes<>(stage.name(), "all"));
                        });
        submit(stage, built);
        stage.await("all", 8);
        stage.awaitQuiet("all", 500);
        stage.fact("branches", stage.probe().notesUnder("branch "));
        stage.fact("all", stage.probe().notes("all"));
    }

    private static void repartition(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            words(builder, "a b c d e f")
                                    .repartition(3)
                                    .map(word -> word + "!")
                                    .repartition(2)
                                    .to(ProbeBolt.recording());
                        });
        RunningTopology running = stage.submitAs(stage.name(), built, stage.conf());
        stage.await("received", 6);
        stage.fact("received", stage.sorted("received"));
        stage.fact("parallelism", parallelism(stage.cluster().getTopology(running.id())));
    }

    /** Returns the parallelism of each bolt, as one text. */
    private static String parallelism(StormTopology topology) {
        Map<String, Integer> parallelism = new TreeMap<>();
        topology.get_bolts()
                .forEach(
                        (id, bolt) ->
                                parallelism.put(id, bolt.get_common().get_parallelism_hint()));
        return sorted(GeneratedIds.renumbered(parallelism.toString()).replaceAll("[{}]", ""));
    }

    /** Sorts a list again after its names have changed. */
    private static String sorted(String list) {
        return Arrays.stream(list.split(", ")).sorted().collect(Collectors.joining(", "));
    }

    private static void mappers(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            List<Values> rows =
                                    List.of(new Values("a", 1, 2L), new Values("b", 3, 4L));
                            builder.newStream(
                                            ProbeSpout.rows(rows, "x", "y", "z"),
                                            new ValuesMapper(2, 0))
                                    .forEach(new Notes<>(stage.name(), "values"));
                            PairStream<String, Long> pairs =
                                    builder.newStream(
                                            ProbeSpout.rows(rows, "x", "y", "z"),
                                            new PairValueMapper<>(0, 2));
                            pairs.forEach(new Notes<>(stage.name(), "pairs"));
                            Stream<Tuple3<String, Integer, Long>> typed =
                                    builder.newStream(
                                            ProbeSpout.rows(rows, "x", "y", "z"),
                                            TupleValueMappers.of(0, 1, 2));
                            typed.map(each -> each.value1 + each.value2 + each.value3)
                                    .forEach(new Notes<>(stage.name(), "typed"));
                        });
        submit(stage, built);
        for (String series : List.of("values", "pairs", "typed")) {
            stage.await(series, 2);
            stage.fact(series, stage.probe().notes(series));
        }
    }

    private static void toBolts(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            Stream<String> words = words(builder, "a b c d");
                            words.to((IBasicBolt) new NotingBasicBolt(), 2);
                            words.mapToPair(word -> Pair.of(word, word.length()))
                                    .to(ProbeBolt.recording(), 2);
                        });
        RunningTopology running = stage.submitAs(stage.name(), built, stage.conf());
        stage.await("basic", 4);
        stage.await("received", 4);
        stage.fact("basic", stage.sorted("basic"));
        stage.fact("received", stage.sorted("received"));
        stage.fact("parallelism", parallelism(stage.cluster().getTopology(running.id())));
    }

    private static void updateState(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            StateUpdater<Integer, String> concatenate =
                                    StateUpdater.of("0", (text, number) -> text + "," + number);
                            words(builder, "a1 b2 a3 a4 b5")
                                    .mapToPair(
                                            word ->
                                                    Pair.of(
                                                            word.substring(0, 1),
                                                            Integer.valueOf(word.substring(1))))
                                    .updateStateByKey(concatenate)
                                    .toPairStream()
                                    .forEach(new Notes<>(stage.name(), "state"));
                        });
        submit(stage, built);
        stage.await("state", 5);
        stage.fact("state", stage.probe().notes("state"));
    }

    private static void stateQuery(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            StreamState<String, Long> counts =
                                    builder.newStream(
                                                    Signals.rows("updates", "word"),
                                                    new ValueMapper<String>(0))
                                            .mapToPair(word -> Pair.of(word, 1))
                                            .updateStateByKey(0L, (count, one) -> count + one);
                            counts.toPairStream().forEach(new Notes<>(stage.name(), "updated"));
                            builder.newStream(
                                            Signals.rows("queries", "word"),
                                            new ValueMapper<String>(0))
                                    .stateQuery(counts)
                                    .forEach(new Notes<>(stage.name(), "answers"));
                        });
        submit(stage, built);
        for (String word : List.of("a", "b", "a")) {
            Signals.send(stage.probe(), "updates", word);
        }
        stage.await("updated", 3);
        for (String word : List.of("a", "b", "c")) {
            Signals.send(stage.probe(), "queries", word);
        }
        // A key without state gets no answer.
        stage.await("answers", 2);
        int answers = stage.awaitQuiet("answers", 500);
        Signals.send(stage.probe(), "updates", "c");
        stage.await("updated", 4);
        Signals.send(stage.probe(), "queries", "c");
        stage.await("answers", answers + 1);
        stage.fact("updated", stage.sorted("updated"));
        stage.fact("answers", stage.sorted("answers"));
    }

    private static StormTopology counting(Stage stage, String words) {
        return GeneratedIds.topology(
                builder -> {
                    words(builder, words)
                            .mapToPair(word -> Pair.of(word, 1))
                            .updateStateByKey(0, (count, one) -> count + one)
                            .toPairStream()
                            .forEach(new Notes<>(stage.name(), "counts"));
                });
    }

    private static void stateOnDisk(Stage stage) throws Exception {
        Config conf = Durable.conf(stage);
        conf.put(Config.TOPOLOGY_STATE_CHECKPOINT_INTERVAL, 200);
        RunningTopology first = stage.submitAs(stage.name(), counting(stage, "a b a"), conf);
        stage.await("counts", 3);
        // Checkpoints are not visible in streams; three of them fit into this time.
        stage.awaitQuiet("counts", 3000);
        first.killAndAwaitGone(0);
        stage.submitAs(stage.name(), counting(stage, "a c"), conf);
        stage.await("counts", 5);
        stage.fact("counts", stage.probe().notes("counts"));
    }

    private static void topology(Stage stage) throws Exception {
        StormTopology built =
                GeneratedIds.topology(
                        builder -> {
                            words(builder, "a b")
                                    .mapToPair(word -> Pair.of(word, 1))
                                    .updateStateByKey(0, (count, one) -> count + one)
                                    .toPairStream()
                                    .repartition(2)
                                    .mapValues(count -> -count)
                                    .to(ProbeBolt.recording());
                        });
        RunningTopology running = stage.submitAs(stage.name(), built, stage.conf());
        stage.await("received", 2);
        StormTopology topology = stage.cluster().getTopology(running.id());
        List<String> edges = new ArrayList<>();
        topology.get_bolts()
                .forEach(
                        (id, bolt) ->
                                bolt.get_common()
                                        .get_inputs()
                                        .forEach(
                                                (from, grouping) ->
                                                        edges.add(
                                                                from.get_componentId()
                                                                        + "/"
                                                                        + from.get_streamId()
                                                                        + " "
                                                                        + grouping.getSetField()
                                                                        + " "
                                                                        + id)));
        stage.fact("edges", sorted(GeneratedIds.renumbered(String.join(", ", edges))));
        stage.fact("parallelism", parallelism(topology));
        stage.fact("received", stage.sorted("received"));
    }
}
