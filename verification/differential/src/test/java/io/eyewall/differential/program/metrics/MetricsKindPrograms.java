package io.eyewall.differential.program.metrics;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.MetricSet;
import com.codahale.metrics.Timer;
import io.eyewall.differential.program.ExecutorViews;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.RecordingMetricsConsumer;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.metric.api.CountMetric;
import org.apache.storm.metric.api.IMetric;
import org.apache.storm.metric.api.IReducer;
import org.apache.storm.metric.api.IStatefulObject;
import org.apache.storm.metric.api.MeanReducer;
import org.apache.storm.metric.api.MultiReducedMetric;
import org.apache.storm.metric.api.StateMetric;
import org.apache.storm.metrics2.filters.RegexFilter;
import org.apache.storm.metrics2.reporters.ScheduledStormReporter;
import org.apache.storm.topology.TopologyBuilder;

/** Programs about less common kinds of metrics, several consumers, and reporters with filters. */
public final class MetricsKindPrograms {
    private MetricsKindPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "metrics-several-consumers",
                        "Every consumer has a component of its own and gets all data points.",
                        "metric/MetricsConsumerBolt.java",
                        MetricsKindPrograms::severalConsumers),
                Program.of(
                        "metrics-consumer-tasks",
                        "A consumer with two tasks gets every data point once.",
                        "metric/MetricsConsumerBolt.java",
                        MetricsKindPrograms::consumerTasks),
                Program.of(
                        "metrics-deny-list",
                        "A deny list drops data points by name.",
                        "metric/filter/FilterByMetricName.java",
                        MetricsKindPrograms::denied),
                Program.of(
                        "metrics-of-state",
                        "State, reduced and hand-made metrics reach the consumer.",
                        "metric/api/StateMetric.java",
                        MetricsKindPrograms::kinds),
                Program.of(
                        "metrics-of-the-worker",
                        "Metrics of the worker are named in the configuration, as is their interval.",
                        "metric/SystemBolt.java",
                        MetricsKindPrograms::ofWorker),
                Program.of(
                        "metric-set",
                        "A set of metrics is registered under a prefix.",
                        "metrics2/StormMetricRegistry.java",
                        MetricsKindPrograms::metricSet),
                Program.of(
                        "metrics-v2-values",
                        "Counters, meters, timers, histograms and gauges hold what they were told.",
                        "task/IMetricsContext.java",
                        MetricsKindPrograms::values),
                Program.of(
                        "reporter-filter",
                        "A reporter's filter is made from its configuration.",
                        "metrics2/reporters/ScheduledStormReporter.java",
                        MetricsKindPrograms::reporterFilter),
                Program.of(
                        "system-reporters",
                        "Reporters that the cluster adds to every topology.",
                        "metrics2/StormMetricRegistry.java",
                        MetricsKindPrograms::systemReporters));
    }

    @SuppressWarnings("deprecation")
    private static ProbeBolt counting() {
        return ProbeBolt.doing((task, tuple) -> ((CountMetric) task.memory().get("count")).incr())
                .onPrepare(
                        task ->
                                task.memory()
                                        .put(
                                                "count",
                                                task.context()
                                                        .registerMetric(
                                                                "count", new CountMetric(), 1)));
    }

    private static long sum(List<Object> values) {
        return values.stream().mapToLong(value -> ((Number) value).longValue()).sum();
    }

    private static void severalConsumers(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(10));
        builder.setBolt("sink", counting()).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.registerMetricsConsumer(RecordingMetricsConsumer.class, "one", 1);
        conf.registerMetricsConsumer(RecordingMetricsConsumer.class, "two", 1);
        var topology = stage.submit(builder, conf);
        stage.awaitTrue(
                "all counts at both",
                () ->
                        stage.probe().notesUnder("point sink:").entrySet().stream()
                                .filter(entry -> entry.getKey().endsWith(" count"))
                                .anyMatch(entry -> sum(entry.getValue()) == 20));
        stage.fact("consumers", stage.sorted("consumer"));
        stage.fact("executors", ExecutorViews.ranges(topology.info()));
    }

    private static void consumerTasks(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(10));
        builder.setBolt("sink", counting()).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.registerMetricsConsumer(RecordingMetricsConsumer.class, 2);
        stage.submit(builder, conf);
        stage.awaitTrue("rounds", () -> stage.probe().count("point sink:4 count") >= 4);
        stage.fact("sum", sum(stage.probe().notes("point sink:4 count")));
        stage.fact("consumers", stage.sorted("consumer"));
    }

    @SuppressWarnings("deprecation")
    private static void denied(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing((task, tuple) -> {})
                        .onPrepare(
                                task -> {
                                    for (String name : List.of("keep-a", "drop-a", "drop-b")) {
                                        task.context().registerMetric(name, new CountMetric(), 1);
                                    }
                                });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = stage.conf();
        Map<String, Object> consumer = new TreeMap<>();
        consumer.put("class", RecordingMetricsConsumer.class.getName());
        consumer.put("parallelism.hint", 1);
        consumer.put("blacklist", List.of("drop-.*"));
        conf.put(Config.TOPOLOGY_METRICS_CONSUMER_REGISTER, List.of(consumer));
        stage.submit(builder, conf);
        stage.awaitTrue("two rounds", () -> stage.probe().count("point sink:3 keep-a") >= 2);
        stage.fact("points", stage.probe().notesUnder("point sink:").keySet());
    }

    /** Concatenates values as text. */
    static final class Concat implements IReducer<StringBuilder> {
        @Override
        public StringBuilder init() {
            return new StringBuilder();
        }

        @Override
        public StringBuilder reduce(StringBuilder accumulator, Object input) {
            return accumulator.append(input);
        }

        @Override
        public Object extractResult(StringBuilder accumulator) {
            return accumulator.toString();
        }
    }

    /** A metric with dimensions of its own. */
    public static final class HandMade implements IMetric {
        @Override
        public Object getValueAndReset() {
            return Map.of("a", 1);
        }

        @Override
        public Map<String, String> getDimensions() {
            return Map.of("dimension", "own");
        }
    }

    @SuppressWarnings({"deprecation", "rawtypes"})
    private static void kinds(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing((task, tuple) -> {})
                        .onPrepare(
                                task -> {
                                    var context = task.context();
                                    IStatefulObject state = () -> "the state";
                                    context.registerMetric("state", new StateMetric(state), 1);
                                    context.registerMetric("concat", new Concat(), 1).update("x");
                                    MultiReducedMetric means =
                                            context.registerMetric(
                                                    "means",
                                                    new MultiReducedMetric(new MeanReducer()),
                                                    1);
                                    means.scope("a").update(2L);
                                    means.scope("a").update(4L);
                                    means.scope("b").update(5L);
                                    context.registerMetric("made", new HandMade(), 1);
                                    context.registerMetric("null", () -> null, 1);
                                });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.registerMetricsConsumer(RecordingMetricsConsumer.class, 1);
        stage.submit(builder, conf);
        stage.awaitTrue("two rounds", () -> stage.probe().count("point sink:3 made") >= 2);
        for (String name : List.of("state", "concat", "means", "made")) {
            stage.fact(name, stage.probe().notes("point sink:3 " + name).get(0));
        }
        stage.fact("null", stage.probe().count("point sink:3 null"));
        stage.fact("dimensions", stage.probe().notes("dimensions sink:3 made").get(0));
    }

    private static void ofWorker(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_BUILTIN_METRICS_BUCKET_SIZE_SECS, 2);
        conf.put(Config.TOPOLOGY_WORKER_METRICS, Map.of("own", HandMade.class.getName()));
        conf.registerMetricsConsumer(RecordingMetricsConsumer.class, 1);
        stage.submit(builder, conf);
        stage.awaitTrue(
                "metrics of the worker", () -> stage.probe().count("point __system:-1 own") > 0);
        stage.fact("own", stage.probe().notes("point __system:-1 own").get(0));
        stage.fact("interval", new TreeSet<>(stage.probe().notes("interval __system:-1")));
    }

    /** A set of a gauge and a counter. */
    static final class TwoMetrics implements MetricSet {
        @Override
        public Map<String, Metric> getMetrics() {
            Gauge<Integer> gauge = () -> 5;
            Counter counter = new Counter();
            counter.inc(6);
            return new TreeMap<>(Map.of("gauge", gauge, "counter", counter));
        }
    }

    private static void metricSet(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.recording()
                        .onPrepare(
                                task -> task.context().registerMetricSet("set", new TwoMetrics()));
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder, reporting(stage, Map.of()));
        stage.await("received", 1);
        MetricRegistry registry = RecordingMetricsReporter.registry(stage.probe());
        TreeSet<String> names = new TreeSet<>();
        for (String name : registry.getNames()) {
            if (name.matches(".*\\d-set\\..*")) {
                names.add(
                        name.replaceFirst(".*\\.sink\\.", "sink.")
                                .replaceAll("\\.\\d+-", ".PORT-"));
            }
        }
        stage.fact("names", names);
    }

    private static Config reporting(Stage stage, Map<String, Object> more) {
        Config conf = stage.conf();
        Map<String, Object> reporter = new TreeMap<>(more);
        reporter.putIfAbsent("class", RecordingMetricsReporter.class.getName());
        conf.put(Config.TOPOLOGY_METRICS_REPORTERS, List.of(reporter));
        return conf;
    }

    private static void values(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(10));
        ProbeBolt bolt =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    int n = tuple.getInteger(0);
                                    ((Counter) task.memory().get("counter")).inc(n);
                                    ((Meter) task.memory().get("meter")).mark(n);
                                    ((Timer) task.memory().get("timer"))
                                            .update(n, TimeUnit.MILLISECONDS);
                                    ((Histogram) task.memory().get("histogram")).update(n);
                                    if (n == 9) {
                                        noteAll(task.memory(), task.probe());
                                    }
                                })
                        .onPrepare(
                                task -> {
                                    var context = task.context();
                                    Map<String, Object> memory = task.memory();
                                    memory.put("counter", context.registerCounter("counter"));
                                    memory.put("meter", context.registerMeter("meter"));
                                    memory.put("timer", context.registerTimer("timer"));
                                    memory.put("histogram", context.registerHistogram("histogram"));
                                    memory.put("gauge", context.registerGauge("gauge", () -> 42));
                                });
        builder.setBolt("sink", bolt).globalGrouping("source");
        stage.submit(builder);
        stage.await("gauge", 1);
        for (String series : List.of("counter", "meter", "timer", "histogram", "gauge")) {
            stage.fact(series, stage.probe().notes(series));
        }
    }

    private static void noteAll(Map<String, Object> metrics, Probe probe) {
        probe.note("counter", ((Counter) metrics.get("counter")).getCount());
        probe.note("meter", ((Meter) metrics.get("meter")).getCount());
        Timer timer = (Timer) metrics.get("timer");
        probe.note("timer", timer.getCount() + " " + timer.getSnapshot().getMax());
        Histogram histogram = (Histogram) metrics.get("histogram");
        probe.note("histogram", histogram.getCount());
        probe.note("histogram", histogram.getSnapshot().getMax());
        probe.note("gauge", ((Gauge<?>) metrics.get("gauge")).getValue());
    }

    /** Notes the metrics that pass its filter; named by class in configurations. */
    public static final class FilteringReporter extends ScheduledStormReporter {
        @Override
        @SuppressWarnings("deprecation")
        public void prepare(
                MetricRegistry registry,
                Map<String, Object> conf,
                Map<String, Object> reporterConf) {
            Probe probe = Probe.of(conf);
            var filter = getMetricsFilter(reporterConf);
            probe.note("filter", filter.getClass().getSimpleName());
            probe.note("lets", filter.matches("storm.keep.this", new Counter()));
            probe.note("lets", filter.matches("storm.drop.this", new Counter()));
            probe.note("period", getReportPeriod(reporterConf));
            probe.note("unit", getReportPeriodUnit(reporterConf).name());
        }

        @Override
        public void start() {}

        @Override
        public void stop() {}
    }

    private static void reporterFilter(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        Map<String, Object> filter =
                Map.of("class", RegexFilter.class.getName(), "expression", ".*keep.*");
        Config conf =
                reporting(
                        stage,
                        Map.of(
                                "class",
                                FilteringReporter.class.getName(),
                                "report.period",
                                5,
                                "report.period.units",
                                "MINUTES",
                                "filter",
                                filter));
        stage.submit(builder, conf);
        stage.await("received", 1);
        for (String series : List.of("filter", "lets", "period", "unit")) {
            stage.fact(series, stage.probe().notes(series));
        }
    }

    private static void systemReporters(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put(
                Config.STORM_TOPOLOGY_METRICS_SYSTEM_REPORTERS,
                List.of(
                        Map.of(
                                "class",
                                RecordingMetricsReporter.class.getName(),
                                "own.key",
                                "system")));
        stage.submit(builder, conf);
        stage.await("received", 1);
        stage.fact("reporter", stage.probe().notes("reporter"));
    }
}
