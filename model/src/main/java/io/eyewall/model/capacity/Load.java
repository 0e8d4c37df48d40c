package io.eyewall.model.capacity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A placement under a rate: how much of each resource is used. */
public final class Load {
    private final Demand demand;
    private final double[] rates;
    private final double[] used;
    private final List<Resource> full;
    private final double rootsPerSec;

    Load(Demand demand, double[] rates, double[] used, List<Resource> full, double rootsPerSec) {
        this.demand = demand;
        this.rates = rates;
        this.used = used;
        this.full = List.copyOf(full);
        this.rootsPerSec = rootsPerSec;
    }

    /**
     * One resource.
     *
     * @param used processor seconds or bytes per second
     * @param share of its limit; 0 where it has none
     */
    public record Use(Resource resource, double used, double share) {}

    /** Root tuples per second of all spouts together. */
    public double rootsPerSec() {
        return rootsPerSec;
    }

    /** What is used up, in the order in which it was; empty if everything offered gets through. */
    public List<Resource> full() {
        return full;
    }

    /** All that is used. */
    public List<Use> uses() {
        List<Use> uses = new ArrayList<>();
        for (int r = 0; r < used.length; r++) {
            Resource resource = demand.resources.get(r);
            if (used[r] > 0) {
                uses.add(new Use(resource, used[r], used[r] / resource.limit()));
            }
        }
        return uses;
    }

    /** How full a vertex of the tree is with processor time; 0 without a limit. */
    double processorShare(int vertex) {
        return used[vertex] / demand.resources.get(vertex).limit();
    }

    /** Processor time of a vertex of the tree, in cores. */
    double cores(int vertex) {
        return used[vertex];
    }

    /** Processor time of all, in cores. */
    public double cores() {
        return used[0]; // the root of the tree
    }

    /** Units of work per second of an executor. */
    double rate(int executor) {
        double rate = 0;
        for (int s = 0; s < rates.length; s++) {
            rate += rates[s] * demand.rates[s][executor];
        }
        return rate;
    }

    Demand demand() {
        return demand;
    }

    /** Units of work per second by component: emitted by a spout, executed by a bolt. */
    public Map<String, Double> ratesByComponent(Placement placement) {
        Map<String, Double> byComponent = new LinkedHashMap<>();
        for (int e = 0; e < placement.executors().size(); e++) {
            byComponent.merge(placement.executors().get(e).component().id(), rate(e), Double::sum);
        }
        return byComponent;
    }
}
