package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Classes that only the application's jar has, and that Storm finds by the names in a
 * configuration: on a cluster it does, so it has to here.
 */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class NamedClassesIT {
    @TempDir static Path directory;
    private static String jar;

    private static final String IMPORTS =
            """
            package named;
            import com.esotericsoftware.kryo.Kryo;
            import com.esotericsoftware.kryo.Serializer;
            import com.esotericsoftware.kryo.io.*;
            import java.util.*;
            import java.util.function.*;
            import org.apache.storm.*;
            import org.apache.storm.generated.*;
            import org.apache.storm.hooks.*;
            import org.apache.storm.metric.*;
            import org.apache.storm.metric.api.*;
            import org.apache.storm.policy.*;
            import org.apache.storm.serialization.*;
            import org.apache.storm.spout.*;
            import org.apache.storm.state.*;
            import org.apache.storm.task.*;
            import org.apache.storm.topology.*;
            import org.apache.storm.topology.base.*;
            import org.apache.storm.tuple.*;
            import org.apache.storm.utils.ListDelegate;
            """;

    /** Class name to its body, in the braces; every one says once that it was used. */
    private static final Map<String, String> CLASSES = new LinkedHashMap<>();

    static {
        CLASSES.put(
                "class Said",
                """
                static final Set<String> ALREADY = Collections.synchronizedSet(new HashSet<>());
                static void used(Object what) {
                    String name = what.getClass().getSimpleName();
                    if (ALREADY.add(name)) System.out.println("used " + name);
                }
                """);
        CLASSES.put("class Word", "public final String text; public Word(String t) { text = t; }");
        CLASSES.put(
                "class WordSerializer extends Serializer<Word>",
                """
                public void write(Kryo k, Output o, Word w) { Said.used(this); o.writeString(w.text); }
                public Word read(Kryo k, Input i, Class<? extends Word> c) { return new Word(i.readString()); }
                """);
        CLASSES.put(
                "class Decorator implements IKryoDecorator",
                "public void decorate(Kryo k) { Said.used(this); }");
        CLASSES.put(
                "class Factory extends DefaultKryoFactory",
                """
                public void preRegister(Kryo k, Map<String, Object> c) { Said.used(this); super.preRegister(k, c); }
                """);
        CLASSES.put(
                "class Payload extends org.apache.storm.serialization.types.ListDelegateSerializer",
                """
                public void write(Kryo k, Output o, ListDelegate c) { Said.used(this); super.write(k, o, c); }
                """);
        CLASSES.put(
                "class Consumer implements IMetricsConsumer",
                """
                public void prepare(Map<String, Object> c, Object r, TopologyContext x, IErrorReporter e) { Said.used(this); }
                public void handleDataPoints(TaskInfo t, Collection<DataPoint> d) {}
                public void cleanup() {}
                """);
        CLASSES.put(
                "class Reporter extends org.apache.storm.metrics2.reporters.ScheduledStormReporter",
                """
                public void prepare(com.codahale.metrics.MetricRegistry r, Map<String, Object> t, Map<String, Object> c) {
                    Said.used(this);
                    reporter = com.codahale.metrics.ConsoleReporter.forRegistry(r).build();
                    reportingPeriod = 3600;
                    reportingPeriodUnit = java.util.concurrent.TimeUnit.SECONDS;
                }
                """);
        CLASSES.put(
                "class TaskHook extends BaseTaskHook",
                "public void prepare(Map<String, Object> c, TopologyContext x) { Said.used(this); }");
        CLASSES.put(
                "class WorkerHook extends BaseWorkerHook",
                "public void start(Map<String, Object> c, WorkerUserContext x) { Said.used(this); }");
        CLASSES.put(
                "class Events implements IEventLogger",
                """
                public void prepare(Map<String, Object> c, Map<String, Object> a, TopologyContext x) { Said.used(this); }
                public void log(EventInfo e) {}
                public void close() {}
                """);
        CLASSES.put(
                "class SubmitHook implements ISubmitterHook",
                "public void notify(TopologyInfo i, Map<String, Object> c, StormTopology t) { Said.used(this); }");
        CLASSES.put(
                "class Waiting extends WaitStrategyPark",
                """
                public void prepare(Map<String, Object> c, WaitSituation s) { Said.used(this); super.prepare(c, s); }
                """);
        CLASSES.put(
                "class States extends InMemoryKeyValueStateProvider",
                """
                public State newState(String n, Map<String, Object> c, TopologyContext x) { Said.used(this); return super.newState(n, c, x); }
                """);
        CLASSES.put(
                "class Words extends BaseRichSpout",
                """
                SpoutOutputCollector collector; int n;
                public void open(Map<String, Object> c, TopologyContext x, SpoutOutputCollector o) { collector = o; }
                public void nextTuple() { if (n < 10) collector.emit(new Values(new Word("w" + n)), n++); }
                public void declareOutputFields(OutputFieldsDeclarer d) { d.declare(new Fields("word")); }
                """);
        CLASSES.put(
                "class Counter extends BaseStatefulBolt<KeyValueState<String, Long>>",
                """
                KeyValueState<String, Long> state; OutputCollector collector;
                public void prepare(Map<String, Object> c, TopologyContext x, OutputCollector o) { collector = o; }
                public void initState(KeyValueState<String, Long> s) { state = s; }
                public void execute(Tuple t) {
                    state.put("n", state.get("n", 0L) + 1);
                    if (state.get("n") == 10L) System.out.println("counted 10");
                    collector.ack(t);
                }
                """);
        CLASSES.put(
                "class Main",
                """
                public static void main(String[] args) throws Exception {
                    TopologyBuilder b = new TopologyBuilder();
                    b.setSpout("words", new Words());
                    b.setBolt("count", new Counter()).shuffleGrouping("words");
                    b.addWorkerHook(new WorkerHook());
                    Config conf = new Config();
                    conf.put("topology.state.provider", "named.States");
                    conf.put("topology.kryo.register", List.of(Map.of("named.Word", "named.WordSerializer")));
                    conf.put("topology.kryo.decorators", List.of("named.Decorator"));
                    conf.put("topology.kryo.factory", "named.Factory");
                    conf.put("topology.tuple.serializer", "named.Payload");
                    conf.put("topology.testing.always.try.serialize", true);
                    conf.put("topology.fall.back.on.java.serialization", true);
                    conf.put("topology.metrics.consumer.register", List.of(Map.of("class", "named.Consumer", "parallelism.hint", 1)));
                    conf.put("topology.metrics.reporters", List.of(Map.of("class", "named.Reporter")));
                    conf.put("topology.auto.task.hooks", List.of("named.TaskHook"));
                    conf.put("topology.event.logger.register", List.of(Map.of("class", "named.Events")));
                    conf.put("topology.eventlogger.executors", 1);
                    conf.put("topology.spout.wait.strategy", "named.Waiting");
                    conf.put("storm.topology.submission.notifier.plugin.class", "named.SubmitHook");
                    StormSubmitter.submitTopology("named", conf, b.createTopology());
                }
                """);
    }

    @BeforeAll
    static void buildApplication() throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        CLASSES.forEach(
                (declaration, body) ->
                        sources.put(
                                "named." + declaration.split(" ")[1],
                                IMPORTS + "public " + declaration + " {" + body + "}"));
        jar = AppJar.build(directory, sources, List.of()).toString();
    }

    @Test
    void areFoundByStorm() throws Exception {
        Child child = Child.run(directory, "run", "--for", "4s", jar, "named.Main");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out().lines().filter(line -> line.startsWith("used ")))
                .as(child.err())
                .containsExactlyInAnyOrder(
                        "used WordSerializer",
                        "used Decorator",
                        "used Factory",
                        "used Payload",
                        "used Consumer",
                        "used Reporter",
                        "used TaskHook",
                        "used WorkerHook",
                        "used Events",
                        "used SubmitHook",
                        "used Waiting",
                        "used States");
        assertThat(child.out()).contains("counted 10");
    }

    @Test
    void areNamedWhenNobodyHasThem() throws Exception {
        Child child =
                Child.run(
                        directory,
                        "run",
                        "--for",
                        "4s",
                        "-c",
                        "topology.state.provider=named.Missing",
                        jar,
                        "named.Main");
        assertThat(child.exitCode()).isEqualTo(ExitCode.TOPOLOGY_FAILED);
        assertThat(child.err()).contains("named.Missing");
    }
}
