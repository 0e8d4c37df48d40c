package io.eyewall.differential.program.trident;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.trident.Trident.Noting;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.topology.base.BaseWindowedBolt.Duration;
import org.apache.storm.trident.Stream;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.BaseAggregator;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.trident.windowing.InMemoryWindowsStoreFactory;
import org.apache.storm.trident.windowing.config.SlidingCountWindow;
import org.apache.storm.trident.windowing.config.WindowConfig;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about windows over several batches. */
final class WindowPrograms {
    private static final Fields N = new Fields("n");
    private static final Fields WINDOW = new Fields("window");

    private WindowPrograms() {}

    static List<Program> all() {
        return List.of(
                Trident.program(
                        "window-tumbling-duration",
                        "A tumbling window of a second holds each tuple once.",
                        "windowing/config/TumblingDurationWindow.java",
                        stage ->
                                durations(
                                        stage,
                                        s ->
                                                s.tumblingWindow(
                                                        Duration.seconds(1),
                                                        new InMemoryWindowsStoreFactory(),
                                                        N,
                                                        new Collecting(),
                                                        WINDOW),
                                        1)),
                Trident.program(
                        "window-sliding-duration",
                        "A window of two seconds that slides by one holds each tuple twice.",
                        "windowing/config/SlidingDurationWindow.java",
                        stage ->
                                durations(
                                        stage,
                                        s ->
                                                s.slidingWindow(
                                                        Duration.seconds(2),
                                                        Duration.seconds(1),
                                                        new InMemoryWindowsStoreFactory(),
                                                        N,
                                                        new Collecting(),
                                                        WINDOW),
                                        2)),
                Trident.program(
                        "window-tumbling-count",
                        "A tumbling window of three tuples, over batches of two.",
                        "windowing/config/TumblingCountWindow.java",
                        stage ->
                                counts(
                                        stage,
                                        s ->
                                                s.tumblingWindow(
                                                        3,
                                                        new InMemoryWindowsStoreFactory(),
                                                        N,
                                                        new Collecting(),
                                                        WINDOW),
                                        3)),
                Trident.program(
                        "window-sliding-count",
                        "A window of four tuples that slides by two.",
                        "windowing/config/SlidingCountWindow.java",
                        stage ->
                                counts(
                                        stage,
                                        s ->
                                                s.slidingWindow(
                                                        4,
                                                        2,
                                                        new InMemoryWindowsStoreFactory(),
                                                        N,
                                                        new Collecting(),
                                                        WINDOW),
                                        5)),
                Trident.program(
                        "window-stored",
                        "A window whose tuples are in the store.",
                        "windowing/StoreBasedTridentWindowManager.java",
                        stage -> counts(stage, WindowPrograms::stored, 5)));
    }

    private static Stream stored(Stream stream) {
        WindowConfig config = SlidingCountWindow.of(4, 2);
        return stream.window(
                config, new InMemoryWindowsStoreFactory(), N, new Collecting(), WINDOW);
    }

    /** Collects the tuples of a window in a list. */
    static final class Collecting extends BaseAggregator<List<Object>> {
        private static final long serialVersionUID = 1;

        @Override
        public List<Object> init(Object batchId, TridentCollector collector) {
            return new ArrayList<>();
        }

        @Override
        public void aggregate(List<Object> state, TridentTuple tuple, TridentCollector collector) {
            state.add(tuple.getValue(0));
        }

        @Override
        public void complete(List<Object> state, TridentCollector collector) {
            collector.emit(new Values(state));
        }
    }

    /** Applies a window to a stream. */
    interface Windowing {
        Stream apply(Stream stream);
    }

    private static TridentTopology topology(Stage stage, Windowing windowing) {
        TridentTopology topology = new TridentTopology();
        windowing
                .apply(topology.newStream(stage.name(), Trident.numbers(2, 10)))
                .each(WINDOW, new Noting());
        return topology;
    }

    private static void counts(Stage stage, Windowing windowing, int windows) throws Exception {
        Trident.observe(stage, topology(stage, windowing), windows);
    }

    private static void durations(Stage stage, Windowing windowing, int times) throws Exception {
        Trident.submit(stage, topology(stage, windowing));
        stage.awaitTrue(
                "every number " + times + " times", () -> windowed(stage).size() >= 10 * times);
        List<Object> numbers = windowed(stage);
        numbers.sort(null);
        stage.fact("numbers", numbers);
    }

    /** Returns all tuples of all windows. */
    private static List<Object> windowed(Stage stage) {
        List<Object> numbers = new ArrayList<>();
        for (Object note : stage.probe().notes(Trident.OUT)) {
            numbers.addAll((List<?>) ((List<?>) note).get(0));
        }
        return numbers;
    }
}
