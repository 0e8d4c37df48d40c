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
 * @param calibration the costs on which the prediction is based
 * @param goal the requested rate and latency
 * @param prediction the prediction for the requested setting
 * @param lowPerSec lower end of the 95% interval of the highest throughput, from the costs'
 *     uncertainty alone
 * @param highPerSec upper end of this interval
 * @param sizes the highest throughput with one core or node, two, and so on, each with the best
 *     numbers of executors
 * @param links the gain of a second link beside each full one; empty if no link is full
 * @param cheapest the smallest configuration that meets the goal; empty without a rate, or if none
 *     does
 * @param atTwice the resources that are full at twice the requested rate, or at twice the measured
 *     rate if none was requested
 * @param atTenTimes the resources that are full at ten times that rate
 * @param pending the greatest max spout pending with which the goal for the 99th percentile is met;
 *     empty without such a goal, or if no value meets it
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
    /** The uncertainty up to which a prediction is useful. */
    private static final double MAX_RELATIVE_SD = 0.3;

    private static final int MIN_SIZES_SHOWN = 4;

    /** The largest size that the search for the cheapest configuration tries. */
    private static final int MAX_SIZE_SEARCHED = 16;

    /** Standard deviations from the mean to either end of a normal distribution's 95% interval. */
    private static final double SDS_OF_95_PERCENT = 1.96;

    /**
     * The goal of a question; a value is infinite if it was not requested.
     *
     * @param ratePerSec root tuples per second
     * @param p99Ns 99th percentile of latency
     */
    public record Goal(double ratePerSec, double p99Ns) {}

    /**
     * The links that are full.
     *
     * @param of the vertices whose links are full
     * @param maxPerSec the highest throughput in root tuples per second if each of them had a
     *     second link beside it
     */
    public record Links(Set<String> of, double maxPerSec) {
        /**
         * Predicts the throughput with second links beside all full links; empty if none is full.
         */
        static Optional<Links> predict(TopologyModel topology, Prediction prediction) {
            Set<String> full = prediction.fullLinks();
            if (full.isEmpty()) {
                return Optional.empty();
            }
            Setting withSecondLinks = prediction.setting().withSecondLinks(full);
            Prediction wider = Prediction.of(topology, withSecondLinks, Double.POSITIVE_INFINITY);
            return Optional.of(new Links(full, wider.maxPerSec()));
        }
    }

    /**
     * Answers a question about a topology.
     *
     * @param settings returns the setting of a size
     * @param size size of the setting in question
     * @param largest the largest size to consider for the goal
     * @param assume whether to answer even if the measurements are insufficient
     * @throws IllegalArgumentException if the measurements are insufficient (the message names the
     *     experiment that would help), or if the goal contains a latency, and latency cannot be
     *     predicted
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
        Uncertainty uncertainty = Uncertainty.estimate(calibration, topology, setting);
        if (uncertainty.relativeSd() > MAX_RELATIVE_SD && !assume) {
            throw new IllegalArgumentException(
                    ("the measurements are insufficient: the standard deviation of the"
                                    + " highest rate is %.0f%%; %s (or use --assume)")
                            .formatted(100 * uncertainty.relativeSd(), uncertainty.experiment()));
        }
        checkGoal(goal, prediction);
        List<String> notes =
                new ArrayList<>(Caveats.describe(calibration, topology, setting.isCluster()));
        Search search = new Search(topology, settings);
        List<Search.Found> sizes = new ArrayList<>();
        for (int s = 1; s <= Math.min(largest, Math.max(size + 1, MIN_SIZES_SHOWN)); s++) {
            sizes.add(search.bestOfSize(s));
        }
        Optional<Search.Found> cheapest =
                Double.isFinite(goal.ratePerSec())
                        ? search.cheapest(
                                goal.ratePerSec(),
                                goal.p99Ns(),
                                Math.min(largest, MAX_SIZE_SEARCHED))
                        : Optional.empty();
        sizes.stream()
                .flatMap(found -> search.componentsOfUnknownSkew(found).stream())
                .distinct()
                .forEach(
                        id ->
                                notes.add(
                                        "keys of '"
                                                + id
                                                + "' are assumed to be even, because it had"
                                                + " one task; record the topology with two"
                                                + " or more"));
        double baseRate =
                Double.isFinite(goal.ratePerSec())
                        ? goal.ratePerSec()
                        : calibration.measuredRootsPerSec();
        Optional<PendingAdvice> pending =
                Double.isFinite(goal.p99Ns()) && topology.acked()
                        ? PendingAdvice.forLatency(goal.p99Ns(), setting, prediction.placement())
                        : Optional.empty();
        double relativeHalfInterval = SDS_OF_95_PERCENT * uncertainty.relativeSd();
        // A half interval of 1 or more would leave no upper end, so the divisor is at least 1e-3.
        return new WhatIfAnswer(
                calibration,
                goal,
                prediction,
                prediction.maxPerSec() / (1 + relativeHalfInterval),
                prediction.maxPerSec() / Math.max(1e-3, 1 - relativeHalfInterval),
                sizes,
                Links.predict(topology, prediction),
                cheapest,
                fullResources(prediction, 2 * baseRate),
                fullResources(prediction, 10 * baseRate),
                pending,
                notes);
    }

    /** Rejects a goal for the latency if latency cannot be predicted. */
    private static void checkGoal(Goal goal, Prediction prediction) {
        if (Double.isFinite(goal.p99Ns()) && !prediction.holding().isEmpty()) {
            throw new IllegalArgumentException(
                    ("latency is not predicted, since tuples of %s are acked later than they"
                                    + " are executed, as in a window; ask without a goal for"
                                    + " the latency")
                            .formatted(prediction.holding()));
        }
    }

    private static List<String> fullResources(Prediction prediction, double rate) {
        return prediction.load(rate).full().stream().map(Object::toString).toList();
    }
}
