package io.eyewall.model.simulation;

import io.eyewall.model.simulation.control.Controller;
import io.eyewall.model.simulation.control.Supervisors;
import io.eyewall.model.simulation.event.EventHeap;
import io.eyewall.model.simulation.machine.Machine;
import io.eyewall.model.simulation.machine.Places;
import io.eyewall.model.simulation.result.ClusterSample;
import io.eyewall.model.simulation.result.ComponentResult;
import io.eyewall.model.simulation.result.ResultSample;
import io.eyewall.model.simulation.result.SimulationResult;
import io.eyewall.model.simulation.result.TopologyResult;
import io.eyewall.model.simulation.spec.SimulationSpec;
import io.eyewall.model.simulation.spec.TopologySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Runs a simulation. The same description gives the same result on any machine: the simulator uses
 * one thread and no clock but its own.
 */
public final class Simulator {
    private static final int SAMPLE_EVENT = Controller.FIRST_FOREIGN_KIND;
    private static final int WARM_UP_END_EVENT = SAMPLE_EVENT + 1;
    private static final double NS_PER_SEC = 1e9;

    private final SimulationSpec spec;
    private final EventHeap events = new EventHeap();
    private final Machine machine;
    private final Controller controller;
    private final Map<String, List<ResultSample>> series = new TreeMap<>();
    private final List<ClusterSample> clusterSeries = new ArrayList<>();
    private double occupiedNs;
    private int moves;

    private Simulator(SimulationSpec spec) {
        this.spec = spec;
        Places places = new Places(spec.cluster());
        machine = new Machine(places, spec.topologies(), events, new SplittableRandom(spec.seed()));
        controller = new Controller(spec, places, machine, events);
        spec.topologies().forEach(topology -> series.put(topology.name(), new ArrayList<>()));
        events.add(spec.sampleNs(), SAMPLE_EVENT, 0, 0);
        events.add(spec.warmUpNs(), WARM_UP_END_EVENT, 0, 0);
    }

    /**
     * Runs a simulation to its end and returns the result.
     *
     * @throws IllegalArgumentException if the description does not fit together: for example
     *     because it names an unknown algorithm, node or topology, or has too few places
     */
    public static SimulationResult run(SimulationSpec spec) {
        return new Simulator(spec).run();
    }

    private SimulationResult run() {
        while (events.removeNext() && events.timeNs() <= spec.durationNs()) {
            long nowNs = events.timeNs();
            int kind = events.kind();
            machine.advance(nowNs);
            if (kind < Machine.FIRST_FOREIGN_KIND) {
                machine.handle(kind, events.first(), events.second());
            } else if (kind == SAMPLE_EVENT) {
                onSample(nowNs);
            } else if (kind == WARM_UP_END_EVENT) {
                machine.clearTotals();
            } else if (!controller.handle(nowNs, kind, events.first(), events.second())) {
                throw new IllegalStateException("event of unknown kind " + kind);
            }
        }
        return result();
    }

    private void onSample(long nowNs) {
        double sec = nowNs / NS_PER_SEC;
        double sampleSec = spec.sampleNs() / NS_PER_SEC;
        for (TopologySpec topology : spec.topologies()) {
            Machine.Counts counts = machine.counts(topology.name());
            series.getOrDefault(topology.name(), new ArrayList<>())
                    .add(
                            new ResultSample(
                                    sec,
                                    counts.sample().count() / sampleSec,
                                    counts.failedInSample() / sampleSec,
                                    counts.sample().meanMs(),
                                    counts.sample().percentileMs(0.99),
                                    counts.backlog()));
        }
        machine.beginSamples();
        double[] occupiedByNode = machine.takeOccupiedNs();
        double busiest = 0;
        double occupiedInSample = 0;
        for (int n = 0; n < occupiedByNode.length; n++) {
            int cores = spec.cluster().nodes().get(n).cores();
            busiest = Math.max(busiest, occupiedByNode[n] / spec.sampleNs() / cores);
            occupiedInSample += occupiedByNode[n];
        }
        occupiedNs = nowNs <= spec.warmUpNs() ? 0 : occupiedNs + occupiedInSample;
        Supervisors.State state = controller.takeState();
        moves += state.moves();
        clusterSeries.add(
                new ClusterSample(
                        sec,
                        state.nodes(),
                        state.workers(),
                        state.moves(),
                        busiest,
                        occupiedInSample / spec.sampleNs()));
        events.add(nowNs + spec.sampleNs(), SAMPLE_EVENT, 0, 0);
    }

    private SimulationResult result() {
        double countedSec = (spec.durationNs() - spec.warmUpNs()) / NS_PER_SEC;
        List<TopologyResult> topologies = new ArrayList<>();
        for (TopologySpec topology : spec.topologies()) {
            Machine.Counts counts = machine.counts(topology.name());
            List<ComponentResult> components = new ArrayList<>();
            for (Machine.ComponentWork work : machine.componentWork(topology.name())) {
                components.add(
                        new ComponentResult(
                                work.component(),
                                work.executors(),
                                work.tuples() / countedSec,
                                work.busyNs() / NS_PER_SEC / countedSec,
                                work.queued()));
            }
            topologies.add(
                    new TopologyResult(
                            topology.name(),
                            counts.total().count(),
                            counts.total().count() / countedSec,
                            counts.failed(),
                            counts.total().meanMs(),
                            counts.total().percentileMs(0.5),
                            counts.total().percentileMs(0.99),
                            counts.backlog(),
                            components,
                            series.getOrDefault(topology.name(), List.of())));
        }
        Supervisors.State state = controller.takeState();
        return new SimulationResult(
                topologies,
                clusterSeries,
                state.nodes(),
                state.workers(),
                moves + state.moves(),
                occupiedNs / NS_PER_SEC / countedSec,
                controller.changes(),
                machine.eventCount());
    }
}
