package io.eyewall.control.forecast;

import java.util.ArrayList;
import java.util.List;

/**
 * What a topology did in a window, beside what the model says that it should have done at that
 * rate.
 *
 * @param rootsPerSec messages of all spouts per second, as measured
 * @param mostPerSec as many would get through, as predicted
 * @param bottleneck what is full then
 * @param cores processor time in cores, both
 * @param meanNs mean time from emit to ack, both, where messages are acked. Predicted not a number
 *     where it can't be predicted: see {@link #whyNoLatency}
 * @param p99Ns the same of the 99th percentile
 * @param full component of which an executor was at work all the time; empty if none was
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

    /** A little more load than so much of the most is a much longer queue. */
    private static final double ALMOST_FULL = 0.9;

    /** Latencies up to this are no drift, whatever was predicted. */
    public static final double SHORT_NS = 5e6;

    /** One figure; measured is negative where it was not. */
    public record Pair(double measured, double predicted) {
        private boolean isOff() {
            return measured > LATENCY_OFF * predicted;
        }

        /** Of a latency: whether it would be drift if it was longer. */
        public boolean isShortAndOff() {
            return measured <= SHORT_NS && isOff();
        }
    }

    /** A forecast whose latencies are not predicted where they can't be. */
    static Forecast of(
            double rootsPerSec,
            double mostPerSec,
            String bottleneck,
            Pair cores,
            Pair meanNs,
            Pair p99Ns,
            String full,
            List<String> holding) {
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
     * Whether the model is wrong about what gets through, and so about the rest: more does than it
     * holds possible, or a component is full although it sees room.
     */
    public boolean isModelWrong() {
        return isBeyondModel() || (!full.isEmpty() && used() < ALMOST_FULL);
    }

    private boolean isBeyondModel() {
        return rootsPerSec > mostPerSec * (1 + RATE_OFF);
    }

    /** Why no latency is predicted; empty if one is. */
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

    /** Share of the most that gets through: what of the topology's capacity is used. */
    public double used() {
        return rootsPerSec / mostPerSec;
    }

    /**
     * In what the model and reality have drifted apart, in words; empty if in nothing. More gets
     * through than it takes for the most (by a tenth), or a component is full below it, processor
     * time (by a quarter, and 0.2 cores), latency (five times, and 5 ms: it is known to be rough).
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
