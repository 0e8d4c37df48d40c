package io.eyewall.model.whatif;

import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.topology.TopologyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Everything that the model predicts for a topology in a setting.
 *
 * @param calibration the costs on which the prediction rests
 * @param goal the requested rate and latency
 * @param prediction the prediction for the requested setting
 * @param lowPerSec lower end of the 95% interval of the highest throughput, from the costs'
 *     uncertainty alone
 * @param highPerSec its upper end
 * @param sizes the highest throughput with one core or node, two, and so on, each with the best
 *     numbers of executors
 * @param links the gain of a second link beside each full one; empty if no link is full
 * @param cheapest the smallest configuration that meets the goal; empty without a rate, or if none
 *     does
 * @param atTwice the full resources at twice the rate
 * @param atTenTimes the full resources at ten times the rate
 * @param pending the max spout pending that keeps the 99th percentile; empty without that goal
 * @param notes caveats, and measurements that would remove them
 */
public record WhatIfAnswer(
        Calibration calibration,
        Goal goal,
        Prediction prediction,
        double lowPerSec,
        double highPerSec,
        List<Search.Found> sizes,
        Optional<Links> links,
        Optional<Search.Found> cheapest,
        List<String> atTwice,
        List<String> atTenTimes,
        Optional<PendingAdvice> pending,
        List<String> notes) {
    private static final double UNSURE = 0.3;
    private static final int SIZES_SHOWN = 8;

    /**
     * The goal of a question; infinite where none was set.
     *
     * @param ratePerSec root tuples per second
     * @param p99Ns latency
     */
    public record Goal(double ratePerSec, double p99Ns) {}

    /**
     * The links that are full.
     *
     * @param of the vertices that they belong to
     * @param mostPerSec root tuples per second that get through with a second one beside each
     */
    public record Links(Set<String> of, double mostPerSec) {
        static Optional<Links> of(TopologyModel topology, Prediction prediction) {
            Set<String> full = prediction.fullLinks();
            if (full.isEmpty()) {
                return Optional.empty();
            }
            Setting wider = prediction.setting().withSecondLinks(full);
            Prediction with = Prediction.of(topology, wider, Double.POSITIVE_INFINITY);
            return Optional.of(new Links(full, with.mostPerSec()));
        }
    }

    /**
     * Answers a question about a topology.
     *
     * @param settings by size
     * @param size size of the setting in question
     * @param largest the largest size to consider for the goal
     * @param assume whether to answer even if the measurements are insufficient
     * @throws IllegalArgumentException if the measurements are insufficient (the message names the
     *     experiment that would help), or if the goal is a latency and that is not predicted
     */
    public static WhatIfAnswer of(
            Calibration calibration,
            TopologyModel topology,
            IntFunction<Setting> settings,
            int size,
            int largest,
            Goal goal,
            boolean assume) {
        Setting setting = settings.apply(size);
        Prediction prediction = Prediction.of(calibration, topology, setting, goal.ratePerSec());
        Uncertainty uncertainty = Uncertainty.of(calibration, topology, setting);
        if (uncertainty.relativeSd() > UNSURE && !assume) {
            throw new IllegalArgumentException(
                    "the measurements do not say enough: %.0f%% of uncertainty (one standard deviation) of the rate; %s (or --assume)"
                            .formatted(100 * uncertainty.relativeSd(), uncertainty.experiment()));
        }
        refuseGoal(goal, prediction);
        List<String> notes = new ArrayList<>(Caveats.of(calibration, topology, setting.threads()));
        Search search = new Search(topology, settings);
        List<Search.Found> sizes = new ArrayList<>();
        for (int s = 1; s <= Math.min(largest, Math.max(size + 1, SIZES_SHOWN / 2)); s++) {
            sizes.add(search.best(s));
        }
        Optional<Search.Found> cheapest =
                Double.isFinite(goal.ratePerSec())
                        ? search.cheapest(goal.ratePerSec(), goal.p99Ns(), Math.min(largest, 16))
                        : Optional.empty();
        sizes.stream()
                .flatMap(found -> search.unknownSkew(found).stream())
                .distinct()
                .forEach(
                        id ->
                                notes.add(
                                        "keys of '"
                                                + id
                                                + "' are taken to be even: it had one task; record"
                                                + " it with two or more"));
        double base =
                Double.isFinite(goal.ratePerSec())
                        ? goal.ratePerSec()
                        : calibration.measuredRootsPerSec();
        Optional<PendingAdvice> pending =
                Double.isFinite(goal.p99Ns()) && topology.acked()
                        ? PendingAdvice.keeping(goal.p99Ns(), setting, prediction.placement())
                        : Optional.empty();
        double spread = 1.96 * uncertainty.relativeSd();
        return new WhatIfAnswer(
                calibration,
                goal,
                prediction,
                prediction.mostPerSec() / (1 + spread),
                prediction.mostPerSec() / Math.max(1e-3, 1 - spread),
                sizes,
                Links.of(topology, prediction),
                cheapest,
                fullResources(prediction, 2 * base),
                fullResources(prediction, 10 * base),
                pending,
                notes);
    }

    /** Refuses a goal for a latency that is not predicted: nobody could know whether it is met. */
    private static void refuseGoal(Goal goal, Prediction prediction) {
        if (Double.isFinite(goal.p99Ns()) && !prediction.holding().isEmpty()) {
            throw new IllegalArgumentException(
                    "latency is not predicted, since tuples of %s are acked later than they are executed, as in a window; ask without a goal for it"
                            .formatted(prediction.holding()));
        }
    }

    private static List<String> fullResources(Prediction prediction, double rate) {
        return prediction.load(rate).full().stream().map(Object::toString).toList();
    }
}
