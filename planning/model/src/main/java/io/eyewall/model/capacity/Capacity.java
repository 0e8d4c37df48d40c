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
 * full; spouts that use it stop there, and the other rates grow further (max-min fairness).
 *
 * <p>Routing depends on the load. Local-or-shuffle keeps tuples at their place unless that is full
 * and another is not. So the load settles where throughput is highest; of several such points, at
 * the most local one. In our engine, shuffle grouping keeps tuples at their place as far as all
 * tasks get the same number, while all cores are busy; if keeping tuples local would leave cores
 * idle, fewer stay.
 */
public final class Capacity {
    private static final int STEPS = 10;
    private static final double WORTH = 1.01;

    /** The share of time for which a core of our engine must work to count as busy. */
    private static final double BUSY = 0.75;

    private final Placement placement;
    private final double theta;

    /** Demand with shuffled tuples spread over all receivers. */
    private final Demand even;

    private final List<Integer> shuffling;

    /**
     * Demands by the number of steps (of {@link #STEPS}) of shuffled tuples that stay at their
     * place, of those that could.
     */
    private final Map<Integer, Demand> demands = new HashMap<>();

    private Capacity(Placement placement, double local, double theta, boolean threads) {
        this.placement = placement;
        this.theta = theta;
        this.even = new Demand(placement, local, threads);
        this.shuffling = threads ? List.of() : shuffling(placement);
    }

    /**
     * @param theta the share of each resource that may be used
     * @param threads whether an executor is a thread (Storm), so that it has one core at most
     */
    public static Capacity of(Placement placement, double theta, boolean threads) {
        Capacity best = new Capacity(placement, 1, theta, threads);
        int near = best.settle(Double.POSITIVE_INFINITY);
        double most = best.maxRootsPerSec(near);
        boolean free = placement.topology().edges().stream().anyMatch(Capacity::isLocal);
        for (int step = STEPS - 1; free && step >= 0; step--) {
            Capacity one = new Capacity(placement, (double) step / STEPS, theta, threads);
            double rate = one.maxRootsPerSec(near);
            if (rate > most * WORTH) {
                best = one;
                most = rate;
            }
        }
        return best;
    }

    private static boolean isLocal(EdgeModel edge) {
        return edge.routing().kind() == Routing.Kind.LOCAL_OR_SHUFFLE;
    }

    /** Returns the places of executors that send or receive shuffled tuples. */
    private static List<Integer> shuffling(Placement placement) {
        return placement.topology().edges().stream()
                .filter(edge -> edge.routing().kind() == Routing.Kind.SHUFFLE)
                .flatMap(edge -> Stream.of(edge.from(), edge.to()))
                .flatMapToInt(component -> Arrays.stream(placement.of(component)))
                .mapToObj(executor -> placement.executors().get(executor).place())
                .distinct()
                .toList();
    }

    /** Returns the load at the highest throughput. */
    public Load most() {
        return load(Double.POSITIVE_INFINITY);
    }

    /**
     * Returns the load that results from an offered rate: all of it, or as much as the placement
     * sustains.
     *
     * @param offered root tuples per second of all spouts together
     */
    public Load load(double offered) {
        return load(demand(settle(offered)), offered);
    }

    private double maxRootsPerSec(int near) {
        return load(demand(near), Double.POSITIVE_INFINITY).rootsPerSec();
    }

    /**
     * Returns the share of the shuffled tuples that stay, of those that could, in steps of
     * 1/{@value #STEPS}: the largest share with which all cores are busy.
     */
    private int settle(double offered) {
        int least = 0;
        int most = shuffling.size() > 1 ? STEPS : 0;
        while (least < most) {
            int step = least == 0 && most == STEPS ? STEPS : (least + most + 1) / 2;
            if (areBusy(load(demand(step), offered), offered)) {
                least = step;
            } else {
                most = step - 1;
            }
        }
        return least;
    }

    private Demand demand(int step) {
        return step == 0
                ? even
                : demands.computeIfAbsent(step, s -> even.keeping((double) s / STEPS));
    }

    /** Returns whether all cores that send or receive shuffled tuples are busy. */
    private boolean areBusy(Load load, double offered) {
        return shuffling.stream()
                .allMatch(place -> asksOn(place, offered) || share(load, place) >= BUSY);
    }

    private double share(Load load, int place) {
        return load.processorShare(placement.tree().path(place)[0]);
    }

    /**
     * Returns whether a place has a spout whose source always has more and that no full resource
     * stops.
     */
    private boolean asksOn(int place, double offered) {
        return Double.isInfinite(offered)
                && !placement.topology().acked()
                && placement.executors().stream()
                        .anyMatch(one -> one.place() == place && one.component().spout());
    }

    private Load load(Demand demand, double offered) {
        double[] weights = demand.weights();
        int n = weights.length;
        double[] rate = new double[n];
        boolean[] stopped = new boolean[n];
        List<LimitedResource> full = new ArrayList<>();
        double[] used = new double[demand.resources.size()];
        double level = 0;
        while (true) {
            double step = offered - level;
            int fullest = -1;
            for (int r = 0; r < used.length; r++) {
                double growth = 0;
                for (int s = 0; s < n; s++) {
                    growth += stopped[s] ? 0 : weights[s] * demand.use(s)[r];
                }
                double room = theta * demand.resources.get(r).limit() - used[r];
                if (growth > 0 && Math.max(0, room) / growth < step) {
                    step = Math.max(0, room) / growth;
                    fullest = r;
                }
            }
            if (Double.isInfinite(step)) {
                throw new IllegalArgumentException(
                        "capacity: no resource limits the rate; give components a cost, or places a"
                                + " limit");
            }
            level += step;
            for (int s = 0; s < n; s++) {
                if (!stopped[s]) {
                    rate[s] += step * weights[s];
                    for (int r = 0; r < used.length; r++) {
                        used[r] += step * weights[s] * demand.use(s)[r];
                    }
                }
            }
            if (fullest < 0) {
                break;
            }
            full.add(demand.resources.get(fullest));
            boolean any = false;
            for (int s = 0; s < n; s++) {
                stopped[s] |= demand.use(s)[fullest] > 0;
                any |= !stopped[s];
            }
            if (!any) {
                break;
            }
        }
        return new Load(demand, rate, used, full, Arrays.stream(rate).sum());
    }
}
