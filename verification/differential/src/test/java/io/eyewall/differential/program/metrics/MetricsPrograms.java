package io.eyewall.differential.program.metrics;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.RecordingMetricsConsumer;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.metric.api.AssignableMetric;
import org.apache.storm.metric.api.CombinedMetric;
import org.apache.storm.metric.api.CountMetric;
import org.apache.storm.metric.api.ICombiner;
import org.apache.storm.metric.api.MeanReducer;
import org.apache.storm.metric.api.MultiCountMetric;
import org.apache.storm.metric.api.ReducedMetric;
import org.apache.storm.topology.TopologyBuilder;

/**
 * Programs about metrics of both of Storm's systems, as consumers, reporters and tasks receive
 * them.
 */
public final class MetricsPrograms {
    private static final int TUPLES = 20;

    private static final String NO_QUEUE_THREADS =
            "Executors have neither threads nor Storm's receive queues, so that the metrics of"
                    + " these (receive-queue-*, __backpressure-*, __skipped-*-ms) are absent.";

    private static final String SPOUT_ACKS = "source.default.4 __ack-count-default";

    /** The metrics of the system bolt that do not depend on the machine of the JVM. */
    private static final List<String> JVM_GROUPS =
            List.of("GC", "memory", "startTimeSecs", "threads", "uptimeSecs");

    private MetricsPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "metrics-v1",
                        "Metrics registered in prepare reach the consumer per interval.",
                        "executor/Executor.java",
                        MetricsPrograms::version1),
                Program.of(
                        "metrics-v1-in-spout",
                        "A spout's metrics reach the consumer as a bolt's do.",
                        "executor/Executor.java",
                        MetricsPrograms::inSpout),
                Program.of(
                        "metrics-v1-misused",
                        "Registering late, twice, null or with no interval throws.",
                        "task/TopologyContext.java",
                        MetricsPrograms::misused),
                Program.of(
                        "metrics-consumer-lists",
                        "A consumer is told its argument; allow lists filter by name.",
                        "metric/MetricsConsumerBolt.java",
                        MetricsPrograms::filtered),
                Program.of(
                        "metrics-v2",
                        "Counters, meters, timers, histograms and gauges get worker-wide names.",
                        "metrics2/StormMetricRegistry.java",
                        MetricsPrograms::version2),
                Program.of(
                                "metrics-v2-built-in",
                                "Tasks have built-in counts per stream.",
                                "metrics2/TaskMetrics.java",
                                MetricsPrograms::builtIn)
                        .differs("waits", NO_QUEUE_THREADS),
                Program.of(
                                "metrics-v2-to-consumer",
                                "With v2.metrics.tick, v2 metrics reach v1 consumers.",
                                "executor/Executor.java",
                                MetricsPrograms::version2AtConsumer)
                        .differs("namesOfQueues", NO_QUEUE_THREADS));
    }

    /** Combines texts to the longest one. */
    static final class Longest implements ICombiner<String> {
        @Override
        public String identity() {
            return "";
        }

        @Override
        public String combine(String a, String b) {
            return a.length() >= b.length() ? a : b;
        }
    }

    @SuppressWarnings({"deprecation", "rawtypes", "unchecked"})
    private static void version1(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(TUPLES));
        ProbeBolt bolt =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    int n = tuple.getInteger(0);
                                    ((CountMetric) task.memory().get("count")).incr();
                                    ((CountMetric) task.memory().get("by")).incrBy(n);
                                    ((MultiCountMetric) task.memory().get("multi"))
                                            .scope(n % 2 == 0 ? "even" : "odd")
                                            .incr();
                                    ((ReducedMetric) task.memory().get("mean")).update(5L);
                                    ((CombinedMetric) task.memory().get("longest"))
                                            .update("x".repeat(n % 4));
                                    ((AssignableMetric) task.memory().get("set")).setValue("const");
                                })
                        .onPrepare(
                                task -> {
                                    Map<String, Object> memory = task.memory();
                                    var context = task.context();
                                    memory.put(
                                            "count",
                                            context.registerMetric("count", new CountMetric(), 1));
                                    memory.put(
                                            "by",
                                            context.registerMetric("by", new CountMetric(), 1));
                                    memory.put(
                                            "multi",
                                            context.registerMetric(
                                                    "multi", new MultiCountMetric(), 1));
                                    memory.put(
                                            "mean",
                                            context.registerMetric("mean", new MeanReducer(), 1));
                                    memory.put(
                                            "longest",
                                            context.registerMetric("longest", new Longest(), 1));
                                    memory.put(
                                            "set",
                                            context.registerMetric(
                                                    "set", new AssignableMetric(null), 1));
                                });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.registerMetricsConsumer(RecordingMetricsConsumer.class, "argument", 1);
        stage.submit(builder, conf);
        String from = "point sink:3 ";
        stage.awaitTrue(
                "all counts at the consumer",
                () -> sum(stage.probe().notes(from + "count")) == TUPLES);
        stage.awaitTrue("a set value", () -> stage.probe().count(from + "set") > 0);

        stage.fact("names", stage.probe().notesUnder(from).keySet());
        stage.fact("count", sum(stage.probe().notes(from + "count")));
        stage.fact("by", sum(stage.probe().notes(from + "by")));
        Map<String, Long> multi = new TreeMap<>();
        for (Object value : stage.probe().notes(from + "multi")) {
            ((Map<String, Long>) value).forEach((key, n) -> multi.merge(key, n, Long::sum));
        }
        stage.fact("multi", multi);
        stage.fact("mean", new TreeSet<>(stage.probe().notes(from + "mean")));
        List<Object> longest = stage.probe().notes(from + "longest");
        stage.fact("longest", longest.stream().map(String::valueOf).max(String::compareTo).get());
        stage.fact("set", new TreeSet<>(stage.probe().notes(from + "set")));
        stage.fact("countType", typeOf(stage.probe().notes(from + "count")));
        stage.fact("meanType", typeOf(stage.probe().notes(from + "mean")));
        stage.fact("interval", new TreeSet<>(stage.probe().notes("interval sink:3")));
        stage.fact("consumer", stage.probe().notes("consumer"));
    }

    private static String typeOf(List<Object> values) {
        return values.get(0).getClass().getSimpleName();
    }

    private static long sum(List<Object> values) {
        return values.stream().mapToLong(value -> ((Number) value).longValue()).sum();
    }

    @SuppressWarnings("deprecation")
    private static void inSpout(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.doing(
                                task -> {
                                    if (task.nextStep() < TUPLES) {
                                        ((CountMetric) task.memory().get("calls")).incr();
                                    }
                                })
                        .onOpen(
                                task ->
                                        task.memory()
                                                .put(
                                                        "calls",
                                                        task.context()
                                                                .registerMetric(
                                                                        "calls",
                                                                        new CountMetric(),
                                                                        2)));
        builder.setSpout("source", spout, 2);
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.registerMetricsConsumer(RecordingMetricsConsumer.class, 1);
        stage.submit(builder, conf);
        for (int task : List.of(4, 5)) {
            String series = "point source:" + task + " calls";
            stage.awaitTrue("counts", () -> sum(stage.probe().notes(series)) == TUPLES);
        }
        stage.fact("points", stage.probe().notesUnder("point ").keySet());
        stage.fact("interval", new TreeSet<>(stage.probe().notes("interval source:4")));
    }

    @SuppressWarnings("deprecation")
    private static void misused(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing(
                                (task, tuple) ->
                                        task.note(
                                                "late",
                                                Attempt.at(
                                                        () ->
                                                                task.context()
                                                                        .registerMetric(
                                                                                "late",
                                                                                new CountMetric(),
                                                                                1))))
                        .onPrepare(
                                task -> {
                                    var context = task.context();
                                    CountMetric first = new CountMetric();
                                    task.note(
                                            "early",
                                            context.registerMetric("a", first, 1) == first);
                                    task.note(
                                            "early",
                                            Attempt.at(
                                                    () ->
                                                            context.registerMetric(
                                                                    "a", new CountMetric(), 2)));
                                    task.note(
                                            "early",
                                            Attempt.at(
                                                    () ->
                                                            context.registerMetric(
                                                                    "b", (CountMetric) null, 2)));
                                    task.note(
                                            "early",
                                            Attempt.at(
                                                    () ->
                                                            context.registerMetric(
                                                                    "c", new CountMetric(), 0)));
                                    task.note(
                                            "early",
                                            context.getRegisteredMetricByName("a") == first);
                                    task.note("early", context.getRegisteredMetricByName("none"));
                                });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("late", 1);
        stage.fact("inPrepare", stage.probe().notes("early"));
        stage.fact("inExecute", stage.probe().notes("late"));
    }

    @SuppressWarnings("deprecation")
    private static void filtered(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing((task, tuple) -> {})
                        .onPrepare(
                                task -> {
                                    for (String name : List.of("keep-a", "keep-b", "drop-a")) {
                                        task.context().registerMetric(name, new CountMetric(), 1);
                                    }
                                    task.context()
                                            .registerMetric("keep-map", new MultiCountMetric(), 1)
                                            .scope("inner")
                                            .incr();
                                });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = stage.conf();
        Map<String, Object> consumer = new TreeMap<>();
        consumer.put("class", RecordingMetricsConsumer.class.getName());
        consumer.put("parallelism.hint", 1);
        consumer.put("argument", Map.of("key", 1));
        consumer.put("whitelist", List.of("keep-.*"));
        consumer.put("expandMapType", true);
        consumer.put("metricNameSeparator", "/");
        conf.put(Config.TOPOLOGY_METRICS_CONSUMER_REGISTER, List.of(consumer));
        stage.submit(builder, conf);
        stage.awaitTrue("two rounds", () -> stage.probe().count("point sink:3 keep-b") >= 2);
        stage.fact("points", stage.probe().notesUnder("point ").keySet());
        stage.fact("consumer", stage.probe().notes("consumer"));
    }

    private static void version2(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.numbersWithIds(TUPLES)
                        .onOpen(
                                task ->
                                        task.memory()
                                                .put("c", task.context().registerCounter("opens")));
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    // Unlike the older metrics, these may be registered after
                                    // prepare.
                                    if (task.nextStep() == 0) {
                                        task.context().registerCounter("late").inc();
                                        task.note("received", true);
                                    }
                                })
                        .onPrepare(
                                task -> {
                                    var context = task.context();
                                    context.registerCounter("counter").inc(3);
                                    context.registerMeter("meter").mark(2);
                                    context.registerTimer("timer");
                                    context.registerHistogram("histogram").update(7);
                                    context.registerGauge("gauge", () -> 42);
                                    task.note(
                                            "twice",
                                            Attempt.at(() -> context.registerCounter("counter"))
                                                    .split(":")[0]);
                                });
        builder.setBolt("sink", bolt, 2).setNumTasks(2).globalGrouping("source");
        Config conf = stage.conf();
        reportTo(conf);
        stage.submit(builder, conf);
        stage.await("received", 1);
        stage.await("twice", 2);
        MetricRegistry registry = RecordingMetricsReporter.registry(stage.probe());
        List<String> names = new ArrayList<>(names(stage, registry));
        names.removeIf(name -> name.contains("-__") || !name.startsWith("storm.topology."));
        names.removeIf(name -> name.contains(".__system."));
        stage.fact("names", names);
        stage.awaitTrue("the JVM's metrics", () -> systemGroups(registry).containsAll(JVM_GROUPS));
        stage.fact("groupsOfSystemNames", JVM_GROUPS);
        stage.fact("registeredTwice", stage.probe().notes("twice"));
        registry.getCounters()
                .forEach(
                        (name, counter) -> {
                            if (name.endsWith("counter")) {
                                stage.probe().note("counterValues", counter.getCount());
                            }
                        });
        stage.fact("counterValues", stage.probe().notes("counterValues"));
        stage.fact("reporter", stage.probe().notes("reporter"));
    }

    private static void reportTo(Config conf) {
        conf.put(
                Config.TOPOLOGY_METRICS_REPORTERS,
                List.of(
                        Map.of(
                                "class",
                                RecordingMetricsReporter.class.getName(),
                                "report.period",
                                1,
                                "own.key",
                                "own value")));
    }

    /**
     * Returns the registry's names without the parts that differ between runs: topology id, host
     * and port.
     */
    private static Set<String> names(Stage stage, MetricRegistry registry) {
        TreeSet<String> names = new TreeSet<>();
        for (String name : registry.getNames()) {
            names.add(
                    name.replaceAll(stage.name() + "-\\d+-\\d+\\.[^.]*\\.", "ID.HOST.")
                            .replaceAll("\\.\\d+-", ".PORT-"));
        }
        return names;
    }

    /**
     * Returns the first parts of the system's names, such as {@code memory} and {@code GC}; the
     * rest depends on the JVM.
     */
    private static Set<String> systemGroups(MetricRegistry registry) {
        TreeSet<String> groups = new TreeSet<>();
        for (String name : registry.getNames()) {
            if (name.contains(".__system.")) {
                groups.add(name.replaceFirst(".*\\.__system\\.-1\\.\\d+-", "").split("\\.")[0]);
            }
        }
        return groups;
    }

    private static void builtIn(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(TUPLES));
        builder.setBolt("middle", ProbeBolt.passing("n")).shuffleGrouping("source");
        ProbeBolt picky =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            if (tuple.getInteger(0) == 0) {
                                task.collector().fail(tuple);
                            } else {
                                task.collector().ack(tuple);
                            }
                        });
        builder.setBolt("sink", picky).shuffleGrouping("middle");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 1.0);
        reportTo(conf);
        stage.submit(builder, conf);
        stage.await("acked", TUPLES - 1);
        stage.await("failed", 1);
        MetricRegistry registry = RecordingMetricsReporter.registry(stage.probe());
        // The counts may reach the registry with a delay.
        stage.awaitTrue(
                "the spout's acks",
                () -> Long.valueOf(TUPLES - 1).equals(counters(registry).get(SPOUT_ACKS)));
        Map<String, Object> counters = counters(registry);
        Map<String, Object> waits = new TreeMap<>(counters);
        waits.keySet().removeIf(name -> !name.endsWith("-ms"));
        counters.keySet().removeAll(waits.keySet());
        stage.fact("counters", counters);
        stage.fact("waits", waits.keySet());
    }

    /** Returns the counts of the user's components by {@code component.stream.task name}. */
    private static Map<String, Object> counters(MetricRegistry registry) {
        Map<String, Object> values = new TreeMap<>();
        registry.getCounters()
                .forEach(
                        (name, counter) -> {
                            String[] parts = name.split("\\.");
                            String metric = name.substring(name.indexOf("-__") + 1);
                            boolean mine = name.contains("-__") && !metric.contains("__ack_");
                            if (mine && !name.contains(".__")) {
                                List<String> task = List.of(parts).subList(4, parts.length - 1);
                                values.put(
                                        String.join(".", task) + " " + metric, counter.getCount());
                            }
                        });
        return values;
    }

    private static void version2AtConsumer(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(TUPLES));
        ProbeBolt bolt =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    ((Counter) task.memory().get("c")).inc();
                                    task.note("received", true);
                                })
                        .onPrepare(
                                task -> {
                                    task.memory().put("c", task.context().registerCounter("mine"));
                                    task.context().registerMeter("meter").mark();
                                    task.context().registerGauge("answer", () -> 42);
                                    task.context().registerGauge("text", () -> "not a number");
                                });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_ENABLE_V2_METRICS_TICK, true);
        conf.put(Config.TOPOLOGY_V2_METRICS_TICK_INTERVAL_SECONDS, 1);
        conf.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 1.0);
        conf.registerMetricsConsumer(RecordingMetricsConsumer.class, 1);
        stage.submit(builder, conf);
        stage.await("received", TUPLES);
        String from = "point sink:3 ";
        stage.awaitTrue(
                "the count", () -> stage.probe().notes(from + "mine").contains((long) TUPLES));
        List<String> names = new ArrayList<>(stage.probe().notesUnder(from).keySet());
        // It is computed only at times.
        names.remove("__capacity");
        List<String> ofQueues =
                names.stream()
                        .filter(n -> n.startsWith("receive-queue") || n.contains("backpressure"))
                        .toList();
        names.removeAll(ofQueues);
        stage.fact("namesOfQueues", ofQueues);
        stage.fact("ownNames", names.stream().filter(name -> !name.startsWith("__")).toList());
        stage.fact("builtInNames", names.stream().filter(name -> name.startsWith("__")).toList());
        stage.fact("answer", new TreeSet<>(stage.probe().notes(from + "answer")));
    }
}
