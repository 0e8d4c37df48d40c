package io.eyewall.benchmarks.accuracy;

import io.eyewall.benchmarks.random.DrawnTopology;
import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.Calibrator;
import io.eyewall.model.calibration.Recording;
import io.eyewall.model.capacity.Latency;
import io.eyewall.model.capacity.Placement;
import io.eyewall.model.whatif.Prediction;
import io.eyewall.model.whatif.Setting;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.storm.generated.InvalidTopologyException;

/**
 * Compares predictions with measurements for topologies that the generator of {@code
 * benchmarks/random-speed} draws, with the engine's defaults. The rate on two cores is predicted
 * from one core; processor time of the whole process, latency and places below full load are
 * predicted from two cores at full load. For bolts with windows the model must state that it does
 * not predict latency.
 */
final class DrawnStudy {
    private static final double[] PARTS = {0.05, 0.2, 0.5, 0.8};
    private static final int CORES = 2;
    private static final int WARM_UP = 8;

    /**
     * Warm-up below full load, in seconds: executors are consolidated on fewer cores only some time
     * after the start.
     */
    private static final int WARM_UP_BELOW = 10;

    /** The fewest messages per second; fewer cannot be measured within seconds. */
    private static final double MIN_PER_SEC = 1_000;

    /** Processor time of other processes, in cores, above which a run counts as disturbed. */
    private static final double QUIET = 0.2;

    private final Trial trial;
    private final int seconds;
    private final List<Rate> rates = new ArrayList<>();
    private final List<Below> loads = new ArrayList<>();
    private final List<Windows> windows = new ArrayList<>();

    /** An archived run, with latencies of all messages. */
    record DrawnRun(
            Measured measured, Latencies fromEmit, Latencies fromDue, double perSec, long cores) {}

    private record Rate(
            DrawnTopology topology, DrawnRun run, double modelPerSec, double modelCores) {
        double perSec() {
            return run.perSec();
        }
    }

    private record Below(
            DrawnTopology topology,
            double part,
            DrawnRun run,
            double modelCores,
            Latency fromEmit,
            Latency fromDue,
            long modelPlaces) {}

    private record Windows(DrawnTopology topology, DrawnRun run, List<String> holding) {}

    /**
     * @param seconds for which each run is measured
     */
    DrawnStudy(Trial trial, int seconds) {
        this.trial = trial;
        this.seconds = seconds;
    }

    /** Runs the study on {@code count} seeds whose rate is high enough, starting with the first. */
    void run(long first, int count) throws IOException, InterruptedException {
        long seed = first;
        for (int found = 0; found < count; seed++) {
            DrawnTopology drawn = DrawnTopology.of(seed);
            if (drawn.maxPerSec(CORES) >= MIN_PER_SEC) {
                found++;
                run(drawn);
                System.err.printf("%d of %d: %s%n", found, count, drawn);
            }
        }
    }

    private void run(DrawnTopology drawn) throws IOException, InterruptedException {
        Calibration one = calibrate(run(drawn, "one", 1, 0, WARM_UP));
        DrawnRun full = run(drawn, "full", CORES, 0, WARM_UP);
        Prediction rate = predict(one, Double.POSITIVE_INFINITY);
        rates.add(new Rate(drawn, full, rate.maxPerSec(), rate.cores()));
        Calibration two = calibrate(full);
        for (double part : PARTS) {
            double perSec = part * full.perSec();
            DrawnRun run = run(drawn, Double.toString(part), CORES, perSec, WARM_UP_BELOW);
            Prediction prediction = predict(two, run.perSec()); // lower if disturbed
            loads.add(
                    new Below(
                            drawn,
                            part,
                            run,
                            prediction.cores(),
                            prediction.latency(),
                            prediction.latencyFromDue(),
                            prediction.placement().executors().stream()
                                    .map(Placement.Executor::place)
                                    .distinct()
                                    .count()));
        }
        DrawnTopology inWindows = drawn.inWindows();
        DrawnRun run = run(inWindows, "windows", CORES, 0.2 * full.perSec(), WARM_UP);
        windows.add(
                new Windows(
                        inWindows, run, predict(calibrate(run), 0.2 * full.perSec()).holding()));
    }

    private Calibration calibrate(DrawnRun run) {
        return Calibrator.calibrate(run.measured().recording(), trial.machine());
    }

    private Prediction predict(Calibration calibration, double perSec) {
        Setting setting = Setting.engine(CORES, trial.machine(), calibration.crossingNs());
        return Prediction.of(calibration, calibration.topology(), setting, perSec);
    }

    private DrawnRun run(DrawnTopology drawn, String label, int cores, double perSec, int warmUp)
            throws IOException, InterruptedException {
        return trial.archive()
                .get(
                        "drawn %d %s".formatted(drawn.seed(), label),
                        DrawnRun.class,
                        () -> measure(drawn, cores, perSec, warmUp));
    }

    private static double taken(DrawnRun run) {
        return run.measured().takenCores();
    }

    private DrawnRun measure(DrawnTopology drawn, int cores, double perSec, int warmUp)
            throws InvalidTopologyException, InterruptedException {
        Map<String, Object> daemon = Measured.daemonConf(cores);
        TopologyPlan plan =
                TopologyPlanner.plan(
                        "drawn",
                        "drawn-1-1",
                        daemon,
                        Measured.topologyConf(true),
                        drawn.build(trial.roundsPerUs(), perSec));
        Measured measured =
                Measured.of(
                        plan,
                        daemon,
                        warmUp,
                        seconds,
                        () -> {
                            DrawnTopology.takeFromEmit();
                            DrawnTopology.takeFromDue();
                        });
        List<Recording.Window> recorded = measured.recording().windows();
        double roots = 0;
        double length = 0;
        for (Recording.Window window : recorded) {
            length += window.seconds();
            for (Recording.Executor executor : window.executors()) {
                roots += executor.component().equals("s") ? executor.tuples() : 0;
            }
        }
        return new DrawnRun(
                measured,
                Latencies.of(DrawnTopology.takeFromEmit()),
                Latencies.of(DrawnTopology.takeFromDue()),
                roots / length,
                recorded.get(recorded.size() - 1).executors().stream()
                        .map(Recording.Executor::place)
                        .distinct()
                        .count());
    }

    /** Returns the results as Markdown. */
    String table() {
        StringBuilder text = new StringBuilder();
        line(text, "| seed | waits | taken | messages/s | model | process | engine | model |");
        line(text, "|---|---|---|---|---|---|---|---|");
        for (Rate row : rates) {
            line(
                    text,
                    "| %d | %s | %.2f | %.0f | %+.0f%% | %.2f | %.2f | %.2f |",
                    row.topology().seed(),
                    row.topology().waits() ? "yes" : "",
                    row.run().measured().takenCores(),
                    row.perSec(),
                    100 * (row.modelPerSec() / row.perSec() - 1),
                    row.run().measured().processCores(),
                    row.run().measured().engineCores(),
                    row.modelCores());
        }
        line(text, "");
        line(
                text,
                "| seed | load | taken | process | engine | model | cores in use | model | from emit, us | model | 99%% | model | from due, us | model | 99%% | model |");
        line(text, "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
        for (Below row : loads) {
            line(
                    text,
                    "| %d | %.2f | %.2f | %.3f | %.3f | %.3f | %d | %d | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f |",
                    row.topology().seed(),
                    row.part(),
                    row.run().measured().takenCores(),
                    row.run().measured().processCores(),
                    row.run().measured().engineCores(),
                    row.modelCores(),
                    row.run().cores(),
                    row.modelPlaces(),
                    row.run().fromEmit().meanNs() / 1e3,
                    row.fromEmit().meanNs() / 1e3,
                    row.run().fromEmit().p99Ns() / 1e3,
                    row.fromEmit().p99Ns() / 1e3,
                    row.run().fromDue().meanNs() / 1e3,
                    row.fromDue().meanNs() / 1e3,
                    row.run().fromDue().p99Ns() / 1e3,
                    row.fromDue().p99Ns() / 1e3);
        }
        line(text, "");
        line(text, "| seed | in windows | mean, ms | named as holding tuples |");
        line(text, "|---|---|---|---|");
        for (Windows row : windows) {
            line(
                    text,
                    "| %d | %s | %.1f | %s |",
                    row.topology().seed(),
                    row.topology().window().orElse(""),
                    row.run().fromEmit().meanNs() / 1e6,
                    String.join(", ", row.holding()));
        }
        summary(text);
        return text.toString();
    }

    private void summary(StringBuilder text) {
        line(text, "");
        line(text, "| error | of | median | worst |");
        line(text, "|---|---|---|---|");
        error(text, "rate on two cores", rates, row -> row.modelPerSec() / row.perSec());
        error(
                text,
                "rate, undisturbed",
                rates.stream().filter(row -> taken(row.run()) <= QUIET).toList(),
                row -> row.modelPerSec() / row.perSec());
        error(
                text,
                "rate, where executors wait",
                rates.stream().filter(row -> row.topology().waits()).toList(),
                row -> row.modelPerSec() / row.perSec());
        error(
                text,
                "processor time per message at that",
                rates,
                row ->
                        row.modelCores()
                                / row.modelPerSec()
                                * row.perSec()
                                / row.run().measured().engineCores());
        for (double part : PARTS) {
            List<Below> own = loads.stream().filter(row -> row.part() == part).toList();
            List<Below> quiet = own.stream().filter(row -> taken(row.run()) <= QUIET).toList();
            String at = String.format(Locale.ROOT, " at %.0f%%", 100 * part);
            error(
                    text,
                    "processor time" + at,
                    own,
                    row -> row.modelCores() / row.run().measured().engineCores());
            error(
                    text,
                    "mean from emit" + at,
                    quiet,
                    row -> row.fromEmit().meanNs() / row.run().fromEmit().meanNs());
            error(
                    text,
                    "mean from due" + at,
                    quiet,
                    row -> row.fromDue().meanNs() / row.run().fromDue().meanNs());
            error(
                    text,
                    "99% from due" + at,
                    quiet,
                    row -> row.fromDue().p99Ns() / row.run().fromDue().p99Ns());
        }
        line(text, "");
        line(
                text,
                "As many cores in use as predicted: %d of %d. Windows named, and nothing else: %d of"
                        + " %d.",
                loads.stream().filter(row -> row.run().cores() == row.modelPlaces()).count(),
                loads.size(),
                windows.stream()
                        .filter(
                                row ->
                                        row.holding()
                                                .equals(row.topology().window().stream().toList()))
                        .count(),
                windows.size());
    }

    private static <T> void error(
            StringBuilder text, String name, List<T> rows, ToDoubleFunction<T> ratio) {
        List<Double> errors =
                rows.stream()
                        .map(row -> Math.abs(ratio.applyAsDouble(row) - 1))
                        .filter(Double::isFinite)
                        .toList();
        if (errors.isEmpty()) {
            line(text, "| %s | 0 | | |", name);
            return;
        }
        line(
                text,
                "| %s | %d | %.1f%% | %.1f%% |",
                name,
                errors.size(),
                100 * Statistics.quantile(errors, 0.5),
                100 * Statistics.quantile(errors, 1));
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
