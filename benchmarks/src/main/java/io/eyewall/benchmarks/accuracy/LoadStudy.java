package io.eyewall.benchmarks.accuracy;

import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.topology.TopologyModel;
import io.eyewall.model.whatif.Prediction;
import io.eyewall.model.whatif.Setting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Compares predictions below full load: processor time, mean and 99th percentile of latency at
 * fractions of the predicted highest rate; messages arrive as a Poisson process. Calibrated at full
 * load on one configuration, predicted on others.
 */
final class LoadStudy implements Study {
    private static final double[] PARTS = {0.3, 0.5, 0.8};

    /**
     * The utilisation up to which latency is compared; beyond it, slightly more load makes it much
     * longer.
     */
    private static final double MAX_BUSY = 0.8;

    private final Trial trial;
    private final List<Row> rows = new ArrayList<>();

    private record Figures(double cores, double meanUs, double p99Us) {}

    private record Row(
            String name,
            Subject.Configuration configuration,
            double part,
            double taken,
            Figures measured,
            Figures model) {
        /** Returns the share of time for which cores were busy. */
        double utilisation() {
            return measured.cores() / configuration.cores();
        }

        double error(Function<Figures, Double> figure) {
            return Math.abs(figure.apply(model) / figure.apply(measured) - 1);
        }
    }

    LoadStudy(Trial trial) {
        this.trial = trial;
    }

    /**
     * Processor time of other processes, in cores, above which a run does not count, since it
     * measured more than the engine.
     */
    private static final double QUIET = 0.05;

    private BareLoop bareLoop = new BareLoop(0, 0, 0, 0, 0);

    @Override
    public void run(Subject subject) throws IOException, InterruptedException {
        bareLoop = trial.bareLoop();
        Subject acked = subject.tracked();
        Calibration calibration = trial.calibrate(acked, acked.calibration());
        for (Subject.Configuration configuration : acked.underLoad()) {
            TopologyModel topology =
                    calibration.topology().withExecutors(configuration.executors());
            Setting setting =
                    Setting.engine(
                            configuration.cores(), trial.machine(), calibration.crossingNs());
            double most = Prediction.of(topology, setting, Double.POSITIVE_INFINITY).maxPerSec();
            for (double part : PARTS) {
                Run run = trial.run(acked, configuration, Double.toString(part), part * most);
                Prediction prediction = Prediction.of(topology, setting, run.perSec());
                Row row =
                        new Row(
                                subject.name(),
                                configuration,
                                part,
                                run.takenCores(),
                                new Figures(
                                        run.cores(),
                                        run.latencies().meanNs() / 1e3,
                                        run.latencies().p99Ns() / 1e3),
                                new Figures(
                                        prediction.busyCores(),
                                        prediction.latency().meanNs() / 1e3,
                                        prediction.latency().p99Ns() / 1e3));
                rows.add(row);
                System.err.println(row);
            }
        }
    }

    @Override
    public String table() {
        StringBuilder text = new StringBuilder();
        text.append(
                "| topology | cores | executors | load | taken | cores busy | model | mean | model |"
                        + " p99 | model |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
        for (Row row : rows) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| %s | %d | %s | %.1f | %.2f | %.2f | %.2f | %.0f us | %.0f | %.0f us |"
                                    + " %.0f |%n",
                            row.name(),
                            row.configuration().cores(),
                            row.configuration().executors().values(),
                            row.part(),
                            row.taken(),
                            row.measured().cores(),
                            row.model().cores(),
                            row.measured().meanUs(),
                            row.model().meanUs(),
                            row.measured().p99Us(),
                            row.model().p99Us()));
        }
        errors(text, "all loads", rows);
        errors(
                text,
                "one core",
                rows.stream().filter(r -> r.configuration().cores() == 1).toList());
        errors(
                text,
                "two cores",
                rows.stream().filter(r -> r.configuration().cores() == 2).toList());
        errors(
                text,
                "cores busy for four fifths at most",
                rows.stream().filter(r -> r.utilisation() <= MAX_BUSY).toList());
        errors(text, "undisturbed", rows.stream().filter(r -> r.taken() < QUIET).toList());
        errors(
                text,
                "keys: held out",
                rows.stream().filter(r -> r.name().contains("keys")).toList());
        text.append(
                String.format(
                        Locale.ROOT,
                        "%nA bare loop, rounds of %.1f us on both processors: mean %.1f us, 99%% below %.1f,"
                                + " 99.9%% below %.1f, longest %.0f us.%n",
                        bareLoop.medianNs() / 1e3,
                        bareLoop.meanNs() / 1e3,
                        bareLoop.p99Ns() / 1e3,
                        bareLoop.p999Ns() / 1e3,
                        bareLoop.longestNs() / 1e3));
        return text.toString();
    }

    private static void errors(StringBuilder text, String name, List<Row> of) {
        if (of.isEmpty()) {
            return;
        }
        text.append(
                String.format(
                        Locale.ROOT,
                        "%n| %s: error of %d | processor time | mean latency | p99 |%n|---|---|---|---|%n",
                        name,
                        of.size()));
        for (double part : new double[] {0.5, 0.9}) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| %s | %.1f%% | %.1f%% | %.1f%% |%n",
                            part == 0.5 ? "median" : "p90",
                            100 * quantile(of, Figures::cores, part),
                            100 * quantile(of, Figures::meanUs, part),
                            100 * quantile(of, Figures::p99Us, part)));
        }
    }

    private static double quantile(List<Row> of, Function<Figures, Double> figure, double part) {
        return Statistics.quantile(of.stream().map(row -> row.error(figure)).toList(), part);
    }
}
