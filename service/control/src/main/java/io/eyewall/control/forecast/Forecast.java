package io.eyewall.control.forecast;

import java.util.ArrayList;
import java.util.List;

/**
 * The measurements of a topology in a window, beside the model's predictions for the same rate.
 *
 * @param rootsPerSec measured messages of all spouts per second
 * @param mostPerSec predicted maximum of messages per second
 * @param bottleneck the predicted bottleneck at the maximum
 * @param cores processor time in cores, measured and predicted
 * @param meanNs mean time from emit to ack, measured if messages are acked, and predicted; not a
 *     number if it can't be predicted, see {@link #whyNoLatency}
 * @param p99Ns the 99th percentile, likewise
 * @param full component with an executor that was busy all the time; empty if there is none
 * @param holding components that ack tuples later than they execute them, as windows do
 */
public record Forecast(
        double rootsPerSec,
        double mostPerSec,
        String bottleneck,
        Pair cores,
        Pair meanNs,
        Pair p99Ns,
        String full,
        List<String> holding) {
    public Forecast {
        holding = List.copyOf(holding);
    }

    private static final double RATE_OFF = 0.1;
    private static final double CORES_OFF = 0.25;
    private static final double FEW_CORES = 0.2;
    private static final double LATENCY_OFF = 5;

    /** The share of the maximum from which a little more load makes queues much longer. */
    private static final double ALMOST_FULL = 0.9;

    /** Latencies up to this never count as drift, whatever was predicted. */
    public static final double SHORT_NS = 5e6;

    /** A measured and a predicted value; the measured one is negative if it was not measured. */
    public record Pair(double measured, double predicted) {
        private boolean isOff() {
            return measured > LATENCY_OFF * predicted;
        }

        /** Returns whether a latency would count as drift if it were longer. */
        public boolean isShortAndOff() {
            return measured <= SHORT_NS && isOff();
        }
    }

    /**
     * Creates a forecast without predicted latencies where these can't be predicted. A measured
     * rate that exceeds the predicted maximum by no more than a prediction is inexact is the
     * maximum.
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
        double mostPerSec =
                rootsPerSec > predictedPerSec * (1 + RATE_OFF)
                        ? predictedPerSec
                        : Math.max(rootsPerSec, predictedPerSec);
        Forecast all =
                new Forecast(
                        rootsPerSec, mostPerSec, bottleneck, cores, meanNs, p99Ns, full, holding);
        return all.whyNoLatency().isEmpty()
                ? all
                : new Forecast(
                        rootsPerSec,
                        mostPerSec,
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
        return rootsPerSec > mostPerSec * (1 + RATE_OFF);
    }

    /** Returns the reason why no latency is predicted; empty if one is. */
    public String whyNoLatency() {
        if (!holding.isEmpty()) {
            return "tuples of '"
                    + String.join("', '", holding)
                    + "' are acked later than they are executed, as in a window";
        }
        if (isBeyondModel()) {
            return "more gets through than the model holds possible";
        }
        if (!full.isEmpty()) {
            return "'" + full + "' is at work all the time, and its queue grows until others wait";
        }
        return used() > ALMOST_FULL
                ? bottleneck + " is almost full: how long the queue is follows from little things"
                : "";
    }

    /**
     * Returns the used share of the topology's capacity: the measured rate by the predicted
     * maximum.
     */
    public double used() {
        return rootsPerSec / mostPerSec;
    }

    /**
     * Returns the names of the quantities in which measurements and model have drifted apart; empty
     * if there are none. The rate drifts if it exceeds the maximum by a tenth, or a component is
     * busy all the time below it; processor time, if it differs by a quarter and by 0.2 cores;
     * latency, which is known to be predicted roughly, if it is five times as long and above 5 ms.
     */
    public List<String> drift() {
        List<String> drift = new ArrayList<>();
        if (isModelWrong()) {
            drift.add("rate");
        }
        double cpuOff = Math.abs(cores.measured() - cores.predicted());
        if (cores.measured() >= 0 && cpuOff > FEW_CORES && cpuOff > CORES_OFF * cores.predicted()) {
            drift.add("processor time");
        }
        if (isOff(meanNs) || isOff(p99Ns)) {
            drift.add("latency");
        }
        return drift;
    }

    private static boolean isOff(Pair latency) {
        return latency.measured() > SHORT_NS && latency.isOff();
    }
}
