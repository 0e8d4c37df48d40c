package io.eyewall.differential.program;

import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.JavaObject;
import org.apache.storm.generated.JavaObjectArg;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.streams.Pair;
import org.apache.storm.streams.StreamBuilder;
import org.apache.storm.streams.operations.mappers.ValueMapper;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseStatefulBolt;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.BaseFunction;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.operation.TridentOperationContext;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.trident.testing.FixedBatchSpout;
import org.apache.storm.trident.testing.MemoryMapState;
import org.apache.storm.trident.testing.Split;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.windowing.TupleWindow;

/** APIs that storm-client builds on spouts and bolts: windows, state, streams, Trident. */
final class LayeredApiPrograms {
    private LayeredApiPrograms() {}

    static List<Program> all() {
        return List.of(
                Program.of(
                        "window-tumbling-count",
                        "A tumbling window of five tuples, acked when they expire.",
                        "topology/WindowedBoltExecutor.java",
                        stage -> windows(stage, WindowKind.TUMBLING_COUNT)),
                Program.of(
                        "window-sliding-count",
                        "A window of six tuples that slides by three.",
                        "topology/WindowedBoltExecutor.java",
                        stage -> windows(stage, WindowKind.SLIDING_COUNT)),
                Program.of(
                        "window-tumbling-time",
                        "A tumbling window of a second holds each tuple once.",
                        "windowing/TimeTriggerPolicy.java",
                        LayeredApiPrograms::timeWindow),
                Program.of(
                        "stateful-bolt",
                        "A stateful bolt gets its state before its tuples, and checkpoints.",
                        "topology/StatefulBoltExecutor.java",
                        LayeredApiPrograms::stateful),
                Program.of(
                        "streams-api",
                        "A word count with the streams API.",
                        "streams/StreamBuilder.java",
                        LayeredApiPrograms::streams),
                Program.of(
                        "trident-word-count",
                        "A word count with Trident over two batches.",
                        "trident/TridentTopology.java",
                        LayeredApiPrograms::trident),
                Program.of(
                        "java-object-bolt",
                        "A bolt may be given as class name and constructor arguments.",
                        "Thrift.java",
                        LayeredApiPrograms::javaObject));
    }

    private enum WindowKind {
        TUMBLING_COUNT,
        SLIDING_COUNT
    }

    /** Notes every window. */
    static final class NotingWindows extends BaseWindowedBolt {
        private static final long serialVersionUID = 1;

        private transient Probe probe;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            probe = Probe.of(conf);
        }

        @Override
        public void execute(TupleWindow window) {
            probe.note("window", values(window.get()));
            probe.note("new", values(window.getNew()));
            probe.note("expired", values(window.getExpired()));
            window.getNew().forEach(tuple -> probe.note("inWindows", tuple.getInteger(0)));
        }

        private static List<Object> values(List<Tuple> tuples) {
            return tuples.stream().map(tuple -> tuple.getValue(0)).toList();
        }
    }

    private static void windows(Stage stage, WindowKind kind) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(20));
        NotingWindows bolt = new NotingWindows();
        int windows = 0;
        switch (kind) {
            case TUMBLING_COUNT -> {
                bolt.withTumblingWindow(BaseWindowedBolt.Count.of(5));
                windows = 4;
            }
            case SLIDING_COUNT -> {
                bolt.withWindow(BaseWindowedBolt.Count.of(6), BaseWindowedBolt.Count.of(3));
                windows = 6;
            }
        }
        builder.setBolt("windows", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("expired", windows);
        stage.awaitQuiet("acked", 300);
        stage.fact("windows", stage.probe().notes("window"));
        stage.fact("new", stage.probe().notes("new"));
        stage.fact("expired", stage.probe().notes("expired"));
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void timeWindow(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(20));
        BaseWindowedBolt bolt =
                new NotingWindows().withTumblingWindow(BaseWindowedBolt.Duration.seconds(1));
        builder.setBolt("windows", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("inWindows", 20);
        stage.await("acked", 20);
        stage.fact("inWindows", stage.probe().notes("inWindows"));
        stage.fact("acked", stage.sorted("acked"));
    }

    /** Counts words in its state. */
    static final class CountingBolt extends BaseStatefulBolt<KeyValueState<String, Integer>> {
        private static final long serialVersionUID = 1;

        private transient KeyValueState<String, Integer> counts;
        private transient Probe probe;
        private transient OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            probe = Probe.of(conf);
            this.collector = collector;
            probe.note("calls", "prepare");
        }

        @Override
        public void initState(KeyValueState<String, Integer> state) {
            counts = state;
            probe.note("calls", "initState " + state.getClass().getSimpleName());
        }

        @Override
        public void preCommit(long txid) {
            probe.note("commits", "preCommit");
        }

        @Override
        public void execute(Tuple tuple) {
            String word = tuple.getString(0);
            int count = counts.get(word, 0) + 1;
            counts.put(word, count);
            collector.emit(tuple, new Values(word, count));
            probe.note("executed", word);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word", "count"));
        }
    }

    private static void stateful(Stage stage) throws Exception {
        List<Values> rows = new ArrayList<>();
        for (String word : "a b a c b a".split(" ")) {
            rows.add(new Values(word));
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.rows(rows, "word"));
        builder.setBolt("counts", new CountingBolt()).shuffleGrouping("source");
        ProbeBolt sink =
                ProbeBolt.recording()
                        .onPrepare(
                                task ->
                                        task.probe()
                                                .share(
                                                        "tasks",
                                                        new TreeMap<>(
                                                                task.context()
                                                                        .getTaskToComponent())));
        builder.setBolt("sink", sink).shuffleGrouping("counts");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_STATE_CHECKPOINT_INTERVAL, 1000);
        stage.submit(builder, conf);
        stage.await("received", 6);
        stage.await("commits", 1);
        stage.fact("calls", stage.probe().notes("calls"));
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("tasks", stage.probe().shared("tasks"));
    }

    private static void streams(Stage stage) throws Exception {
        List<Values> rows =
                List.of(new Values("to be or"), new Values("not to be"), new Values("be"));
        StreamBuilder builder = new StreamBuilder();
        builder.newStream(ProbeSpout.rows(rows, "sentence"), new ValueMapper<String>(0))
                .flatMap(sentence -> Arrays.asList(sentence.split(" ")))
                .filter(word -> !word.equals("or"))
                .mapToPair(word -> Pair.of(word, 1))
                .updateStateByKey(0, (count, one) -> count + one)
                .toPairStream()
                .to(ProbeBolt.recording());
        stage.submitAs(stage.name(), builder.build(), stage.conf());
        stage.await("received", 6);
        Map<String, Integer> counts = new TreeMap<>();
        for (Object pair : stage.probe().notes("received")) {
            List<?> wordAndCount = (List<?>) pair;
            counts.merge((String) wordAndCount.get(0), (Integer) wordAndCount.get(1), Math::max);
        }
        stage.fact("counts", counts);
    }

    /** Notes the tuples of a Trident stream. */
    static final class Note extends BaseFunction {
        private static final long serialVersionUID = 1;

        private transient Probe probe;

        @Override
        public void prepare(Map<String, Object> conf, TridentOperationContext context) {
            probe = Probe.of(conf);
        }

        @Override
        public void execute(TridentTuple tuple, TridentCollector collector) {
            probe.note("count " + tuple.getString(0), tuple.getLong(1));
            probe.note("counts", tuple.getString(0));
        }
    }

    private static void trident(Stage stage) throws Exception {
        @SuppressWarnings("unchecked")
        FixedBatchSpout spout =
                new FixedBatchSpout(
                        new Fields("sentence"),
                        2,
                        new Values("the cow jumped"),
                        new Values("the moon"),
                        new Values("the cow"));
        TridentTopology topology = new TridentTopology();
        topology.newStream("sentences", spout)
                .each(new Fields("sentence"), new Split(), new Fields("word"))
                .groupBy(new Fields("word"))
                .persistentAggregate(new MemoryMapState.Factory(), new Count(), new Fields("count"))
                .newValuesStream()
                .each(new Fields("word", "count"), new Note(), new Fields());
        stage.submitAs(stage.name(), topology.build(), stage.conf());
        // Two words come again in the second batch.
        stage.await("counts", 6);
        stage.fact("counts", stage.probe().notesUnder("count "));
    }

    /** Constructed from class name and arguments. */
    public static final class ConstructedBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private final String text;
        private final Long number;
        private transient Probe probe;

        /** The argument types must be exactly these. */
        public ConstructedBolt(String text, Long number, Boolean flag) {
            this.text = text + flag;
            this.number = number;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            probe = Probe.of(conf);
        }

        @Override
        public void execute(Tuple tuple) {
            probe.note("received", text + number + tuple.getValue(0));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    private static void javaObject(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(2));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        StormTopology topology = builder.createTopology();
        JavaObject bolt =
                new JavaObject(
                        ConstructedBolt.class.getName(),
                        List.of(
                                JavaObjectArg.string_arg("text "),
                                JavaObjectArg.long_arg(7),
                                JavaObjectArg.bool_arg(true)));
        topology.get_bolts().get("sink").set_bolt_object(ComponentObject.java_object(bolt));
        stage.submitAs(stage.name(), topology, stage.conf());
        stage.await("received", 2);
        stage.fact("received", stage.probe().notes("received"));
    }
}
