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
     * The latency of a topology whose offered load exceeds its capacity, without a limit of pending
     * messages.
     */
    public static final Latency UNBOUNDED =
            new Latency(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    /**
     * A latency that is not predicted, because it depends on facts that the model does not have.
     */
    public static final Latency UNKNOWN = new Latency(Double.NaN, Double.NaN);

    private static final int MAX_DEPTH = 64;

    /**
     * Returns the latency on a Storm cluster whose resources are not full; infinite if a thread is
     * full. At each hop a tuple waits for its batch, for the transfer, and in its executor's queue
     * (Allen and Cunneen). Branches run in parallel; the longest one counts. The time is taken to
     * be gamma distributed.
     */
    public static Latency ofThreads(Placement placement, Load load, Delays delays) {
        Walk walk = new Walk(placement, load, delays);
        double mean = 0;
        double second = 0;
        double roots = 0;
        for (int source : load.demand().sources) {
            double rate = load.rate(source);
            Moments one = walk.from(source);
            mean += rate * one.mean();
            second += rate * (one.variance() + one.mean() * one.mean());
            roots += rate;
        }
        if (roots == 0) {
            return new Latency(0, 0);
        }
        mean /= roots;
        double variance = Math.max(0, second / roots - mean * mean);
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

    /** Follows the edges from an executor and remembers the result for each executor. */
    private static final class Walk {
        private final Placement placement;
        private final Load load;
        private final Delays delays;
        private final List<Placement.Executor> executors;
        private final Map<Integer, Moments> known = new HashMap<>();

        private final Deque<Integer> path = new ArrayDeque<>();

        Walk(Placement placement, Load load, Delays delays) {
            this.placement = placement;
            this.load = load;
            this.delays = delays;
            this.executors = placement.executors();
        }

        /**
         * Returns the time from the beginning of an executor's work on a tuple to the end of all
         * that follows.
         */
        Moments from(int executor) {
            Moments before = known.get(executor);
            if (before != null) {
                return before;
            }
            if (path.size() >= MAX_DEPTH || path.contains(executor)) {
                return Moments.NONE; // once around a cycle
            }
            path.push(executor);
            double service = serviceNs(executor);
            double scv = executors.get(executor).component().serviceScv();
            final Moments own = new Moments(service, scv * service * service);
            Map<String, Moments> elsewhere = new HashMap<>();
            for (Demand.Flow flow : load.demand().flows()) {
                if (flow.from() != executor) {
                    continue;
                }
                Moments after = from(flow.to());
                double each = flow.perInput();
                double serial = Math.max(0, each - 1) * serviceNs(flow.to());
                Moments transit = transit(flow).plus(after).plus(new Moments(serial, 0));
                double chance = Math.min(1, each);
                elsewhere.merge(
                        flow.edge().to(),
                        new Moments(chance * transit.mean(), chance * transit.variance()),
                        Moments::plus);
            }
            Moments longest = Moments.NONE;
            for (Moments one : elsewhere.values()) {
                longest = one.mean() > longest.mean() ? one : longest;
            }
            path.pop();
            Moments all = own.plus(longest);
            known.put(executor, all);
            return all;
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
            double fixed = delays.nsByLevel().getOrDefault(level, 0.0) + batch;
            return new Moments(fixed, batch * batch / 3)
                    .plus(threadQueue(flow.to(), threadRho(flow.to())));
        }

        /** Returns the service time, including the waits of user code. */
        private double serviceNs(int executor) {
            ComponentModel one = executors.get(executor).component();
            return Math.max(one.serviceNs(), one.thread().ns());
        }

        private double threadRho(int executor) {
            return load.rate(executor) * serviceNs(executor) / 1e9;
        }

        /**
         * Returns the wait for a thread that only this executor uses, and for the node's
         * processors, which it shares.
         */
        private Moments threadQueue(int executor, double rho) {
            double service = serviceNs(executor);
            double scv = executors.get(executor).component().serviceScv();
            double wait = WaitingTime.allenCunneen(rho, 1, scv, service);
            double crowded = 0;
            for (int v : placement.tree().path(executors.get(executor).place())) {
                crowded = Math.max(crowded, load.processorShare(v));
            }
            double turns = WaitingTime.roundRobin(crowded, crowded < 1 ? service : wait);
            return new Moments(wait + turns, WaitingTime.variance(wait, rho));
        }
    }
}
