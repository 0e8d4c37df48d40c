package io.eyewall.benchmarks.accuracy;

import io.eyewall.control.recording.Recorder;
import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.Calibrator;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.calibration.Recording;
import io.eyewall.model.whatif.Prediction;
import io.eyewall.model.whatif.Setting;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.utils.Utils;

/**
 * How well does the model predict rates that it has not seen? Each topology is calibrated on two
 * configurations and predicted on ten others, which are then run. Beside it DS2's rule (an executor
 * gets through what its useful time says, {@code processed / useful time}; the slowest component
 * decides) and the straight line through the two measurements, by cores.
 *
 * <p>{@code [--seconds N] [--only NAME] [--configurations N] [--write FILE]}
 */
public final class AccuracyMain {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int PENDING = 500;

    /** One held-out configuration: rates per second. */
    private record Row(
            String name,
            Subject.Configuration configuration,
            double measured,
            double model,
            double ds2,
            double line) {
        double error(double predicted) {
            return Math.abs(predicted / measured - 1);
        }
    }

    private AccuracyMain() {}

    /** Runs it; see the class. */
    public static void main(String[] args) throws Exception {
        int seconds = 4;
        int most = Integer.MAX_VALUE;
        String only = "";
        String file = "";
        for (int i = 0; i + 1 < args.length; i += 2) {
            switch (args[i]) {
                case "--seconds" -> seconds = Integer.parseInt(args[i + 1]);
                case "--configurations" -> most = Integer.parseInt(args[i + 1]);
                case "--only" -> only = args[i + 1];
                case "--write" -> file = args[i + 1];
                default -> throw new IllegalArgumentException("unknown option " + args[i]);
            }
        }
        double roundsPerUs = Work.roundsPerUs();
        List<Row> rows = new ArrayList<>();
        for (Subject subject : Subject.all()) {
            if (only.isEmpty() || subject.name().equals(only)) {
                run(subject, roundsPerUs, seconds, most, rows);
            }
        }
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("no topology is called '" + only + "'");
        }
        String table = table(rows);
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(table);
        if (!file.isEmpty()) {
            write(Path.of(file), table);
        }
    }

    private static void run(
            Subject subject, double roundsPerUs, int seconds, int most, List<Row> rows)
            throws InvalidTopologyException, InterruptedException {
        List<Recording> known = new ArrayList<>();
        for (Subject.Configuration one : subject.calibration()) {
            known.add(measure(subject, one, roundsPerUs, seconds));
        }
        // Costs and keys from two cores; what one core got through is for the line alone.
        MachineConstants machine = MachineConstants.ASSUMED;
        Calibration calibration = Calibrator.calibrate(known.get(1), machine);
        double one = rate(known.get(0));
        double two = rate(known.get(1));
        int held = 0;
        for (Subject.Configuration configuration : subject.heldOut()) {
            if (held++ == most) {
                return;
            }
            Prediction prediction =
                    Prediction.of(
                            calibration.topology().withExecutors(configuration.executors()),
                            Setting.engine(
                                    configuration.cores(), machine, calibration.crossingNs()),
                            Double.POSITIVE_INFINITY);
            double measured = rate(measure(subject, configuration, roundsPerUs, seconds));
            rows.add(
                    new Row(
                            subject.name(),
                            configuration,
                            measured,
                            prediction.mostPerSec(),
                            ds2(known.get(1), configuration),
                            one + (two - one) * (configuration.cores() - 1)));
            System.err.printf("%s %s: %.0f/s%n", subject.name(), configuration, measured);
        }
    }

    private static Recording measure(
            Subject subject, Subject.Configuration one, double roundsPerUs, int seconds)
            throws InvalidTopologyException, InterruptedException {
        Map<String, Object> daemon = new HashMap<>(Utils.readDefaultConfig());
        daemon.put(Config.STORM_CLUSTER_MODE, "local");
        daemon.put("eyewall.cores", one.cores());
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, subject.acked() ? 1 : 0);
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, PENDING);
        TopologyPlan plan =
                TopologyPlanner.plan(
                        "accuracy", "accuracy-1-1", daemon, conf, subject.build(one, roundsPerUs));
        try (Engine engine = Engine.start(EngineSettings.from(daemon))) {
            RunningTopology topology =
                    engine.submit(plan, SubmitSettings.of(AccuracyMain.class.getClassLoader()));
            if (!topology.awaitStarted(LIMIT)) {
                throw new IllegalStateException(subject.name() + " did not start in " + LIMIT);
            }
            Thread.sleep(seconds * 1000L);
            Recorder recorder = new Recorder(plan, true);
            for (int i = 0; i <= seconds; i++) {
                recorder.add(System.nanoTime(), topology.metrics());
                Thread.sleep(i == seconds ? 0 : 1000);
            }
            topology.failure()
                    .ifPresent(
                            failure -> {
                                throw new IllegalStateException(failure.describe());
                            });
            return recorder.recording();
        }
    }

    /** Root tuples per second. */
    private static double rate(Recording recording) {
        return Calibrator.calibrate(recording, MachineConstants.ASSUMED).measuredRootsPerSec();
    }

    /**
     * The slowest component: executors times tuples per useful second; chains hand on one for one.
     */
    private static double ds2(Recording recording, Subject.Configuration configuration) {
        double least = Double.POSITIVE_INFINITY;
        for (Recording.Component component : recording.components()) {
            double tuples = 0;
            double usefulNs = 0;
            for (Recording.Window window : recording.windows()) {
                for (Recording.Executor executor : window.executors()) {
                    if (executor.component().equals(component.id())) {
                        tuples += executor.tuples();
                        usefulNs += executor.ownNs();
                    }
                }
            }
            int executors = configuration.executors().getOrDefault(component.id(), 1);
            least = Math.min(least, executors * tuples / (usefulNs / 1e9));
        }
        return least;
    }

    private static String table(List<Row> rows) {
        StringBuilder text = new StringBuilder();
        text.append("| topology | cores | executors | measured/s | model | DS2 | line |\n");
        text.append("|---|---|---|---|---|---|---|\n");
        for (Row row : rows) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| %s | %d | %s | %.0f | %+.0f%% | %+.0f%% | %+.0f%% |%n",
                            row.name(),
                            row.configuration().cores(),
                            row.configuration().executors().values(),
                            row.measured(),
                            100 * (row.model() / row.measured() - 1),
                            100 * (row.ds2() / row.measured() - 1),
                            100 * (row.line() / row.measured() - 1)));
        }
        text.append(
                String.format(
                        Locale.ROOT,
                        "%n| error of the rate, %d configurations | model | DS2 | line |%n"
                                + "|---|---|---|---|%n",
                        rows.size()));
        for (double part : new double[] {0.5, 0.9}) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| %s | %.1f%% | %.1f%% | %.1f%% |%n",
                            part == 0.5 ? "median" : "p90",
                            100 * quantile(rows.stream().map(r -> r.error(r.model())), part),
                            100 * quantile(rows.stream().map(r -> r.error(r.ds2())), part),
                            100 * quantile(rows.stream().map(r -> r.error(r.line())), part)));
        }
        return text.toString();
    }

    private static double quantile(Stream<Double> errors, double part) {
        List<Double> sorted = errors.sorted().toList();
        return sorted.get((int) Math.ceil(part * sorted.size()) - 1);
    }

    /** Puts the table between the two marks of a page. */
    private static void write(Path page, String table) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf("<!-- accuracy -->");
        int end = text.indexOf("<!-- end -->");
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException(page + " has no marks for the table");
        }
        Files.writeString(
                page,
                text.substring(0, begin) + "<!-- accuracy -->\n" + table + text.substring(end));
    }
}
