package io.eyewall.model.capacity;

import io.eyewall.model.topology.ComponentModel;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.load.Traffic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The use of each resource by a placement at some rate. */
public final class Load {
    private final Demand demand;
    private final double[] rates;
    private final double[] used;
    private final List<LimitedResource> full;
    private final double rootsPerSec;

    Load(
            Demand demand,
            double[] rates,
            double[] used,
            List<LimitedResource> full,
            double rootsPerSec) {
        this.demand = demand;
        this.rates = rates;
        this.used = used;
        this.full = List.copyOf(full);
        this.rootsPerSec = rootsPerSec;
    }

    /**
     * The use of one resource.
     *
     * @param used processor seconds or bytes per second
     * @param share of its limit; 0 where it has none
     */
    public record Use(LimitedResource resource, double used, double share) {}

    /** Returns the root tuples per second of all spouts together. */
    public double rootsPerSec() {
        return rootsPerSec;
    }

    /**
     * Returns the full resources, in the order in which they filled up; empty if the placement
     * sustains the whole offered rate.
     */
    public List<LimitedResource> full() {
        return full;
    }

    /** Returns the use of each resource that is used at all. */
    public List<Use> uses() {
        List<Use> uses = new ArrayList<>();
        for (int r = 0; r < used.length; r++) {
            LimitedResource resource = demand.resources.get(r);
            if (used[r] > 0) {
                uses.add(new Use(resource, used[r], used[r] / resource.limit()));
            }
        }
        return uses;
    }

    /** Returns the share of a vertex's processor time that is used; 0 if that is unlimited. */
    double processorShare(int vertex) {
        return used[vertex] / demand.resources.get(vertex).limit();
    }

    /** Returns the processor time of a vertex of the tree, in cores. */
    double cores(int vertex) {
        return used[vertex];
    }

    /**
     * Returns the processor time of all executors, in cores; includes the threads of dedicated
     * executors.
     */
    public double cores() {
        return used[0]; // the root of the tree
    }

    /** Returns the processor time of the threads of dedicated executors of our engine, in cores. */
    public double threadCores(Placement placement) {
        double cores = 0;
        for (int e = 0; e < placement.executors().size(); e++) {
            ComponentModel component = placement.executors().get(e).component();
            cores += rate(e) * component.thread().processorNs() / 1e9;
        }
        return cores;
    }

    /**
     * Returns how often threads of dedicated executors are woken per second, if they are woken as
     * often per tuple as they were during the measurement.
     */
    public double threadWakesPerSec(Placement placement) {
        double wakes = 0;
        for (int e = 0; e < placement.executors().size(); e++) {
            ComponentModel component = placement.executors().get(e).component();
            wakes += component.spout() ? 0 : rate(e) * component.thread().asleep();
        }
        return wakes;
    }

    /** Returns load and traffic in the form that the placement library expects. */
    public Snapshot snapshot(Placement placement) {
        List<ExecutorLoad> loads = new ArrayList<>();
        for (int e = 0; e < placement.executors().size(); e++) {
            double cores = rate(e) * placement.executors().get(e).component().serviceNs() / 1e9;
            loads.add(new ExecutorLoad(executorId(placement, e), cores, 0));
        }
        List<Traffic> traffic = new ArrayList<>();
        for (Demand.Flow flow : demand.flows()) {
            double tuples = rate(flow.from()) * flow.perInput();
            traffic.add(
                    new Traffic(
                            executorId(placement, flow.from()),
                            executorId(placement, flow.to()),
                            tuples,
                            tuples * flow.bytes()));
        }
        return new Snapshot(loads, traffic);
    }

    /** Returns the id by which the placement library knows an executor. */
    public static ExecutorId executorId(Placement placement, int executor) {
        Placement.Executor found = placement.executors().get(executor);
        return new ExecutorId(
                placement.topology().name(),
                found.component().id(),
                found.firstTask(),
                found.firstTask() + found.tasks() - 1);
    }

    /**
     * Returns an executor's units of work per second: tuples that it emits as a spout, executes as
     * a bolt.
     */
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

    /**
     * Returns the units of work per second by component: tuples emitted by a spout, executed by a
     * bolt.
     */
    public Map<String, Double> ratesByComponent(Placement placement) {
        Map<String, Double> byComponent = new LinkedHashMap<>();
        for (int e = 0; e < placement.executors().size(); e++) {
            byComponent.merge(placement.executors().get(e).component().id(), rate(e), Double::sum);
        }
        return byComponent;
    }
}
