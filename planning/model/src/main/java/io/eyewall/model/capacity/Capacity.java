package io.eyewall.model.capacity;

import io.eyewall.model.routing.Routing;
import io.eyewall.model.topology.EdgeModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The capacity of a placement: {@code x* = min_r theta_r / u_r}, generalised to several spouts. The
 * rates of all spouts grow together, in proportion to their offered rates, until a resource is
 * full. The rates of spouts that use the full resource grow no further, the other rates do (max-min
 * fairness).
 *
 * <p>Routing depends on the load. Local-or-shuffle keeps tuples at their sender's place unless that
 * place is full and another is not. The model assumes the share of kept tuples with the highest
 * throughput; if several shares are equally good, the largest. In our engine, shuffle grouping
 * keeps tuples at their sender's place as long as all tasks receive the same number of tuples and
 * all cores are busy; if keeping tuples would leave cores idle, fewer stay.
 */
public final class Capacity {
    /** Shares of kept tuples are tried in steps of 1 over this number. */
    private static final int LOCALITY_STEPS = 10;

    /** Less local routing is chosen only if it raises the throughput by more than this factor. */
    private static final double MIN_GAIN = 1.01;

    /** The share of time for which a core of our engine must work to count as busy. */
    private static final double BUSY_SHARE = 0.75;

    private final Placement placement;
    private final double theta;

    /** Demand if shuffled tuples are spread evenly over all receivers. */
    private final Demand evenDemand;

    private final List<Integer> shufflingPlaces;

    /**
     * Demands by the number of kept steps: {@code n} of {@link #LOCALITY_STEPS} if {@code n /
     * LOCALITY_STEPS} of the shuffled tuples that could stay at their place do so.
     */
    private final Map<Integer, Demand> demandByKeptSteps = new HashMap<>();

    private Capacity(Placement placement, double localShare, double theta, boolean isCluster) {
        this.placement = placement;
        this.theta = theta;
        this.evenDemand = new Demand(placement, localShare, isCluster);
        this.shufflingPlaces = isCluster ? List.of() : shufflingPlaces(placement);
    }

    /**
     * Computes the capacity of a placement.
     *
     * @param theta the share of each resource that may be used
     * @param isCluster whether the placement is on a Storm cluster, where an executor is a thread
     *     and so uses one core at most
     */
    public static Capacity of(Placement placement, double theta, boolean isCluster) {
        Capacity best = new Capacity(placement, 1, theta, isCluster);
        int keptSteps = best.findKeptSteps(Double.POSITIVE_INFINITY);
        double bestRate = best.maxRootsPerSec(keptSteps);
        boolean hasLocalEdge = placement.topology().edges().stream().anyMatch(Capacity::isLocal);
        for (int steps = LOCALITY_STEPS - 1; hasLocalEdge && steps >= 0; steps--) {
            Capacity candidate =
                    new Capacity(placement, (double) steps / LOCALITY_STEPS, theta, isCluster);
            double rate = candidate.maxRootsPerSec(keptSteps);
            if (rate > bestRate * MIN_GAIN) {
                best = candidate;
                bestRate = rate;
            }
        }
        return best;
    }

    private static boolean isLocal(EdgeModel edge) {
        return edge.routing().kind() == Routing.Kind.LOCAL_OR_SHUFFLE;
    }

    /** Returns the places of executors that send or receive shuffled tuples. */
    private static List<Integer> shufflingPlaces(Placement placement) {
        return placement.topology().edges().stream()
                .filter(edge -> edge.routing().kind() == Routing.Kind.SHUFFLE)
                .flatMap(edge -> Stream.of(edge.from(), edge.to()))
                .flatMapToInt(component -> Arrays.stream(placement.executorsOf(component)))
                .mapToObj(executor -> placement.executors().get(executor).place())
                .distinct()
                .toList();
    }

    /** Returns the load at the highest throughput that the placement sustains. */
    public Load maxLoad() {
        return load(Double.POSITIVE_INFINITY);
    }

    /**
     * Returns the load that results from an offered rate: all of it, or as much as the placement
     * sustains.
     *
     * @param offered root tuples per second of all spouts together
     */
    public Load load(double offered) {
        return load(demand(findKeptSteps(offered)), offered);
    }

    private double maxRootsPerSec(int keptSteps) {
        return load(demand(keptSteps), Double.POSITIVE_INFINITY).rootsPerSec();
    }

    /** Returns the largest number of kept steps with which all cores are busy. */
    private int findKeptSteps(double offered) {
        int low = 0;
        int high = shufflingPlaces.size() > 1 ? LOCALITY_STEPS : 0;
        while (low < high) {
            int steps = low == 0 && high == LOCALITY_STEPS ? LOCALITY_STEPS : (low + high + 1) / 2;
            if (areAllBusy(load(demand(steps), offered), offered)) {
                low = steps;
            } else {
                high = steps - 1;
            }
        }
        return low;
    }

    private Demand demand(int steps) {
        return steps == 0
                ? evenDemand
                : demandByKeptSteps.computeIfAbsent(
                        steps, s -> evenDemand.withKeptShare((double) s / LOCALITY_STEPS));
    }

    /** Returns whether all cores that send or receive shuffled tuples are busy. */
    private boolean areAllBusy(Load load, double offered) {
        return shufflingPlaces.stream()
                .allMatch(
                        place ->
                                hasUnthrottledSpout(place, offered)
                                        || busyShare(load, place) >= BUSY_SHARE);
    }

    private double busyShare(Load load, int place) {
        return load.processorShare(placement.tree().path(place)[0]);
    }

    /**
     * Returns whether a place has a spout whose source always has more and that waits for no acks,
     * so that it keeps its core busy.
     */
    private boolean hasUnthrottledSpout(int place, double offered) {
        return Double.isInfinite(offered)
                && !placement.topology().acked()
                && placement.executors().stream()
                        .anyMatch(
                                executor ->
                                        executor.place() == place && executor.component().spout());
    }

    private Load load(Demand demand, double offered) {
        double[] shares = demand.offeredShares();
        int n = shares.length;
        double[] rates = new double[n];
        boolean[] stopped = new boolean[n];
        List<LimitedResource> full = new ArrayList<>();
        double[] used = new double[demand.resources.size()];
        double reached = 0;
        while (true) {
            double increase = offered - reached;
            int fullest = -1;
            for (int r = 0; r < used.length; r++) {
                double growth = 0;
                for (int s = 0; s < n; s++) {
                    growth += stopped[s] ? 0 : shares[s] * demand.resourceUse(s)[r];
                }
                double room = theta * demand.resources.get(r).limit() - used[r];
                if (growth > 0 && Math.max(0, room) / growth < increase) {
                    increase = Math.max(0, room) / growth;
                    fullest = r;
                }
            }
            if (Double.isInfinite(increase)) {
                throw new IllegalArgumentException(
                        "capacity: no resource limits the rate; give components a cost, or places a"
                                + " limit");
            }
            reached += increase;
            for (int s = 0; s < n; s++) {
                if (!stopped[s]) {
                    rates[s] += increase * shares[s];
                    for (int r = 0; r < used.length; r++) {
                        used[r] += increase * shares[s] * demand.resourceUse(s)[r];
                    }
                }
            }
            if (fullest < 0) {
                break;
            }
            full.add(demand.resources.get(fullest));
            boolean someGrow = false;
            for (int s = 0; s < n; s++) {
                stopped[s] |= demand.resourceUse(s)[fullest] > 0;
                someGrow |= !stopped[s];
            }
            if (!someGrow) {
                break;
            }
        }
        return new Load(demand, rates, used, full, Arrays.stream(rates).sum());
    }
}
