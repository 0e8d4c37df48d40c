package io.eyewall.control.forecast;

import java.util.ArrayList;
import java.util.List;

/**
 * The measurements of a topology in a window, beside the model's predictions for the same rate.
 *
 * @param rootsPerSec measured messages of all spouts per second
 * @param maxPerSec predicted maximum of messages per second
 * @param bottleneck the predicted bottleneck at the maximum
 * @param cores processor time in cores, measured and predicted
 * @param meanNs mean time from emit to ack, measured if messages are acked, and predicted; not a
 *     number if it can't be predicted, see {@link #whyNoLatency}
 * @param p99Ns the 99th percentile of the same time, likewise
 * @param full name of a component with an executor that was busy all the time; empty if there is
 *     none
 * @param holding names of components that ack tuples later than they execute them, as windows do
 */
public record Forecast(
        double rootsPerSec,
        double maxPerSec,
        String bottleneck,
        Pair cores,
        Pair meanNs,
        Pair p99Ns,
        String full,
        List<String> holding) {
    public Forecast {
        holding = List.copyOf(holding);
    }

    // Deviations within these limits are no drift; see drift().
    private static final double MAX_RATE_ERROR = 0.1;
    private static final double MAX_CORES_ERROR = 0.25;
    private static final double MAX_CORES_DIFFERENCE = 0.2;
    private static final double MAX_LATENCY_RATIO = 5;

    /** The share of the maximum from which a little more load makes queues much longer. */
    private static final double ALMOST_FULL = 0.9;

    /** Latencies up to this never count as drift, whatever was predicted. */
    public static final double SHORT_NS = 5e6;

    /** A measured and a predicted value; the measured one is negative if it was not measured. */
    public record Pair(double measured, double predicted) {
        private boolean exceedsPrediction() {
            return measured > MAX_LATENCY_RATIO * predicted;
        }

        /**
         * Returns whether this is a latency that does not count as drift only because it is short.
         */
        public boolean isShortAndOff() {
            return measured <= SHORT_NS && exceedsPrediction();
        }
    }

    /**
     * Creates a forecast, without predicted latencies if these can't be predicted. If the measured
     * rate exceeds the predicted maximum by at most a tenth, which is within the error of
     * predictions, the measured rate counts as the maximum.
     */
    static Forecast of(
            double rootsPerSec,
            double predictedPerSec,
            String bottleneck,
            Pair cores,
            Pair meanNs,
            Pair p99Ns,
            String full,
            List<String> holding) {
        double maxPerSec =
                rootsPerSec > predictedPerSec * (1 + MAX_RATE_ERROR)
                        ? predictedPerSec
                        : Math.max(rootsPerSec, predictedPerSec);
        Forecast complete =
                new Forecast(
                        rootsPerSec, maxPerSec, bottleneck, cores, meanNs, p99Ns, full, holding);
        return complete.whyNoLatency().isEmpty()
                ? complete
                : new Forecast(
                        rootsPerSec,
                        maxPerSec,
                        bottleneck,
                        cores,
                        new Pair(meanNs.measured(), Double.NaN),
                        new Pair(p99Ns.measured(), Double.NaN),
                        full,
                        holding);
    }

    /**
     * Returns whether the model is wrong about the rate, and therefore about everything else: the
     * measured rate exceeds the predicted maximum, or a component is busy all the time below it.
     */
    public boolean isModelWrong() {
        return isBeyondModel() || (!full.isEmpty() && used() < ALMOST_FULL);
    }

    private boolean isBeyondModel() {
        return rootsPerSec > maxPerSec * (1 + MAX_RATE_ERROR);
    }

    /** Returns the reason why no latency is predicted; empty if one is. */
    public String whyNoLatency() {
        if (!holding.isEmpty()) {
            return "tuples of '"
                    + String.join("', '", holding)
                    + "' are acked later than they are executed, as in a window";
        }
        if (isBeyondModel()) {
            return "the measured rate exceeds the maximum that the model predicts";
        }
        if (!full.isEmpty()) {
            return "'"
                    + full
                    + "' is busy all the time, so that its queue grows until back-pressure stops"
                    + " its senders";
        }
        return used() > ALMOST_FULL
                ? bottleneck
                        + " is almost full, where small changes of the load change the queue's length a"
                        + " lot"
                : "";
    }

    /**
     * Returns the used share of the topology's capacity: the measured rate divided by the predicted
     * maximum.
     */
    public double used() {
        return rootsPerSec / maxPerSec;
    }

    /**
     * Returns the names of the quantities in which measurements and model have drifted apart; empty
     * if there are none. The rate drifts if it exceeds the maximum by a tenth, or a component is
     * busy all the time below it; processor time, if it differs by a quarter and by 0.2 cores;
     * latency, which the model predicts only roughly, if it is more than five times as long and
     * above 5 ms.
     */
    public List<String> drift() {
        List<String> drift = new ArrayList<>();
        if (isModelWrong()) {
            drift.add("rate");
        }
        double coresDifference = Math.abs(cores.measured() - cores.predicted());
        if (cores.measured() >= 0
                && coresDifference > MAX_CORES_DIFFERENCE
                && coresDifference > MAX_CORES_ERROR * cores.predicted()) {
            drift.add("processor time");
        }
        if (isTooLong(meanNs) || isTooLong(p99Ns)) {
            drift.add("latency");
        }
        return drift;
    }

    private static boolean isTooLong(Pair latency) {
        return latency.measured() > SHORT_NS && latency.exceedsPrediction();
    }
}
