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
 * A simulated cluster with its topologies. Whoever owns it takes events out of the heap and hands
 * the machine's to {@link #handle}; orders come in between. Time only goes forward.
 */
public final class Machine {
    /** Kinds of events from this on belong to others. */
    public static final int FIRST_FOREIGN_KIND = World.MACHINE_KINDS;

    private static final double NS_PER_SEC = 1e9;

    private final World world;
    private final Flow flow;
    private final Processing processing;
    private final Workers workers;
    private final Meter meter;
    private final Map<ExecutorId, SimExecutor> byId = new HashMap<>();
    private final Map<String, SimTopology> topologies = new TreeMap<>();

    /**
     * A machine without workers.
     *
     * @param places of the cluster
     * @param specs the topologies
     * @param events where events go
     * @param random of all chance
     */
    public Machine(
            Places places, List<TopologySpec> specs, EventHeap events, SplittableRandom random) {
        world = new World(places, events);
        flow = new Flow(world);
        processing = new Processing(world, flow);
        flow.connect(processing);
        workers = new Workers(world, flow, processing, random.split());
        meter = new Meter(world);
        MachineBuilder builder = new MachineBuilder(world, processing, random);
        specs.forEach(builder::add);
        world.executors.forEach(executor -> byId.put(executor.id, executor));
        for (SimTopology topology : world.topologies) {
            topologies.put(topology.spec.name(), topology);
            if (topology.spec.acking() != TopologySpec.Acking.NONE) {
                world.at(topology.spec.timeoutNs(), World.TIMEOUTS, topology.index, 0);
            }
            workers.setLoad(topology, 1);
        }
    }

    /** The time now is the last event's. */
    public void advance(long nowNs) {
        assert nowNs >= world.nowNs : nowNs + " is before " + world.nowNs;
        world.nowNs = nowNs;
        world.eventCount++;
    }

    /** An event of the machine is due. */
    public void handle(int kind, int first, int second) {
        switch (kind) {
            case World.SLICE_END -> processing.onSliceEnd(world.executors.get(first), second);
            case World.WAIT_END -> processing.onWaitEnd(world.executors.get(first), second);
            case World.ARRIVAL -> workers.onArrival(world.executors.get(first), second);
            case World.HOP -> flow.onHop(first);
            case World.DELIVERY -> flow.deliver(first);
            case World.WAKE -> processing.wake(world.executors.get(first));
            case World.OVERHEAD -> workers.onOverhead(world.workers.get(first));
            case World.CHORE_END -> Chore.onEnd(world, first);
            case World.PAUSE_END -> processing.onPauseEnd(world.workers.get(first));
            case World.TIMEOUTS -> workers.onTimeouts(world.topologies.get(first));
            default -> throw new IllegalStateException("event of unknown kind " + kind);
        }
    }

    /** All executors, in order. */
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
     * Begins a worker; {@link #begin} makes it work.
     *
     * @param topology whose executors it will have
     * @param place where
     * @return its number
     */
    public int create(String topology, int place) {
        return workers.create(topology(topology), place).index;
    }

    /** A worker is ready; it has the executors that {@link #join} brings. */
    public void begin(int worker) {
        workers.ready(world.workers.get(worker));
    }

    /** An executor works in a worker from now on. What waits for it comes along, if it is alive. */
    public void join(ExecutorId executor, int worker) {
        workers.join(executor(executor), world.workers.get(worker));
    }

    /** A worker dies. */
    public void kill(int worker) {
        workers.kill(world.workers.get(worker));
    }

    /** Spouts of a worker rest until then. */
    public void halt(int worker, long untilNs) {
        workers.halt(world.workers.get(worker), untilNs);
    }

    /** From now on, messages of a topology come so many times as often as it says. */
    public void setLoad(String topology, double factor) {
        workers.setLoad(topology(topology), factor);
    }

    /**
     * What was used and sent since the last measurement.
     *
     * @param nowNs the end of the window
     * @param memoryBytes by executor
     * @param wanted which executors are in it
     */
    public Snapshot measure(
            long nowNs, Map<ExecutorId, Double> memoryBytes, Predicate<ExecutorId> wanted) {
        return meter.measure(nowNs, memoryBytes, wanted);
    }

    /** By node, in order: cores that workers used beside executors since this was asked last. */
    public double[] takeCoresBeside(double windowSec) {
        double[] cores = new double[world.choreNs.length];
        for (int n = 0; n < cores.length; n++) {
            cores[n] = world.choreNs[n] / NS_PER_SEC / windowSec;
            world.choreNs[n] = 0;
        }
        return cores;
    }

    /** Forgets what totals have counted so far. */
    public void clearTotals() {
        world.topologies.forEach(SimTopology::clearTotals);
    }

    /** What a topology has done since the last sample, and since totals began. */
    public record Counts(
            Latencies sample,
            long failedInSample,
            long emittedInSample,
            Latencies total,
            long failed,
            long emitted,
            long backlog,
            long pending) {}

    /** The counts of a topology now; latencies are live, not copies. */
    public Counts counts(String name) {
        SimTopology topology = topology(name);
        long backlog = 0;
        long pending = 0;
        for (SimExecutor executor : topology.executors) {
            if (executor.role == SimExecutor.Role.SPOUT) {
                backlog += executor.source().backlogTuples;
                pending += executor.source().pendingTuples;
            }
        }
        return new Counts(
                topology.sample,
                topology.failedInSample,
                topology.emittedInSample,
                topology.total,
                topology.failed,
                topology.emitted,
                backlog,
                pending);
    }

    /** Begins the next sample. */
    public void clearSamples() {
        world.topologies.forEach(SimTopology::clearSample);
    }

    /**
     * What a component did since totals began.
     *
     * @param tuples that it has taken (a spout: messages and acks)
     * @param busyNs processor time, with that of sending and receiving
     * @param queued that wait for it now
     */
    public record Work(String component, int executors, long tuples, double busyNs, long queued) {}

    /** The components of a topology. */
    public List<Work> work(String name) {
        List<Work> work = new ArrayList<>();
        for (SimComponent component : topology(name).components) {
            long queued = 0;
            for (SimExecutor executor : component.executors) {
                queued += executor.queuedTuples;
            }
            work.add(
                    new Work(
                            component.name,
                            component.executors.size(),
                            component.tuples,
                            component.busyNs,
                            queued));
        }
        return work;
    }

    /** By node, in order: cores that were held since this was asked last, in core-nanoseconds. */
    public double[] takeHeldNs() {
        double[] held = new double[world.nodeCpus.size()];
        for (int n = 0; n < held.length; n++) {
            for (Cpu cpu : world.nodeCpus.get(n)) {
                held[n] += cpu.takeHeldNs(world.nowNs);
            }
        }
        return held;
    }

    /** How many events there were. */
    public long eventCount() {
        return world.eventCount;
    }

    /** How many batches of tuples are somewhere: a test of what must not leak. */
    public int batchesAlive() {
        return world.packets.alive();
    }
}
