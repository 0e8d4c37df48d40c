package io.eyewall.benchmarks.accuracy;

import static java.util.Comparator.comparingDouble;

import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.Calibrator;
import io.eyewall.model.calibration.Recording;
import io.eyewall.model.whatif.Prediction;
import io.eyewall.model.whatif.Setting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Compares predicted with measured rates of configurations that were not used for calibration. Each
 * topology is calibrated on one configuration of two cores and predicted on ten others, which are
 * then run. Two other predictors are evaluated for comparison: DS2's rule (an executor's rate is
 * {@code processed / useful time}; the slowest component decides) and the straight line through the
 * rates of one core and two.
 */
final class RateStudy implements Study {
    private final Trial trial;
    private final int most;
    private final List<Row> rows = new ArrayList<>();

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

    /**
     * @param most limit of configurations per subject
     */
    RateStudy(Trial trial, int most) {
        this.trial = trial;
        this.most = most;
    }

    @Override
    public void run(Subject subject) throws IOException, InterruptedException {
        double one = trial.run(subject, Subject.ONE_CORE, "full", 0).perSec();
        // Costs and keys come from two cores; the rate of one core serves the straight line only.
        Recording known = trial.run(subject, subject.calibration(), "full", 0).recording();
        Calibration calibration = Calibrator.calibrate(known, trial.machine());
        double two = calibration.measuredRootsPerSec();
        for (Subject.Configuration configuration :
                subject.heldOut().stream().limit(most).toList()) {
            Prediction prediction =
                    Prediction.of(
                            calibration.topology().withExecutors(configuration.executors()),
                            Setting.engine(
                                    configuration.cores(),
                                    trial.machine(),
                                    calibration.crossingNs()),
                            Double.POSITIVE_INFINITY);
            double measured = trial.run(subject, configuration, "full", 0).perSec();
            rows.add(
                    new Row(
                            subject.name(),
                            configuration,
                            measured,
                            prediction.maxPerSec(),
                            ds2(known, configuration),
                            one + (two - one) * (configuration.cores() - 1)));
            System.err.printf("%s %s: %.0f/s%n", subject.name(), configuration, measured);
        }
    }

    /**
     * Returns DS2's prediction: executors times tuples per useful second of the slowest component;
     * chains emit one tuple per input.
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

    @Override
    public String table() {
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
                            100 * quantile(row -> row.error(row.model()), part),
                            100 * quantile(row -> row.error(row.ds2()), part),
                            100 * quantile(row -> row.error(row.line()), part)));
        }
        return text + ranks();
    }

    private double quantile(ToDoubleFunction<Row> error, double part) {
        return Statistics.quantile(rows.stream().mapToDouble(error).boxed().toList(), part);
    }

    /**
     * Describes whether the predicted order is right, and the measured rate of the configuration
     * that the model prefers.
     */
    private String ranks() {
        StringBuilder text = new StringBuilder();
        text.append(
                """

                | topology | rank correlation | best measured/s | the model's choice | loses |
                |---|---|---|---|---|
                """);
        for (String name : rows.stream().map(Row::name).distinct().toList()) {
            List<Row> own = rows.stream().filter(row -> row.name().equals(name)).toList();
            Row best = own.stream().max(comparingDouble(Row::measured)).orElseThrow();
            Row choice = own.stream().max(comparingDouble(Row::model)).orElseThrow();
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| %s | %.2f | %.0f | %d cores, %s | %.1f%% |%n",
                            name,
                            Statistics.rankCorrelation(
                                    own.stream().map(Row::measured).toList(),
                                    own.stream().map(Row::model).toList()),
                            best.measured(),
                            choice.configuration().cores(),
                            choice.configuration().executors().values(),
                            100 * (1 - choice.measured() / best.measured())));
        }
        return text.toString();
    }
}
