package io.eyewall.model.capacity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a placement bears: {@code x* = min_r theta_r / u_r}, generalised to several spouts. All grow
 * together, in proportion to what they are offered, until a resource is full; those that use it
 * stop there, and the others go on (max-min fairness).
 *
 * <p>Routing depends on the load: local-or-shuffle keeps tuples at their place unless that is full
 * and another is not. So it settles where the most gets through; of several such points, at the
 * most local one.
 */
public final class Capacity {
    private static final int LOCAL_STEPS = 10;
    private static final double WORTH = 1.01;

    private final Demand demand;
    private final double theta;
    private final double[] weights;

    private Capacity(Demand demand, double theta) {
        this.demand = demand;
        this.theta = theta;
        this.weights = demand.weights();
    }

    /**
     * @param theta which part of each resource may be used
     * @param threads whether an executor is a thread (Storm), so that it has one core at most
     */
    public static Capacity of(Placement placement, double theta, boolean threads) {
        Capacity best = new Capacity(new Demand(placement, 1, threads), theta);
        double most = best.most().rootsPerSec();
        for (int step = LOCAL_STEPS - 1; step >= 0; step--) {
            Capacity one =
                    new Capacity(
                            new Demand(placement, (double) step / LOCAL_STEPS, threads), theta);
            double rate = one.most().rootsPerSec();
            if (rate > most * WORTH) {
                best = one;
                most = rate;
            }
        }
        return best;
    }

    /** As much as gets through. */
    public Load most() {
        return load(Double.POSITIVE_INFINITY);
    }

    /**
     * As much as gets through of what is offered.
     *
     * @param offered root tuples per second of all spouts together
     */
    public Load load(double offered) {
        int n = weights.length;
        double[] rate = new double[n];
        boolean[] stopped = new boolean[n];
        List<Resource> full = new ArrayList<>();
        double[] used = new double[demand.resources.size()];
        double level = 0;
        while (true) {
            double step = offered - level;
            int fullest = -1;
            for (int r = 0; r < used.length; r++) {
                double growth = 0;
                for (int s = 0; s < n; s++) {
                    growth += stopped[s] ? 0 : weights[s] * demand.use[s][r];
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
                        used[r] += step * weights[s] * demand.use[s][r];
                    }
                }
            }
            if (fullest < 0) {
                break;
            }
            full.add(demand.resources.get(fullest));
            boolean any = false;
            for (int s = 0; s < n; s++) {
                stopped[s] |= demand.use[s][fullest] > 0;
                any |= !stopped[s];
            }
            if (!any) {
                break;
            }
        }
        return new Load(demand, rate, used, full, Arrays.stream(rate).sum());
    }
}
