package io.eyewall.model.capacity;

import io.eyewall.model.topology.ComponentModel;
import io.eyewall.model.topology.EdgeModel;
import io.eyewall.placement.place.Crossing;
import io.eyewall.placement.place.Limits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The share of each resource that one root tuple per second of a spout's executor uses: {@code
 * u_r}.
 */
final class Demand {
    private static final int MAX_ROUNDS = 10_000;

    final List<LimitedResource> resources = new ArrayList<>();

    /** Indexes of the spout executors. */
    final int[] sources;

    /** The use of each resource by source; computed on demand. */
    private final double[][] use;

    /** Units of work per root tuple, by source and executor. */
    final double[][] rates;

    private final Placement placement;
    private final Nearness nearness;
    private final boolean threads;
    private final List<Flow> flows;
    private final int vertices;

    /** Tuples per unit of work of the sender. */
    record Flow(int from, int to, double perInput, double bytes, EdgeModel edge) {}

    /**
     * Creates a demand with shuffled tuples spread over all receivers, wherever they are.
     *
     * @param local the share of local-or-shuffle tuples that stays at its place, of those that can
     * @param threads whether an executor is a thread, and so has one core at most
     */
    Demand(Placement placement, double local, boolean threads) {
        this(placement, new Nearness(local, 0), threads, new double[placement.executors().size()]);
    }

    private Demand(Placement placement, Nearness nearness, boolean threads, double[] work) {
        this.placement = placement;
        this.nearness = nearness;
        this.threads = threads;
        this.vertices = placement.tree().vertices().size();
        List<Placement.Executor> executors = placement.executors();
        findResources(executors);
        sources =
                IntStream.range(0, executors.size())
                        .filter(e -> executors.get(e).component().spout())
                        .toArray();
        flows = flows(work);
        rates = new double[sources.length][];
        use = new double[sources.length][];
        for (int s = 0; s < sources.length; s++) {
            rates[s] = propagate(sources[s], executors.size());
        }
    }

    /** Returns the demand of one source for each resource. */
    double[] use(int source) {
        if (use[source] == null) {
            use[source] = use(rates[source], placement.executors());
        }
        return use[source];
    }

    /**
     * Returns the same demand with part of the shuffled tuples kept at their place. Each executor
     * has as much work as before.
     *
     * @param shuffled the share that stays, of the tuples that can
     */
    Demand keeping(double shuffled) {
        return new Demand(placement, new Nearness(nearness.local(), shuffled), threads, total());
    }

    List<Flow> flows() {
        return flows;
    }

    /**
     * @param work units of work by executor, per any unit of time
     */
    private List<Flow> flows(double[] work) {
        List<Flow> found = new ArrayList<>();
        for (EdgeModel edge : placement.topology().edges()) {
            int[] receivers = placement.of(edge.to());
            FlowShares shares = new FlowShares(placement, edge, nearness, work);
            for (int sender : placement.of(edge.from())) {
                double[] own = shares.from(sender);
                for (int i = 0; i < receivers.length; i++) {
                    double each = own[i] * edge.perInput();
                    if (each > 0) {
                        found.add(new Flow(sender, receivers[i], each, edge.bytes(), edge));
                    }
                }
            }
        }
        return found;
    }

    /** Returns the units of work of each executor at the offered rate. */
    private double[] total() {
        double[] weights = weights();
        double[] total = new double[placement.executors().size()];
        for (int s = 0; s < weights.length; s++) {
            for (int e = 0; e < total.length; e++) {
                total[e] += weights[s] * rates[s][e];
            }
        }
        return total;
    }

    private void findResources(List<Placement.Executor> executors) {
        for (int v = 0; v < vertices; v++) {
            String id = placement.tree().vertices().get(v).id();
            Limits limits = placement.tree().vertices().get(v).limits();
            resources.add(
                    v == 0 && sharesProcessors()
                            ? new LimitedResource(
                                    LimitedResource.Kind.PROCESSOR,
                                    LimitedResource.ALL_PROCESSORS,
                                    placement.tree().placeCount())
                            : new LimitedResource(
                                    LimitedResource.Kind.PROCESSOR, id, limits.cores()));
        }
        for (int v = 0; v < vertices; v++) {
            String id = placement.tree().vertices().get(v).id();
            Limits limits = placement.tree().vertices().get(v).limits();
            resources.add(LimitedResource.link(id, true, limits.uplinkBytesPerSec()));
            resources.add(LimitedResource.link(id, false, limits.uplinkBytesPerSec()));
        }
        for (int e = 0; e < executors.size(); e++) {
            Placement.Executor one = executors.get(e);
            resources.add(
                    new LimitedResource(
                            LimitedResource.Kind.THREAD,
                            one.component().id() + "[" + one.firstTask() + "]",
                            threads || one.component().thread().ns() > 0
                                    ? 1
                                    : Double.POSITIVE_INFINITY));
        }
    }

    /**
     * Returns whether dedicated executors' threads take processors from the cores of our engine.
     */
    private boolean sharesProcessors() {
        return !threads
                && placement.executors().stream()
                        .anyMatch(one -> one.component().thread().processorNs() > 0);
    }

    private double[] propagate(int source, int executors) {
        double[] total = new double[executors];
        double[] wave = new double[executors];
        wave[source] = 1;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            double[] next = new double[executors];
            boolean more = false;
            for (int e = 0; e < executors; e++) {
                total[e] += wave[e];
            }
            for (Flow flow : flows) {
                double tuples = wave[flow.from()] * flow.perInput();
                next[flow.to()] += tuples;
                more |= tuples > 1e-9;
            }
            wave = next;
            if (!more) {
                return total;
            }
        }
        throw new IllegalArgumentException(
                "topology '"
                        + placement.topology().name()
                        + "': a cycle of its components makes more tuples than it takes in, so that"
                        + " no rate is sustainable");
    }

    private double[] use(double[] rate, List<Placement.Executor> executors) {
        double[] used = new double[resources.size()];
        double[] own = new double[executors.size()];
        for (int e = 0; e < own.length; e++) {
            ComponentModel one = executors.get(e).component();
            double threadNs = threads ? one.thread().processorNs() : 0;
            own[e] = rate[e] * (one.serviceNs() + threadNs) / 1e9;
        }
        for (Flow flow : flows) {
            int p = executors.get(flow.from()).place();
            int q = executors.get(flow.to()).place();
            double tuples = rate[flow.from()] * flow.perInput();
            double bytes = tuples * flow.bytes();
            Crossing crossing = placement.tree().crossings().at(placement.tree().meet(p, q));
            double each = crossing.nsPerSec(tuples, bytes) * crossing.cpuFraction() / 2 / 1e9;
            own[flow.from()] += each;
            own[flow.to()] += each;
            for (int v : placement.tree().path(p)) {
                used[vertices + 2 * v] += placement.tree().isBeneath(q, v) ? 0 : bytes;
            }
            for (int v : placement.tree().path(q)) {
                used[vertices + 2 * v + 1] += placement.tree().isBeneath(p, v) ? 0 : bytes;
            }
        }
        for (int e = 0; e < own.length; e++) {
            double threadNs = executors.get(e).component().thread().ns();
            used[0] +=
                    threads
                            ? 0
                            : rate[e] * executors.get(e).component().thread().processorNs() / 1e9;
            used[3 * vertices + e] = threadNs > 0 ? rate[e] * threadNs / 1e9 : own[e];
            for (int v : placement.tree().path(executors.get(e).place())) {
                used[v] += own[e];
            }
        }
        return used;
    }

    /** Returns the share of the offered rate by source. */
    double[] weights() {
        double[] weights = new double[sources.length];
        for (int s = 0; s < sources.length; s++) {
            ComponentModel spout = placement.executors().get(sources[s]).component();
            weights[s] =
                    placement.topology().sourceWeights().getOrDefault(spout.id(), 1.0)
                            / spout.executors();
        }
        double sum = Arrays.stream(weights).sum();
        for (int s = 0; s < weights.length; s++) {
            weights[s] = sum > 0 ? weights[s] / sum : 1.0 / weights.length;
        }
        return weights;
    }
}
