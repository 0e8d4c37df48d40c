package io.eyewall.differential.program.testing;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.testing.FixedTuple;
import org.apache.storm.testing.FixedTupleSpout;
import org.apache.storm.testing.IdentityBolt;
import org.apache.storm.testing.TestAggregatesCounter;
import org.apache.storm.testing.TestConfBolt;
import org.apache.storm.testing.TestEventLogSpout;
import org.apache.storm.testing.TestEventOrderCheckBolt;
import org.apache.storm.testing.TestGlobalCount;
import org.apache.storm.testing.TestPlannerBolt;
import org.apache.storm.testing.TestPlannerSpout;
import org.apache.storm.testing.TestWordBytesCounter;
import org.apache.storm.testing.TestWordCounter;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.testing.TupleCaptureBolt;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about the spouts and bolts of storm-client's own tests, which users' tests use, too. */
public final class StormTestingPrograms {
    private StormTestingPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "fixed-tuple-spout",
                        "A spout of fixed tuples knows what became of them.",
                        "testing/FixedTupleSpout.java",
                        StormTestingPrograms::fixedTuples),
                Program.of(
                        "test-word-counters",
                        "Storm's word counters count, by word and all together.",
                        "testing/TestWordCounter.java",
                        StormTestingPrograms::counters),
                Program.of(
                        "test-conf-bolt",
                        "A bolt answers what it finds in its configuration.",
                        "testing/TestConfBolt.java",
                        StormTestingPrograms::confBolt),
                Program.of(
                        "test-event-order",
                        "Events of a source arrive in order at the bolt that checks them.",
                        "testing/TestEventOrderCheckBolt.java",
                        StormTestingPrograms::eventOrder),
                Program.of(
                        "tuple-capture",
                        "A capturing bolt keeps what every stream carried.",
                        "testing/TupleCaptureBolt.java",
                        StormTestingPrograms::capture),
                Program.of(
                        "test-word-spout",
                        "Storm's word spout emits words, one per call.",
                        "testing/TestWordSpout.java",
                        StormTestingPrograms::wordSpout));
    }

    private static List<FixedTuple> tuples(String... words) {
        List<FixedTuple> tuples = new ArrayList<>();
        for (String word : words) {
            tuples.add(new FixedTuple(new Values(word)));
        }
        return tuples;
    }

    private static void fixedTuples(Stage stage) throws Exception {
        FixedTupleSpout spout = new FixedTupleSpout(tuples("a", "fail", "b"), new Fields("word"));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", spout);
        builder.setBolt("identity", new IdentityBolt(new Fields("word"))).shuffleGrouping("source");
        ProbeBolt sink =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.received(tuple);
                            if (tuple.getString(0).equals("fail")) {
                                task.collector().fail(tuple);
                            } else {
                                task.collector().ack(tuple);
                            }
                        });
        builder.setBolt("sink", sink).shuffleGrouping("identity");
        stage.submit(builder);
        stage.awaitTrue("three tuples done", () -> spout.getCompleted() >= 3);
        stage.fact("completed", spout.getCompleted());
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void counters(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "words", new FixedTupleSpout(tuples("x", "y", "x", "z", "x"), new Fields("word")));
        builder.setBolt("counts", new TestWordCounter(), 2)
                .fieldsGrouping("words", new Fields("word"));
        builder.setBolt("bytes", new TestWordBytesCounter(), 2).globalGrouping("bytesOf");
        builder.setBolt("bytesOf", bytes()).shuffleGrouping("words");
        builder.setBolt("total", new TestGlobalCount()).globalGrouping("words");
        builder.setBolt("aggregate", new TestAggregatesCounter()).globalGrouping("counts");
        ProbeBolt sink =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note(tuple.getSourceComponent(), tuple.getValues().toString());
                            task.note("received", true);
                        });
        builder.setBolt("sink", sink)
                .globalGrouping("counts")
                .globalGrouping("bytes")
                .globalGrouping("total")
                .globalGrouping("aggregate");
        stage.submit(builder);
        stage.await("received", 20);
        for (String component : List.of("counts", "bytes", "total", "aggregate")) {
            stage.fact(component, stage.sorted(component));
        }
    }

    private static ProbeBolt bytes() {
        return ProbeBolt.doing(
                        (task, tuple) -> {
                            byte[] word =
                                    tuple.getString(0)
                                            .getBytes(java.nio.charset.StandardCharsets.UTF_8);
                            task.collector().emit(tuple, new Values(word));
                            task.collector().ack(tuple);
                        })
                .declares("default", "word");
    }

    private static void confBolt(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        List<FixedTuple> keys = new ArrayList<>();
        for (String key :
                List.of(
                        "own.key",
                        Config.TOPOLOGY_MAX_SPOUT_PENDING,
                        Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS,
                        "no.such.key")) {
            keys.add(new FixedTuple(new Values(key)));
        }
        builder.setSpout("keys", new FixedTupleSpout(keys, new Fields("key")));
        Map<String, Object> own = new HashMap<>();
        own.put("own.key", List.of(1, "two"));
        own.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, 30);
        builder.setBolt("conf", new TestConfBolt(own)).shuffleGrouping("keys");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("conf");
        Config conf = stage.conf();
        conf.setMaxSpoutPending(40);
        conf.setMessageTimeoutSecs(50);
        stage.submit(builder, conf);
        stage.await("received", 4);
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void eventOrder(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", new TestEventLogSpout(30), 2);
        builder.setBolt("check", new TestEventOrderCheckBolt(), 4)
                .fieldsGrouping("events", new Fields("source"));
        ProbeBolt sink = ProbeBolt.doing((task, tuple) -> task.note("received", tuple.getValues()));
        builder.setBolt("count", sink).shuffleGrouping("events");
        builder.setBolt("failures", ProbeBolt.doing((task, tuple) -> task.note("failure", tuple)))
                .shuffleGrouping("check");
        stage.submit(builder);
        stage.await("received", 30);
        stage.fact("failures", stage.probe().count("failure"));
    }

    private static void capture(Stage stage) throws Exception {
        TupleCaptureBolt capture = new TupleCaptureBolt();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("planner", new TestPlannerSpout(new Fields("f")));
        builder.setSpout("source", ProbeSpout.numbersWithIds(4));
        builder.setBolt("middle", ProbeBolt.passing("n")).shuffleGrouping("source");
        builder.setBolt("plannerBolt", new TestPlannerBolt()).shuffleGrouping("planner");
        builder.setBolt("capture", capture).globalGrouping("source").globalGrouping("middle");
        stage.submit(builder);
        stage.await("acked", 4);
        Map<String, List<String>> seen = new TreeMap<>();
        capture.getResults()
                .forEach(
                        (component, tuples) ->
                                seen.put(
                                        component,
                                        tuples.stream()
                                                .map(each -> each.stream + " " + each.values)
                                                .toList()));
        stage.fact("captured", seen);
    }

    private static void wordSpout(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new TestWordSpout());
        ProbeBolt sink =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note("word", tuple.getStringByField("word").matches("[a-z]+"));
                            task.collector().ack(tuple);
                        });
        builder.setBolt("sink", sink).shuffleGrouping("words");
        stage.submit(builder);
        stage.await("word", 3);
        stage.fact("words", new java.util.TreeSet<>(stage.probe().notes("word")));
    }
}
