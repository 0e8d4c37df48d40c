package io.eyewall.differential.program.metrics;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Scratch;
import io.eyewall.differential.stage.Stage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.apache.storm.Config;
import org.apache.storm.metric.FileBasedEventLogger;
import org.apache.storm.metric.IEventLogger;
import org.apache.storm.metric.LoggingMetricsConsumer;
import org.apache.storm.metrics2.SimpleGauge;
import org.apache.storm.metrics2.WorkerMetricRegistrant;
import org.apache.storm.metrics2.reporters.ConsoleStormReporter;
import org.apache.storm.metrics2.reporters.CsvStormReporter;
import org.apache.storm.metrics2.reporters.GraphiteStormReporter;
import org.apache.storm.metrics2.reporters.JmxStormReporter;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.testing.ForwardingMetricsConsumer;
import org.apache.storm.topology.TopologyBuilder;

/**
 * Programs about Storm's own reporters, consumers and loggers, and about the files that they write.
 */
public final class MetricsReporterPrograms {
    private static final String GAUGE = "own-gauge";

    private MetricsReporterPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "reporter-csv",
                        "Storm's CSV reporter writes a file for each metric.",
                        "metrics2/reporters/CsvStormReporter.java",
                        MetricsReporterPrograms::csv),
                Program.of(
                        "reporter-jmx",
                        "Storm's JMX reporter shows metrics as beans, as long as there is the topology.",
                        "metrics2/reporters/JmxStormReporter.java",
                        MetricsReporterPrograms::jmx),
                Program.of(
                        "reporter-graphite",
                        "Storm's Graphite reporter sends metrics to a server.",
                        "metrics2/reporters/GraphiteStormReporter.java",
                        MetricsReporterPrograms::graphite),
                Program.of(
                        "reporter-console-with-dimensions",
                        "Storm's console reporter may report each component's metrics apart.",
                        "metrics2/DimensionalReporter.java",
                        MetricsReporterPrograms::console),
                Program.of(
                        "consumers-of-storms-own",
                        "Storm's logging consumer and its forwarding one.",
                        "testing/ForwardingMetricsConsumer.java",
                        MetricsReporterPrograms::consumers),
                Program.of(
                        "event-logger-to-file",
                        "Storm's own event logger opens a file per worker.",
                        "metric/FileBasedEventLogger.java",
                        MetricsReporterPrograms::eventFile),
                Program.of(
                        "worker-metric-registrant",
                        "A worker metric may register several metrics by itself.",
                        "metrics2/WorkerMetricRegistrant.java",
                        MetricsReporterPrograms::registrant));
    }

    /** Submits a topology of which one bolt has a gauge with the value 7. */
    private static RunningTopology submit(Stage stage, Map<String, Object> reporter)
            throws Exception {
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_METRICS_REPORTERS, List.of(reporter));
        RunningTopology topology = stage.submit(gauged(), conf);
        stage.await("received", 1);
        return topology;
    }

    private static TopologyBuilder gauged() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing((task, tuple) -> task.received(tuple))
                        .onPrepare(
                                task -> {
                                    SimpleGauge<Integer> gauge = new SimpleGauge<>(1);
                                    task.context().registerGauge(GAUGE, gauge);
                                    gauge.set(7);
                                });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        return builder;
    }

    private static Map<String, Object> everySecond(Class<?> reporter, Map<String, Object> more) {
        Map<String, Object> conf = new java.util.HashMap<>(more);
        conf.put("class", reporter.getName());
        conf.put("report.period", 1);
        conf.put("report.period.units", "SECONDS");
        return conf;
    }

    private static void csv(Stage stage) throws Exception {
        Path folder = Scratch.folder("csv");
        submit(
                stage,
                everySecond(
                        CsvStormReporter.class,
                        Map.of(CsvStormReporter.CSV_LOG_DIR, folder.toString())));
        stage.awaitTrue("a file of the gauge", () -> lines(folder, GAUGE).size() >= 2);
        List<String> lines = lines(folder, GAUGE);
        stage.fact("head", lines.get(0));
        stage.fact("value", lines.get(1).replaceAll("\\d+,", ""));
    }

    /**
     * Returns the lines of the file whose name contains {@code name}; an empty list if there is no
     * such file yet.
     */
    private static List<String> lines(Path folder, String name) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().contains(name))
                    .findFirst()
                    .map(MetricsReporterPrograms::lines)
                    .orElse(List.of());
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> beans(String domain) throws Exception {
        Set<String> values = new TreeSet<>();
        for (ObjectName name :
                ManagementFactory.getPlatformMBeanServer()
                        .queryNames(new ObjectName(domain + ":*"), null)) {
            if (name.toString().contains(GAUGE)) {
                values.add(
                        String.valueOf(
                                ManagementFactory.getPlatformMBeanServer()
                                        .getAttribute(name, "Value")));
            }
        }
        return values;
    }

    private static void jmx(Stage stage) throws Exception {
        String domain = "differential." + stage.name();
        RunningTopology topology =
                submit(
                        stage,
                        Map.of(
                                "class",
                                JmxStormReporter.class.getName(),
                                JmxStormReporter.JMX_DOMAIN,
                                domain));
        stage.awaitTrue("a bean of the gauge", () -> !beans(domain).isEmpty());
        stage.fact("values", beans(domain));
        topology.killAndAwaitGone(0);
        stage.awaitTrue("no bean", () -> beans(domain).isEmpty());
    }

    private static void graphite(Stage stage) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            submit(
                    stage,
                    everySecond(
                            GraphiteStormReporter.class,
                            Map.of(
                                    GraphiteStormReporter.GRAPHITE_HOST,
                                    "127.0.0.1",
                                    GraphiteStormReporter.GRAPHITE_PORT,
                                    server.getLocalPort(),
                                    GraphiteStormReporter.GRAPHITE_PREFIXED_WITH,
                                    "prefix")));
            stage.fact("line", lineOfGauge(server));
        }
    }

    private static String lineOfGauge(ServerSocket server) throws IOException {
        while (true) {
            try (Socket socket = server.accept();
                    BufferedReader reader =
                            new BufferedReader(
                                    new InputStreamReader(
                                            socket.getInputStream(), StandardCharsets.US_ASCII))) {
                String line = reader.readLine();
                while (line != null) {
                    if (line.contains(GAUGE)) {
                        // the place, worker and time differ between runs
                        return line.substring(0, line.indexOf('.'))
                                + " "
                                + line.substring(line.indexOf(GAUGE), line.lastIndexOf(' '));
                    }
                    line = reader.readLine();
                }
            }
        }
    }

    private static void console(Stage stage) throws Exception {
        submit(
                stage,
                everySecond(ConsoleStormReporter.class, Map.of("report.dimensions.enabled", true)));
        Thread.sleep(1_500); // the duration of one report
        stage.fact("received", stage.probe().notes("received"));
    }

    /** Notes the data points that it is asked to forward. */
    public static final class Forwarding extends ForwardingMetricsConsumer {
        @Override
        public void prepare(
                Map<String, Object> conf,
                Object argument,
                TopologyContext context,
                org.apache.storm.task.IErrorReporter reporter) {
            super.prepare(conf, argument, context, reporter);
            Probe.of(conf).note("connected", true);
        }
    }

    private static void consumers(Stage stage) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Config conf = stage.conf();
            conf.registerMetricsConsumer(LoggingMetricsConsumer.class, 1);
            consumers(conf)
                    .add(
                            Map.of(
                                    "class",
                                    Forwarding.class.getName(), // setters reject nested classes
                                    "argument",
                                    "127.0.0.1:" + server.getLocalPort(),
                                    "parallelism.hint",
                                    1));
            RunningTopology topology = stage.submit(gauged(), conf);
            try (Socket socket = server.accept()) {
                stage.await("connected", 1);
                stage.await("received", 1);
                stage.fact("received", stage.probe().notes("received"));
                TreeSet<String> components = new TreeSet<>();
                topology.info().get_executors().forEach(e -> components.add(e.get_component_id()));
                stage.fact("components", components);
                topology.killAndAwaitGone(0);
                stage.fact("closed", socket.isConnected());
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Object> consumers(Config conf) {
        return (List<Object>) conf.get(Config.TOPOLOGY_METRICS_CONSUMER_REGISTER);
    }

    private static void eventFile(Stage stage) throws Exception {
        Path folder = Scratch.folder("events");
        Config conf = stage.conf();
        conf.put(Config.STORM_WORKERS_ARTIFACTS_DIR, folder.toString());
        conf.put(Config.TOPOLOGY_EVENTLOGGER_EXECUTORS, 1);
        conf.put(
                Config.TOPOLOGY_EVENT_LOGGER_REGISTER,
                List.of(
                        Map.of(
                                "class",
                                ToFolder.class.getName(),
                                "arguments",
                                Map.of("folder", folder.toString()))));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(3));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        stage.submit(builder, conf);
        stage.await("received", 3);
        stage.awaitTrue("a file", () -> isThere(folder, "events.log"));
        stage.fact("received", stage.sorted("received"));
    }

    private static boolean isThere(Path folder, String name) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.anyMatch(file -> file.getFileName().toString().equals(name));
        }
    }

    /**
     * Storm's own event logger, which writes to a configured folder, because the cluster's folder
     * may be read-only.
     */
    public static final class ToFolder extends FileBasedEventLogger implements IEventLogger {
        @Override
        public void prepare(
                Map<String, Object> conf, Map<String, Object> arguments, TopologyContext context) {
            Map<String, Object> own = new java.util.HashMap<>(conf);
            own.put(Config.STORM_WORKERS_ARTIFACTS_DIR, arguments.get("folder"));
            super.prepare(own, arguments, context);
        }
    }

    /** Registers two gauges of a worker. */
    public static final class TwoGauges implements WorkerMetricRegistrant {
        @Override
        public void registerMetrics(TopologyContext context) {
            context.registerGauge("first", new SimpleGauge<>(1));
            context.registerGauge("second", new SimpleGauge<>(2));
            Probe.of(context.getConf()).note("registered", context.getThisComponentId());
        }
    }

    private static void registrant(Stage stage) throws Exception {
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_WORKER_METRICS, Map.of("two", TwoGauges.class.getName()));
        stage.submit(gauged(), conf);
        stage.await("registered", 1);
        stage.fact("registered", stage.probe().notes("registered"));
    }
}
