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
    private static final int SAMPLE = Controller.FIRST_FOREIGN_KIND;
    private static final int WARM = SAMPLE + 1;
    private static final double NS_PER_SEC = 1e9;

    private final SimulationSpec spec;
    private final EventHeap events = new EventHeap();
    private final Machine machine;
    private final Controller controller;
    private final Map<String, List<ResultSample>> series = new TreeMap<>();
    private final List<ClusterSample> clusterSeries = new ArrayList<>();
    private double heldNs;
    private int moves;

    private Simulator(SimulationSpec spec) {
        this.spec = spec;
        Places places = new Places(spec.cluster());
        machine = new Machine(places, spec.topologies(), events, new SplittableRandom(spec.seed()));
        controller = new Controller(spec, places, machine, events);
        spec.topologies().forEach(topology -> series.put(topology.name(), new ArrayList<>()));
        events.add(spec.sampleNs(), SAMPLE, 0, 0);
        events.add(spec.warmUpNs(), WARM, 0, 0);
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
        while (events.next() && events.timeNs() <= spec.durationNs()) {
            long nowNs = events.timeNs();
            int kind = events.kind();
            machine.advance(nowNs);
            if (kind < Machine.FIRST_FOREIGN_KIND) {
                machine.handle(kind, events.first(), events.second());
            } else if (kind == SAMPLE) {
                onSample(nowNs);
            } else if (kind == WARM) {
                machine.clearTotals();
            } else if (!controller.handle(nowNs, kind, events.first(), events.second())) {
                throw new IllegalStateException("event of unknown kind " + kind);
            }
        }
        return result();
    }

    private void onSample(long nowNs) {
        double sec = nowNs / NS_PER_SEC;
        double lengthSec = spec.sampleNs() / NS_PER_SEC;
        for (TopologySpec topology : spec.topologies()) {
            Machine.Counts counts = machine.counts(topology.name());
            series.getOrDefault(topology.name(), new ArrayList<>())
                    .add(
                            new ResultSample(
                                    sec,
                                    counts.sample().count() / lengthSec,
                                    counts.failedInSample() / lengthSec,
                                    counts.sample().meanMs(),
                                    counts.sample().percentileMs(0.99),
                                    counts.backlog()));
        }
        machine.clearSamples();
        double[] held = machine.takeHeldNs();
        double busiest = 0;
        double sum = 0;
        for (int n = 0; n < held.length; n++) {
            int cores = spec.cluster().nodes().get(n).cores();
            busiest = Math.max(busiest, held[n] / spec.sampleNs() / cores);
            sum += held[n];
        }
        heldNs = nowNs <= spec.warmUpNs() ? 0 : heldNs + sum;
        Supervisors.State state = controller.takeState();
        moves += state.moves();
        clusterSeries.add(
                new ClusterSample(
                        sec,
                        state.nodes(),
                        state.workers(),
                        state.moves(),
                        busiest,
                        sum / spec.sampleNs()));
        events.add(nowNs + spec.sampleNs(), SAMPLE, 0, 0);
    }

    private SimulationResult result() {
        double countedSec = (spec.durationNs() - spec.warmUpNs()) / NS_PER_SEC;
        List<TopologyResult> topologies = new ArrayList<>();
        for (TopologySpec topology : spec.topologies()) {
            Machine.Counts counts = machine.counts(topology.name());
            List<ComponentResult> components = new ArrayList<>();
            for (Machine.Work work : machine.work(topology.name())) {
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
                heldNs / NS_PER_SEC / countedSec,
                controller.changes(),
                machine.eventCount());
    }
}
