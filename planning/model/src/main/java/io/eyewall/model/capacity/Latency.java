package io.eyewall.model.capacity;

import io.eyewall.model.queueing.Delays;
import io.eyewall.model.queueing.Percentile;
import io.eyewall.model.queueing.WaitingTime;
import io.eyewall.model.topology.ComponentModel;
import io.eyewall.placement.place.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Time from a spout's emit to the end of its tuple tree.
 *
 * @param meanNs mean
 * @param p99Ns 99th percentile
 */
public record Latency(double meanNs, double p99Ns) {
    /**
     * The latency of a topology that is offered more than its capacity, and whose pending messages
     * are not limited.
     */
    public static final Latency UNBOUNDED =
            new Latency(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    /**
     * A latency that is not predicted, because it depends on facts that the model does not have.
     */
    public static final Latency UNKNOWN = new Latency(Double.NaN, Double.NaN);

    /** Longer paths of tuples are cut off here. */
    private static final int MAX_DEPTH = 64;

    /**
     * Returns the latency on a Storm cluster whose resources are not full; infinite if a thread is
     * full. At each hop a tuple waits for its batch, for the transfer, and in its executor's queue
     * (Allen and Cunneen). Branches of a tuple tree run in parallel, so the longest branch
     * determines the time, which is assumed to be gamma distributed.
     */
    public static Latency ofCluster(Placement placement, Load load, Delays delays) {
        Walk walk = new Walk(placement, load, delays);
        double mean = 0;
        double secondMoment = 0;
        double roots = 0;
        for (int source : load.demand().sources) {
            double rate = load.rate(source);
            Moments time = walk.timeAfterArrival(source);
            mean += rate * time.mean();
            secondMoment += rate * (time.variance() + time.mean() * time.mean());
            roots += rate;
        }
        if (roots == 0) {
            return new Latency(0, 0);
        }
        mean /= roots;
        double variance = Math.max(0, secondMoment / roots - mean * mean);
        return Double.isFinite(mean)
                ? new Latency(mean, Percentile.p99(mean, variance))
                : UNBOUNDED;
    }

    /** Returns whether the latency is predicted, even if as infinite. */
    public boolean isKnown() {
        return !Double.isNaN(meanNs);
    }

    private record Moments(double mean, double variance) {
        static final Moments NONE = new Moments(0, 0);

        Moments plus(Moments other) {
            return new Moments(mean + other.mean, variance + other.variance);
        }
    }

    /** Follows the edges from executors, and keeps the result for each executor on the way. */
    private static final class Walk {
        private final Placement placement;
        private final Load load;
        private final Delays delays;
        private final List<Placement.Executor> executors;
        private final Map<Integer, Moments> computed = new HashMap<>();

        private final Deque<Integer> path = new ArrayDeque<>();

        Walk(Placement placement, Load load, Delays delays) {
            this.placement = placement;
            this.load = load;
            this.delays = delays;
            this.executors = placement.executors();
        }

        /**
         * Returns the time from the beginning of an executor's work on a tuple to the end of the
         * last tuple that follows from it.
         */
        Moments timeAfterArrival(int executor) {
            Moments cached = computed.get(executor);
            if (cached != null) {
                return cached;
            }
            if (path.size() >= MAX_DEPTH || path.contains(executor)) {
                return Moments.NONE; // a cycle is followed once
            }
            path.push(executor);
            double service = serviceNs(executor);
            double scv = executors.get(executor).component().serviceScv();
            final Moments own = new Moments(service, scv * service * service);
            Map<String, Moments> byReceiver = new HashMap<>();
            for (Demand.Flow flow : load.demand().flows()) {
                if (flow.from() != executor) {
                    continue;
                }
                Moments after = timeAfterArrival(flow.to());
                double perInput = flow.perInput();
                // Of the tuples that one input makes for a receiver, the last waits for the others.
                double servedBeforeNs = Math.max(0, perInput - 1) * serviceNs(flow.to());
                Moments branch = transit(flow).plus(after).plus(new Moments(servedBeforeNs, 0));
                double share = Math.min(1, perInput);
                byReceiver.merge(
                        flow.edge().to(),
                        new Moments(share * branch.mean(), share * branch.variance()),
                        Moments::plus);
            }
            Moments longest = Moments.NONE;
            for (Moments branch : byReceiver.values()) {
                longest = branch.mean() > longest.mean() ? branch : longest;
            }
            path.pop();
            Moments total = own.plus(longest);
            computed.put(executor, total);
            return total;
        }

        /** Returns the time from a sender until the receiver begins its work. */
        private Moments transit(Demand.Flow flow) {
            int p = executors.get(flow.from()).place();
            int q = executors.get(flow.to()).place();
            Level level = placement.tree().meet(p, q);
            double rate = load.rate(flow.from()) * flow.perInput();
            double batch =
                    level.compareTo(Level.PROCESS) > 0
                            ? 1e9
                                    * WaitingTime.batching(
                                            delays.batchTuples(), rate, delays.flushNs() / 1e9)
                            : 0;
            // A wait between 0 and twice its mean, evenly distributed, has the variance mean^2 / 3.
            double fixed = delays.nsByLevel().getOrDefault(level, 0.0) + batch;
            return new Moments(fixed, batch * batch / 3)
                    .plus(queueing(flow.to(), utilization(flow.to())));
        }

        /** Returns the service time, including the waits of user code. */
        private double serviceNs(int executor) {
            ComponentModel component = executors.get(executor).component();
            return Math.max(component.serviceNs(), component.thread().ns());
        }

        private double utilization(int executor) {
            return load.rate(executor) * serviceNs(executor) / 1e9;
        }

        /**
         * Returns the wait for the executor's thread, and the thread's wait for the processors,
         * which it shares with others.
         */
        private Moments queueing(int executor, double utilization) {
            double service = serviceNs(executor);
            double scv = executors.get(executor).component().serviceScv();
            double wait = WaitingTime.allenCunneen(utilization, 1, scv, service);
            double maxProcessorShare = 0;
            for (int v : placement.tree().path(executors.get(executor).place())) {
                maxProcessorShare = Math.max(maxProcessorShare, load.processorShare(v));
            }
            double slices =
                    WaitingTime.roundRobin(
                            maxProcessorShare, maxProcessorShare < 1 ? service : wait);
            return new Moments(wait + slices, WaitingTime.variance(wait, utilization));
        }
    }
}
