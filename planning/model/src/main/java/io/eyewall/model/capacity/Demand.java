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
 * The use of each resource by one root tuple per second of a spout's executor: {@code u_r}.
 * Resources are numbered: first the processors of each vertex of the tree, then the two links of
 * each vertex (out, in), then the thread of each executor.
 */
final class Demand {
    /**
     * Bound of the hops over which tuples are followed, because a cycle may pass them on endlessly.
     */
    private static final int MAX_HOPS = 10_000;

    /** Fewer tuples than this are not followed to their next hop. */
    private static final double NEGLIGIBLE_TUPLES = 1e-9;

    final List<LimitedResource> resources = new ArrayList<>();

    /** The numbers of the spout executors, which are the sources of root tuples. */
    final int[] sources;

    /** The use of each resource, by source; computed on demand. */
    private final double[][] use;

    /** Units of work per root tuple, by source and executor. */
    final double[][] rates;

    private final Placement placement;
    private final KeptShares keptShares;
    private final boolean isCluster;
    private final List<Flow> flows;
    private final int vertices;

    /**
     * The tuples from one executor to another.
     *
     * @param perInput tuples per unit of work of the sender: per tuple that a spout emits or a bolt
     *     executes
     * @param bytes size of a tuple
     */
    record Flow(int from, int to, double perInput, double bytes, EdgeModel edge) {}

    /**
     * Creates a demand with shuffled tuples spread evenly over all receivers.
     *
     * @param localShare of the local-or-shuffle tuples that have receivers at their sender's place,
     *     the share that stays there
     * @param isCluster whether the placement is on a Storm cluster, where an executor is a thread
     *     and so uses one core at most
     */
    Demand(Placement placement, double localShare, boolean isCluster) {
        this(
                placement,
                new KeptShares(localShare, 0),
                isCluster,
                new double[placement.executors().size()]);
    }

    private Demand(Placement placement, KeptShares keptShares, boolean isCluster, double[] work) {
        this.placement = placement;
        this.keptShares = keptShares;
        this.isCluster = isCluster;
        this.vertices = placement.tree().vertices().size();
        List<Placement.Executor> executors = placement.executors();
        addResources(executors);
        sources =
                IntStream.range(0, executors.size())
                        .filter(e -> executors.get(e).component().spout())
                        .toArray();
        flows = flows(work);
        rates = new double[sources.length][];
        use = new double[sources.length][];
        for (int s = 0; s < sources.length; s++) {
            rates[s] = workPerRootTuple(sources[s], executors.size());
        }
    }

    /** Returns the demand of one source for each resource. */
    double[] resourceUse(int source) {
        if (use[source] == null) {
            use[source] = resourceUse(rates[source], placement.executors());
        }
        return use[source];
    }

    /**
     * Returns the same demand with a share of the shuffled tuples kept at their sender's place.
     * Each executor has as much work as before.
     *
     * @param shuffled of the shuffled tuples that can stay at their sender's place, the share that
     *     does
     */
    Demand withKeptShare(double shuffled) {
        return new Demand(
                placement,
                new KeptShares(keptShares.local(), shuffled),
                isCluster,
                workByExecutor());
    }

    List<Flow> flows() {
        return flows;
    }

    /**
     * @param work by executor: its units of work in any unit of time; only proportions matter
     */
    private List<Flow> flows(double[] work) {
        List<Flow> allFlows = new ArrayList<>();
        for (EdgeModel edge : placement.topology().edges()) {
            int[] receivers = placement.executorsOf(edge.to());
            FlowShares flowShares = new FlowShares(placement, edge, keptShares, work);
            for (int sender : placement.executorsOf(edge.from())) {
                double[] receiverShares = flowShares.sharesOf(sender);
                for (int i = 0; i < receivers.length; i++) {
                    double perInput = receiverShares[i] * edge.perInput();
                    if (perInput > 0) {
                        allFlows.add(new Flow(sender, receivers[i], perInput, edge.bytes(), edge));
                    }
                }
            }
        }
        return allFlows;
    }

    /** Returns the units of work of each executor at the offered rate. */
    private double[] workByExecutor() {
        double[] weights = offeredShares();
        double[] total = new double[placement.executors().size()];
        for (int s = 0; s < weights.length; s++) {
            for (int e = 0; e < total.length; e++) {
                total[e] += weights[s] * rates[s][e];
            }
        }
        return total;
    }

    private void addResources(List<Placement.Executor> executors) {
        for (int v = 0; v < vertices; v++) {
            String id = placement.tree().vertices().get(v).id();
            Limits limits = placement.tree().vertices().get(v).limits();
            resources.add(
                    v == 0 && threadsUseProcessors()
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
            Placement.Executor executor = executors.get(e);
            resources.add(
                    new LimitedResource(
                            LimitedResource.Kind.THREAD,
                            executor.component().id() + "[" + executor.firstTask() + "]",
                            isCluster || executor.component().thread().ns() > 0
                                    ? 1
                                    : Double.POSITIVE_INFINITY));
        }
    }

    /**
     * Returns whether threads of dedicated executors of our engine use processor time, which its
     * cores then lack.
     */
    private boolean threadsUseProcessors() {
        return !isCluster
                && placement.executors().stream()
                        .anyMatch(executor -> executor.component().thread().processorNs() > 0);
    }

    /**
     * Follows one root tuple along the flows; returns the units of work of each executor for it.
     */
    private double[] workPerRootTuple(int source, int executors) {
        double[] total = new double[executors];
        double[] wave = new double[executors];
        wave[source] = 1;
        for (int hop = 0; hop < MAX_HOPS; hop++) {
            double[] next = new double[executors];
            boolean more = false;
            for (int e = 0; e < executors; e++) {
                total[e] += wave[e];
            }
            for (Flow flow : flows) {
                double tuples = wave[flow.from()] * flow.perInput();
                next[flow.to()] += tuples;
                more |= tuples > NEGLIGIBLE_TUPLES;
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

    /**
     * Returns the use of each resource per second.
     *
     * @param rate units of work per second, by executor
     */
    private double[] resourceUse(double[] rate, List<Placement.Executor> executors) {
        double[] used = new double[resources.size()];
        int firstLink = vertices;
        int firstThread = 3 * vertices;
        double[] coreSeconds = new double[executors.size()];
        for (int e = 0; e < coreSeconds.length; e++) {
            ComponentModel component = executors.get(e).component();
            double threadNs = isCluster ? component.thread().processorNs() : 0;
            coreSeconds[e] = rate[e] * (component.serviceNs() + threadNs) / 1e9;
        }
        for (Flow flow : flows) {
            int p = executors.get(flow.from()).place();
            int q = executors.get(flow.to()).place();
            double tuples = rate[flow.from()] * flow.perInput();
            double bytes = tuples * flow.bytes();
            Crossing crossing = placement.tree().crossings().at(placement.tree().meet(p, q));
            double secondsAtEachEnd =
                    crossing.nsPerSec(tuples, bytes) * crossing.cpuFraction() / 2 / 1e9;
            coreSeconds[flow.from()] += secondsAtEachEnd;
            coreSeconds[flow.to()] += secondsAtEachEnd;
            for (int v : placement.tree().path(p)) {
                used[firstLink + 2 * v] += placement.tree().isBeneath(q, v) ? 0 : bytes;
            }
            for (int v : placement.tree().path(q)) {
                used[firstLink + 2 * v + 1] += placement.tree().isBeneath(p, v) ? 0 : bytes;
            }
        }
        for (int e = 0; e < coreSeconds.length; e++) {
            double threadNs = executors.get(e).component().thread().ns();
            used[0] +=
                    isCluster
                            ? 0
                            : rate[e] * executors.get(e).component().thread().processorNs() / 1e9;
            used[firstThread + e] = threadNs > 0 ? rate[e] * threadNs / 1e9 : coreSeconds[e];
            for (int v : placement.tree().path(executors.get(e).place())) {
                used[v] += coreSeconds[e];
            }
        }
        return used;
    }

    /** Returns the share of the offered rate that each source emits. */
    double[] offeredShares() {
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
