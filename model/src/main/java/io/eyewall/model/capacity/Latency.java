package io.eyewall.model.capacity;

import io.eyewall.model.queueing.Delays;
import io.eyewall.model.queueing.Percentile;
import io.eyewall.model.queueing.Waiting;
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
 * <p>At the sender's own place a receiver is called directly, so the whole tree there is one
 * service, {@code s_fused = s_u + sum sigma s_v}, and nothing waits. A tuple to another place waits
 * for its batch, for that place to wake up, and in its queue: Allen and Cunneen, with the fused
 * service of what arrives there. Branches to other places run at the same time as what follows; the
 * longest counts. With acks the answer comes back the same way, and the spout is told after its
 * next call of nextTuple. Where an executor is a thread (Storm, and in our engine one that blocks),
 * it is not called directly, and each hop to it waits for it.
 *
 * @param meanNs mean
 * @param p99Ns 99th percentile, the time taken to be gamma distributed
 */
public record Latency(double meanNs, double p99Ns) {
    private static final int MOST_DEPTH = 64;

    /** A spout that has nothing is asked again that soon, so that messages come in bursts. */
    private static final double SPOUT_WAIT_NS = 1e6;

    /**
     * Of a load that leaves room everywhere; infinite where a place is full.
     *
     * @param threads whether executors are threads
     */
    public static Latency of(Placement placement, Load load, Delays delays, boolean threads) {
        Walk walk = new Walk(placement, load, delays, threads);
        double mean = 0;
        double second = 0;
        double roots = 0;
        for (int source : load.demand().sources) {
            double rate = load.rate(source);
            Moments one = walk.from(source).plus(walk.nextCall(source));
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
                : new Latency(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    private record Moments(double mean, double variance) {
        static final Moments NONE = new Moments(0, 0);

        Moments plus(Moments other) {
            return new Moments(mean + other.mean, variance + other.variance);
        }
    }

    /** Goes along the edges from an executor; what is known of one is kept. */
    private static final class Walk {
        private final Placement placement;
        private final Load load;
        private final Delays delays;
        private final boolean threads;
        private final List<Placement.Executor> executors;
        private final Map<Integer, Moments> known = new HashMap<>();

        /** Of an executor and what it calls directly. */
        private final Map<Integer, Moments> here = new HashMap<>();

        private final Deque<Integer> path = new ArrayDeque<>();
        private final Map<Integer, Double> visits = new HashMap<>();

        Walk(Placement placement, Load load, Delays delays, boolean threads) {
            this.placement = placement;
            this.load = load;
            this.delays = delays;
            this.threads = threads;
            this.executors = placement.executors();
            for (int source : load.demand().sources) {
                visits.merge(executors.get(source).place(), load.rate(source), Double::sum);
            }
            for (Demand.Flow flow : load.demand().flows()) {
                if (isQueued(flow)) {
                    visits.merge(
                            executors.get(flow.to()).place(),
                            load.rate(flow.from()) * flow.perInput(),
                            Double::sum);
                }
            }
        }

        private boolean isQueued(Demand.Flow flow) {
            return hasThread(flow.to())
                    || executors.get(flow.from()).place() != executors.get(flow.to()).place();
        }

        private boolean hasThread(int executor) {
            return threads || executors.get(executor).component().hasThreads();
        }

        /** How long a tuple keeps an executor's thread, where it has one. */
        private double threadNs(int executor) {
            ComponentModel component = executors.get(executor).component();
            return threads ? component.serviceNs() : component.threadNs();
        }

        /** From the begin of an executor's work on a tuple to the end of all that follows. */
        Moments from(int executor) {
            Moments before = known.get(executor);
            if (before != null) {
                return before;
            }
            if (path.size() >= MOST_DEPTH || path.contains(executor)) {
                return Moments.NONE; // once around a cycle
            }
            path.push(executor);
            double service = executors.get(executor).component().elapsedNs();
            double scv = executors.get(executor).component().serviceScv();
            Moments own = new Moments(service, scv * service * service);
            Map<String, Moments> elsewhere = new HashMap<>();
            for (Demand.Flow flow : load.demand().flows()) {
                if (flow.from() != executor) {
                    continue;
                }
                Moments after = from(flow.to());
                double each = flow.perInput();
                if (isQueued(flow)) {
                    double serial =
                            Math.max(0, each - 1)
                                    * executors.get(flow.to()).component().elapsedNs();
                    Moments way = way(flow).plus(after).plus(new Moments(serial, 0));
                    double chance = Math.min(1, each);
                    elsewhere.merge(
                            flow.edge().to(),
                            new Moments(chance * way.mean(), chance * way.variance()),
                            Moments::plus);
                } else {
                    own = own.plus(new Moments(each * after.mean(), each * after.variance()));
                }
            }
            Moments longest = Moments.NONE;
            for (Moments one : elsewhere.values()) {
                longest = one.mean() > longest.mean() ? one : longest;
            }
            path.pop();
            here.put(executor, own);
            Moments all = own.plus(longest);
            known.put(executor, all);
            return all;
        }

        /**
         * Our engine tells a spout of its acks after the call that follows (decision 52): that
         * emits, too, if another message came meanwhile.
         */
        Moments nextCall(int source) {
            if (threads || !placement.topology().acked()) {
                return Moments.NONE;
            }
            double chance = -Math.expm1(-load.rate(source) * SPOUT_WAIT_NS / 1e9);
            Moments call = here.getOrDefault(source, Moments.NONE);
            return new Moments(chance * call.mean(), chance * call.variance());
        }

        /** From a sender to the begin of the receiver's work, and the answer's way back. */
        private Moments way(Demand.Flow flow) {
            int p = executors.get(flow.from()).place();
            int q = executors.get(flow.to()).place();
            Level level = placement.tree().meet(p, q);
            double ways = placement.topology().acked() ? 2 : 1;
            double transfer = delays.nsByLevel().getOrDefault(level, 0.0);
            double rate = load.rate(flow.from()) * flow.perInput();
            double batch =
                    level.compareTo(Level.PROCESS) > 0
                            ? 1e9
                                    * Waiting.batching(
                                            delays.batchTuples(), rate, delays.flushNs() / 1e9)
                            : 0;
            boolean thread = hasThread(flow.to());
            double rho = thread ? threadRho(flow.to()) : placeRho(q);
            double sleeping = Math.max(0, 1 - rho);
            double fixed = ways * (transfer + batch + sleeping * delays.wakeNs());
            Moments queue = thread ? threadQueue(flow.to(), rho) : placeQueue(q, rho);
            Moments back =
                    placement.topology().acked() && !threads
                            ? placeQueue(p, placeRho(p))
                            : Moments.NONE;
            double wakeVariance = ways * sleeping * delays.wakeNs() * delays.wakeNs();
            return new Moments(fixed, batch * batch / 3 + wakeVariance).plus(queue).plus(back);
        }

        private int vertex(int place) {
            return placement.tree().path(place)[0];
        }

        private double placeRho(int place) {
            return load.processorShare(vertex(place));
        }

        private double threadRho(int executor) {
            return load.rate(executor) * threadNs(executor) / 1e9;
        }

        private Moments placeQueue(int place, double rho) {
            double arrivals = visits.getOrDefault(place, 0.0);
            double service = arrivals > 0 ? load.cores(vertex(place)) / arrivals * 1e9 : 0;
            double wait = Waiting.allenCunneen(rho, 1, 1, service);
            return new Moments(wait, Waiting.variance(wait, rho));
        }

        /** A thread of its own, and the node's processors shared with others. */
        private Moments threadQueue(int executor, double rho) {
            double service = threadNs(executor);
            double scv = executors.get(executor).component().serviceScv();
            double wait = Waiting.allenCunneen(rho, 1, scv, service);
            double crowded = 0;
            for (int v : placement.tree().path(executors.get(executor).place())) {
                crowded = Math.max(crowded, load.processorShare(v));
            }
            double turns = Waiting.roundRobin(crowded, crowded < 1 ? service : wait);
            return new Moments(wait + turns, Waiting.variance(wait, rho));
        }
    }
}
