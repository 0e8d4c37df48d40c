package io.eyewall.differential.program.window;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.Signals;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.topology.base.BaseWindowedBolt.Count;
import org.apache.storm.topology.base.BaseWindowedBolt.Duration;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.windowing.TimestampExtractor;

/**
 * Programs about windows by the event time of tuples. The driver sends rows of a name and a time,
 * and waits for the windows that a watermark must complete before it sends the next rows.
 */
public final class EventTimePrograms {
    private static final String WINDOWS = "topology/WindowedBoltExecutor.java";
    private static final String WATERMARKS = "windowing/WaterMarkEventGenerator.java";

    private EventTimePrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "event-time-tumbling",
                        "Tumbling windows of event time begin at multiples of their length.",
                        "windowing/WatermarkTimeTriggerPolicy.java",
                        EventTimePrograms::tumbling),
                Program.of(
                        "event-time-sliding",
                        "Sliding windows of event time overlap; windows without tuples are left out.",
                        "windowing/WatermarkTimeTriggerPolicy.java",
                        EventTimePrograms::sliding),
                Program.of(
                        "event-time-late-stream",
                        "A tuple older than the watermark goes to the late stream, and is acked.",
                        WINDOWS,
                        EventTimePrograms::lateStream),
                Program.of(
                        "event-time-late-dropped",
                        "Without a late stream a late tuple is acked and in no window.",
                        WINDOWS,
                        EventTimePrograms::lateDropped),
                Program.of(
                        "event-time-lag",
                        "With a lag, tuples out of order by less than it are in their windows.",
                        WATERMARKS,
                        EventTimePrograms::lag),
                Program.of(
                        "event-time-two-streams",
                        "The watermark is the lesser of the latest times of two streams.",
                        WATERMARKS,
                        EventTimePrograms::lesser),
                Program.of(
                        "event-time-silent-stream",
                        "A stream that never sent anything holds the watermark back.",
                        WATERMARKS,
                        EventTimePrograms::silentStream),
                Program.of(
                        "event-time-extractor",
                        "A timestamp extractor reads the time from anything in a tuple.",
                        "windowing/TimestampExtractor.java",
                        EventTimePrograms::extractor),
                Program.of(
                        "event-time-count",
                        "Windows of three tuples in the order of their time, sliding by two.",
                        "windowing/WatermarkCountTriggerPolicy.java",
                        EventTimePrograms::count),
                Program.of(
                        "event-time-acks",
                        "Tuples are acked when a later window lets them go.",
                        "windowing/WatermarkTimeEvictionPolicy.java",
                        EventTimePrograms::acks));
    }

    /** Reads {@code NAME@MILLISECONDS}. */
    private static final class AfterAt implements TimestampExtractor {
        private static final long serialVersionUID = 1;

        @Override
        public long extractTimestamp(Tuple tuple) {
            String text = tuple.getString(0);
            return Long.parseLong(text.substring(text.indexOf('@') + 1));
        }
    }

    private static BaseWindowedBolt eager(BaseWindowedBolt bolt) {
        return bolt.withWatermarkInterval(Duration.of(100));
    }

    private static BaseWindowedBolt byField(BaseWindowedBolt bolt) {
        return eager(bolt).withTimestampField("time");
    }

    private static void submit(Stage stage, BaseWindowedBolt bolt) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Signals.rows("rows", "name", "time"));
        builder.setBolt("windows", bolt).shuffleGrouping("source");
        stage.submit(builder, conf(stage));
    }

    private static Config conf(Stage stage) {
        Config conf = stage.conf();
        conf.setMessageTimeoutSecs(120);
        return conf;
    }

    private static void send(Stage stage, String name, long time) {
        Signals.send(stage.probe(), "rows", name, time);
    }

    private static void windowFacts(Stage stage) {
        stage.fact("windows", stage.probe().notes("window"));
        stage.fact("spans", stage.probe().notes("span"));
        stage.fact("new", stage.probe().notes("new"));
        stage.fact("expired", stage.probe().notes("expired"));
    }

    private static void tumbling(Stage stage) throws Exception {
        submit(stage, byField(new NotingWindows().withTumblingWindow(Duration.seconds(10))));
        send(stage, "a", 101_000);
        send(stage, "b", 105_500);
        send(stage, "c", 110_000);
        send(stage, "d", 110_001);
        send(stage, "e", 128_000);
        send(stage, "end", 140_000);
        stage.await("window", 4);
        windowFacts(stage);
    }

    private static void sliding(Stage stage) throws Exception {
        submit(
                stage,
                byField(
                        new NotingWindows()
                                .withWindow(Duration.seconds(20), Duration.seconds(10))));
        send(stage, "a", 1_000);
        send(stage, "b", 12_000);
        send(stage, "c", 15_000);
        send(stage, "d", 95_000);
        send(stage, "end", 120_000);
        stage.await("window", 6);
        windowFacts(stage);
    }

    private static void late(Stage stage, BaseWindowedBolt bolt) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Signals.rows("rows", "name", "time"));
        builder.setBolt("windows", bolt).shuffleGrouping("source");
        if (bolt.getComponentConfiguration().containsKey(Config.TOPOLOGY_BOLTS_LATE_TUPLE_STREAM)) {
            ProbeBolt late =
                    ProbeBolt.doing(
                            (task, tuple) -> {
                                Tuple inner = (Tuple) tuple.getValueByField("late_tuple");
                                task.note("late", inner.getValues());
                                task.note(
                                        "origin",
                                        List.of(
                                                inner.getSourceComponent(),
                                                inner.getSourceStreamId(),
                                                tuple.getSourceComponent(),
                                                tuple.getSourceStreamId(),
                                                inner.getFields().toList()));
                                task.collector().ack(tuple);
                            });
            builder.setBolt("late", late).shuffleGrouping("windows", "late");
        }
        stage.submit(builder, conf(stage));
        send(stage, "a", 1_000);
        send(stage, "b", 11_000);
        stage.await("window", 1);
        // The watermark is now at 11 s.
        send(stage, "late", 10_999);
        send(stage, "in time", 11_000);
        send(stage, "later", 500);
        stage.await("acked", 2);
        send(stage, "end", 20_000);
        stage.await("window", 2);
        // The late tuples, and the tuples of the first window.
        stage.await("acked", 3);
    }

    private static void lateStream(Stage stage) throws Exception {
        BaseWindowedBolt bolt =
                byField(new NotingWindows().withTumblingWindow(Duration.seconds(10)))
                        .withLateTupleStream("late");
        late(stage, bolt);
        stage.await("late", 2);
        windowFacts(stage);
        stage.fact("late", stage.probe().notes("late"));
        stage.fact("origin", stage.probe().notes("origin"));
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void lateDropped(Stage stage) throws Exception {
        late(stage, byField(new NotingWindows().withTumblingWindow(Duration.seconds(10))));
        windowFacts(stage);
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void lag(Stage stage) throws Exception {
        submit(
                stage,
                byField(new NotingWindows().withTumblingWindow(Duration.seconds(10)))
                        .withLag(Duration.seconds(5)));
        send(stage, "a", 2_000);
        send(stage, "b", 16_000);
        // The watermark advances to 11 s and completes the first window.
        stage.await("window", 1);
        send(stage, "out of order", 12_000);
        send(stage, "too late", 10_500);
        send(stage, "end", 27_000);
        stage.await("window", 2);
        windowFacts(stage);
        stage.fact("too late is acked", stage.probe().notes("acked").contains("too late"));
    }

    /**
     * Returns a topology with two streams of one spout, whose tuples are therefore ordered. Without
     * a lag, a tuple after the end of a window excludes the tuples behind it in the queue from that
     * window. Each row begins with its stream.
     */
    private static TopologyBuilder twoStreams() {
        ProbeSpout source =
                ProbeSpout.doing(
                                task -> {
                                    List<Object> rows = task.probe().notes("rows");
                                    int step = (int) task.memory().getOrDefault("sent", 0);
                                    if (step < rows.size()) {
                                        task.memory().put("sent", step + 1);
                                        List<?> row = (List<?>) rows.get(step);
                                        task.collector()
                                                .emit(
                                                        (String) row.get(0),
                                                        new Values(row.get(1), row.get(2)));
                                    }
                                })
                        .declares("left", "name", "time")
                        .declares("right", "name", "time");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", source);
        BaseWindowedBolt bolt =
                byField(new NotingWindows().withTumblingWindow(Duration.seconds(10)));
        builder.setBolt("windows", bolt)
                .shuffleGrouping("source", "left")
                .shuffleGrouping("source", "right");
        builder.setBolt("arrivals", ProbeBolt.recording())
                .shuffleGrouping("source", "left")
                .shuffleGrouping("source", "right");
        return builder;
    }

    private static void lesser(Stage stage) throws Exception {
        stage.submit(twoStreams(), conf(stage));
        Signals.send(stage.probe(), "rows", "left", "l1", 1_000L);
        Signals.send(stage.probe(), "rows", "right", "r1", 2_000L);
        Signals.send(stage.probe(), "rows", "right", "r2", 12_000L);
        Signals.send(stage.probe(), "rows", "left", "l2", 35_000L);
        stage.await("window", 1);
        Signals.send(stage.probe(), "rows", "right", "r3", 13_000L);
        Signals.send(stage.probe(), "rows", "right", "r4", 31_000L);
        stage.await("window", 2);
        windowFacts(stage);
    }

    private static void silentStream(Stage stage) throws Exception {
        stage.submit(twoStreams(), conf(stage));
        Signals.send(stage.probe(), "rows", "left", "l1", 1_000L);
        Signals.send(stage.probe(), "rows", "left", "l2", 35_000L);
        stage.await("received", 2);
        int before = stage.awaitQuiet("window", 1000);
        Signals.send(stage.probe(), "rows", "right", "r1", 40_000L);
        stage.await("window", 1);
        stage.fact("windows before the other stream spoke", before);
        windowFacts(stage);
    }

    private static void extractor(Stage stage) throws Exception {
        BaseWindowedBolt bolt =
                eager(new NotingWindows().withTumblingWindow(Duration.seconds(1)))
                        .withTimestampExtractor(new AfterAt());
        submit(stage, bolt);
        send(stage, "a@100", 0);
        send(stage, "b@900", 0);
        send(stage, "c@1900", 0);
        send(stage, "end@3000", 0);
        stage.await("window", 3);
        windowFacts(stage);
    }

    private static void count(Stage stage) throws Exception {
        // The rows reach the windows before the first watermark, or the lag covers their disorder.
        submit(
                stage,
                byField(new NotingWindows().withWindow(Count.of(3), Count.of(2)))
                        .withLag(Duration.seconds(100)));
        send(stage, "a", 1_000);
        send(stage, "c", 3_000);
        send(stage, "b", 2_000);
        send(stage, "d", 4_000);
        send(stage, "e", 5_000);
        send(stage, "f", 6_000);
        send(stage, "end", 106_500);
        stage.await("window", 3);
        windowFacts(stage);
    }

    private static void acks(Stage stage) throws Exception {
        submit(
                stage,
                byField(
                        new NotingWindows()
                                .withWindow(Duration.seconds(20), Duration.seconds(10))));
        send(stage, "a", 5_000);
        send(stage, "b", 15_000);
        send(stage, "c", 25_000);
        send(stage, "d", 45_000);
        stage.await("window", 4);
        stage.await("acked", 2);
        windowFacts(stage);
        stage.fact("acked", stage.probe().notes("acked"));
    }
}
