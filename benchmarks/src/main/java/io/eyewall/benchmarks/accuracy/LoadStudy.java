package io.eyewall.benchmarks.accuracy;

import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.Recording;
import io.eyewall.model.topology.TopologyModel;
import io.eyewall.model.whatif.Prediction;
import io.eyewall.model.whatif.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.storm.generated.InvalidTopologyException;

/**
 * Below what it bears: processor time, latency and its 99th percentile at parts of the rate that
 * the model takes for the most; messages come as a Poisson process. Calibrated at full load on one
 * configuration, predicted on others.
 */
final class LoadStudy implements Study {
    private static final double[] PARTS = {0.3, 0.5, 0.8};

    private final Trial trial;
    private final List<Row> rows = new ArrayList<>();

    private record Figures(double cores, double meanUs, double p99Us) {}

    private record Row(
            String name,
            Subject.Configuration configuration,
            double part,
            Figures measured,
            Figures model) {
        double error(Function<Figures, Double> figure) {
            return Math.abs(figure.apply(model) / figure.apply(measured) - 1);
        }
    }

    LoadStudy(Trial trial) {
        this.trial = trial;
    }

    @Override
    public void run(Subject subject) throws InvalidTopologyException, InterruptedException {
        Subject acked = subject.tracked();
        Calibration calibration = trial.calibrate(acked, acked.calibration());
        for (Subject.Configuration configuration : acked.underLoad()) {
            TopologyModel topology =
                    calibration.topology().withExecutors(configuration.executors());
            Setting setting =
                    Setting.engine(configuration.cores(), Trial.MACHINE, calibration.crossingNs());
            double most = Prediction.of(topology, setting, Double.POSITIVE_INFINITY).mostPerSec();
            for (double part : PARTS) {
                Recording run = trial.run(acked, configuration, part * most);
                Prediction prediction = Prediction.of(topology, setting, Trial.rate(run));
                Recording.Measured latency = run.windows().get(run.windows().size() - 1).latency();
                Row row =
                        new Row(
                                subject.name(),
                                configuration,
                                part,
                                new Figures(
                                        Trial.cores(run),
                                        latency.meanNs() / 1e3,
                                        latency.p99Ns() / 1e3),
                                new Figures(
                                        prediction.load().cores(),
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
                "| topology | cores | executors | load | cores busy | model | mean | model | p99 |"
                        + " model |\n|---|---|---|---|---|---|---|---|---|---|\n");
        for (Row row : rows) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| %s | %d | %s | %.1f | %.2f | %.2f | %.0f us | %.0f | %.0f us | %.0f"
                                    + " |%n",
                            row.name(),
                            row.configuration().cores(),
                            row.configuration().executors().values(),
                            row.part(),
                            row.measured().cores(),
                            row.model().cores(),
                            row.measured().meanUs(),
                            row.model().meanUs(),
                            row.measured().p99Us(),
                            row.model().p99Us()));
        }
        text.append(
                String.format(
                        Locale.ROOT,
                        "%n| error, %d loads | processor time | mean latency | p99 |%n|---|---|---|---|%n",
                        rows.size()));
        for (double part : new double[] {0.5, 0.9}) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| %s | %.1f%% | %.1f%% | %.1f%% |%n",
                            part == 0.5 ? "median" : "p90",
                            100 * quantile(Figures::cores, part),
                            100 * quantile(Figures::meanUs, part),
                            100 * quantile(Figures::p99Us, part)));
        }
        return text.toString();
    }

    private double quantile(Function<Figures, Double> figure, double part) {
        return Statistics.quantile(rows.stream().map(row -> row.error(figure)).toList(), part);
    }
}
