package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.event.EventHeap;
import io.eyewall.model.simulation.result.Latencies;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A simulated cluster with its topologies. The simulator removes events from the heap, and passes
 * the machine's events to {@link #handle}; between events it and the controller may call the other
 * methods. Time never goes back.
 */
public final class Machine {
    /** The first kind of event that belongs to other classes. */
    public static final int FIRST_FOREIGN_KIND = World.MACHINE_KINDS;

    private static final double NS_PER_SEC = 1e9;

    private final World world;
    private final SimulatedFlow flow;
    private final Processing processing;
    private final Workers workers;
    private final Meter meter;
    private final Map<ExecutorId, SimExecutor> byId = new HashMap<>();
    private final Map<String, SimTopology> topologies = new TreeMap<>();

    /**
     * Creates a machine without workers.
     *
     * @param places the cluster's places
     * @param specs the topologies
     * @param events the heap to which events are added
     * @param random the source of all random numbers
     */
    public Machine(
            Places places, List<TopologySpec> specs, EventHeap events, SplittableRandom random) {
        world = new World(places, events);
        flow = new SimulatedFlow(world);
        processing = new Processing(world, flow);
        flow.setProcessing(processing);
        workers = new Workers(world, flow, processing, random.split());
        meter = new Meter(world);
        MachineBuilder builder = new MachineBuilder(world, processing, random);
        specs.forEach(builder::addTopology);
        world.executors.forEach(executor -> byId.put(executor.id, executor));
        for (SimTopology topology : world.topologies) {
            topologies.put(topology.spec.name(), topology);
            if (topology.spec.acking() != TopologySpec.Acking.NONE) {
                world.schedule(topology.spec.timeoutNs(), World.TIMEOUTS, topology.index, 0);
            }
            workers.setLoad(topology, 1);
        }
    }

    /** Advances the clock to the time of the event that is handled next. */
    public void advance(long nowNs) {
        assert nowNs >= world.nowNs : nowNs + " is before " + world.nowNs;
        world.nowNs = nowNs;
        world.eventCount++;
    }

    /** Handles an event of the machine. */
    public void handle(int kind, int first, int second) {
        switch (kind) {
            case World.SLICE_END -> processing.onSliceEnd(world.executors.get(first), second);
            case World.WAIT_END -> processing.onWaitEnd(world.executors.get(first), second);
            case World.ARRIVAL -> workers.onArrival(world.executors.get(first), second);
            case World.HOP -> flow.onHop(first);
            case World.DELIVERY -> flow.deliver(first);
            case World.WAKE -> processing.wake(world.executors.get(first));
            case World.OVERHEAD -> workers.onOverhead(world.workers.get(first));
            case World.BACKGROUND_END -> BackgroundWork.onEnd(world, first);
            case World.PAUSE_END -> processing.onPauseEnd(world.workers.get(first));
            case World.TIMEOUTS -> workers.onTimeouts(world.topologies.get(first));
            default -> throw new IllegalStateException("event of unknown kind " + kind);
        }
    }

    /** Returns all executors, in order. */
    public List<ExecutorId> executors() {
        return world.executors.stream().map(executor -> executor.id).toList();
    }

    private SimExecutor executor(ExecutorId id) {
        SimExecutor executor = byId.get(id);
        if (executor == null) {
            throw new IllegalArgumentException("no executor " + id);
        }
        return executor;
    }

    private SimTopology topology(String name) {
        SimTopology topology = topologies.get(name);
        if (topology == null) {
            throw new IllegalArgumentException(
                    "no topology '" + name + "'; there are " + topologies.keySet());
        }
        return topology;
    }

    /**
     * Creates a worker; {@link #startWorker} starts it.
     *
     * @param topology the topology whose executors it will run
     * @param place the place of the worker
     * @return its number
     */
    public int createWorker(String topology, int place) {
        return workers.create(topology(topology), place).index;
    }

    /** Makes a worker ready to run executors. */
    public void startWorker(int worker) {
        workers.start(world.workers.get(worker));
    }

    /** Moves an executor to a worker, together with the tuples that wait for it. */
    public void moveExecutor(ExecutorId executor, int worker) {
        workers.moveExecutor(executor(executor), world.workers.get(worker));
    }

    /** Kills a worker. */
    public void killWorker(int worker) {
        workers.kill(world.workers.get(worker));
    }

    /** Lets the spouts of a worker emit nothing until {@code untilNs}. */
    public void haltSpouts(int worker, long untilNs) {
        workers.haltSpouts(world.workers.get(worker), untilNs);
    }

    /** Sets the message rate of a topology to its specified rate times a factor. */
    public void setLoad(String topology, double factor) {
        workers.setLoad(topology(topology), factor);
    }

    /**
     * Returns the load and traffic since the last measurement.
     *
     * @param nowNs the end of the window
     * @param memoryBytes memory of each executor; 0 for executors that it lacks
     * @param included which executors the result contains
     */
    public Snapshot measure(
            long nowNs, Map<ExecutorId, Double> memoryBytes, Predicate<ExecutorId> included) {
        return meter.measure(nowNs, memoryBytes, included);
    }

    /**
     * Returns the overhead of workers since the last call, by node, in cores: their processor time
     * in addition to their executors'.
     *
     * @param windowSec seconds since the last call
     */
    public double[] takeOverheadCores(double windowSec) {
        double[] cores = new double[world.backgroundNs.length];
        for (int n = 0; n < cores.length; n++) {
            cores[n] = world.backgroundNs[n] / NS_PER_SEC / windowSec;
            world.backgroundNs[n] = 0;
        }
        return cores;
    }

    /** Resets all totals. */
    public void clearTotals() {
        world.topologies.forEach(SimTopology::clearTotals);
    }

    /**
     * The counts of a topology: of messages in the present sample and since the last {@link
     * #clearTotals}, and of messages that wait at sources or are pending now.
     */
    public record Counts(
            Latencies sample,
            long failedInSample,
            long emittedInSample,
            Latencies total,
            long failed,
            long emitted,
            long backlog,
            long pending) {}

    /** Returns the present counts of a topology; the latencies are live objects, not copies. */
    public Counts counts(String name) {
        SimTopology topology = topology(name);
        long backlog = 0;
        long pending = 0;
        for (SimExecutor executor : topology.executors) {
            if (executor.role == SimExecutor.Role.SPOUT) {
                backlog += executor.source().backlogMessages;
                pending += executor.source().pendingMessages;
            }
        }
        return new Counts(
                topology.sampleLatencies,
                topology.failedInSample,
                topology.emittedInSample,
                topology.totalLatencies,
                topology.failed,
                topology.emitted,
                backlog,
                pending);
    }

    /** Ends the present sample of each topology and begins the next one. */
    public void beginSamples() {
        world.topologies.forEach(SimTopology::clearSample);
    }

    /**
     * The counts of a component since the last {@link #clearTotals}.
     *
     * @param tuples number of tuples that it has processed (a spout: messages and acks)
     * @param busyNs processor time, including the time to receive and send tuples
     * @param queued number of tuples that wait for it now
     */
    public record ComponentWork(
            String component, int executors, long tuples, double busyNs, long queued) {}

    /** Returns the work of a topology's components. */
    public List<ComponentWork> componentWork(String name) {
        List<ComponentWork> work = new ArrayList<>();
        for (SimComponent component : topology(name).components) {
            long queued = 0;
            for (SimExecutor executor : component.executors) {
                queued += executor.queuedTuples;
            }
            work.add(
                    new ComponentWork(
                            component.name,
                            component.executors.size(),
                            component.tuples,
                            component.busyNs,
                            queued));
        }
        return work;
    }

    /**
     * Returns the time for which cores were occupied since the last call, in core-nanoseconds, by
     * node, in order.
     */
    public double[] takeOccupiedNs() {
        double[] occupiedNs = new double[world.nodeCpus.size()];
        for (int n = 0; n < occupiedNs.length; n++) {
            for (Cpu cpu : world.nodeCpus.get(n)) {
                occupiedNs[n] += cpu.takeOccupiedNs(world.nowNs);
            }
        }
        return occupiedNs;
    }

    /** Returns the number of events so far. */
    public long eventCount() {
        return world.eventCount;
    }

    /** Returns the number of batches that exist, by which a leak can be found. */
    public int batchCount() {
        return world.batches.alive();
    }
}
