package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.event.Service;
import io.eyewall.model.simulation.machine.SimExecutor.Role;
import io.eyewall.model.simulation.machine.SimExecutor.State;
import java.util.Objects;
import java.util.SplittableRandom;

/** Starts and ends workers, and moves executors between them. */
final class Workers {
    private static final double NS_PER_SEC = 1e9;

    private final World world;
    private final SimulatedFlow flow;
    private final Processing processing;
    private final SplittableRandom random;

    Workers(World world, SimulatedFlow flow, Processing processing, SplittableRandom random) {
        this.random = random;
        this.world = world;
        this.flow = flow;
        this.processing = processing;
    }

    /** Creates a process that begins to start; its executors join when it is ready. */
    SimWorker create(SimTopology topology, int place) {
        SimWorker worker =
                new SimWorker(world.workers.size(), place, world.places.node(place), topology);
        world.workers.add(worker);
        return worker;
    }

    /** Makes a process ready: it polls from now on. */
    void ready(SimWorker worker) {
        worker.isUp = true;
        if (world.cluster.worker().overheadCores() > 0) {
            world.at(world.nowNs + overheadGapNs(), World.OVERHEAD, worker.index, 0);
        }
    }

    /**
     * Draws the time to the next burst of overhead. It is random: in lockstep, bursts of workers
     * would collide always or never.
     */
    private long overheadGapNs() {
        double meanNs = world.cluster.worker().burstNs() / world.cluster.worker().overheadCores();
        return Math.round(Service.exponential(random, meanNs));
    }

    /** Starts a burst of the work that a worker has beside its executors. */
    void onOverhead(SimWorker worker) {
        if (!worker.isGone) {
            BackgroundWork.start(
                    world, worker, world.cpus[worker.place], world.cluster.worker().burstNs());
            world.at(world.nowNs + overheadGapNs(), World.OVERHEAD, worker.index, 0);
        }
    }

    /** Moves an executor to a worker, with its waiting tuples. */
    void join(SimExecutor executor, SimWorker worker) {
        SimWorker before = executor.worker;
        if (before != null) {
            before.executors.remove(executor);
            before.parked.remove(executor);
        }
        if (executor.state == State.READY) {
            Objects.requireNonNull(executor.cpu).withdraw(executor);
            executor.state = State.IDLE;
        } else if (executor.state == State.PARKED) {
            executor.state = State.IDLE;
        }
        executor.worker = worker;
        executor.place = worker.place;
        executor.node = worker.node;
        executor.cpu = world.cpus[worker.place];
        worker.executors.add(executor);
        for (OutEdge edge : executor.outputs) {
            edge.scope.reset();
        }
        processing.wake(executor);
    }

    /** Kills a process, with everything that its executors held. */
    void kill(SimWorker worker) {
        worker.isUp = false;
        worker.isGone = true;
        for (SimExecutor executor : worker.executors) {
            drop(executor);
            executor.worker = null;
        }
        worker.executors.clear();
        worker.parked.clear();
    }

    private void drop(SimExecutor executor) {
        if (executor.state == State.RUNNING) {
            Objects.requireNonNull(executor.runningOn).release(world.nowNs);
        } else if (executor.state == State.READY) {
            Objects.requireNonNull(executor.cpu).withdraw(executor);
        }
        executor.state = State.IDLE;
        executor.life++;
        if (executor.current != Packets.NONE) {
            world.packets.free(executor.current);
            executor.current = Packets.NONE;
        }
        executor.emitting = Packets.NONE;
        executor.isBusy = false;
        executor.remainingNs = 0;
        executor.first = freeAll(executor.first);
        executor.last = Packets.NONE;
        executor.queuedTuples = 0;
        executor.firstStaged = freeAll(executor.firstStaged);
        executor.lastStaged = Packets.NONE;
        executor.waitingFor = null;
        executor.linkBlockedUntilNs = 0;
        flow.releaseWaiters(executor);
        if (executor.role == Role.SPOUT) {
            Source source = executor.source();
            while (source.firstPending != Packets.NONE) {
                failOldest(executor);
            }
        }
    }

    private int freeAll(int first) {
        int packet = first;
        while (packet != Packets.NONE) {
            int next = world.packets.next[packet];
            world.packets.free(packet);
            packet = next;
        }
        return Packets.NONE;
    }

    /** Fails the oldest message of a spout, which then waits outside again. */
    private void failOldest(SimExecutor spout) {
        Source source = spout.source();
        int root = source.firstPending;
        int tuples = world.roots.tuples[root];
        spout.topology.onFailed(tuples);
        world.roots.end(root, source);
        if (!source.isEndless()) {
            source.backlogTuples += tuples;
        }
    }

    /** Fails messages that were not acked in time. */
    void onTimeouts(SimTopology topology) {
        for (SimExecutor executor : topology.executors) {
            if (executor.role != Role.SPOUT) {
                continue;
            }
            Source source = executor.source();
            long latestNs = world.nowNs - topology.spec.timeoutNs();
            boolean isEmitting = executor.emitting != Packets.NONE;
            while (source.firstPending != Packets.NONE
                    && !(isEmitting && source.firstPending == executor.emitting)
                    && world.roots.emittedNs[source.firstPending] < latestNs) {
                failOldest(executor);
            }
            processing.wake(executor);
        }
        world.at(world.nowNs + (long) NS_PER_SEC, World.TIMEOUTS, topology.index, 0);
    }

    /** Handles the arrival of messages for a spout. */
    void onArrival(SimExecutor executor, int life) {
        Source source = executor.source();
        if (life != source.arrivalLife) {
            return;
        }
        source.backlogTuples += executor.topology.spec.batch();
        world.at(
                world.nowNs + source.gapNs(executor.random),
                World.ARRIVAL,
                executor.index,
                source.arrivalLife);
        processing.wake(executor);
    }

    /** Multiplies the usual rate of messages by a factor from now on. */
    void setLoad(SimTopology topology, double factor) {
        for (SimExecutor executor : topology.executors) {
            if (executor.role == Role.SPOUT) {
                Source source = executor.source();
                source.setFactor(factor);
                if (source.arrives()) {
                    world.at(
                            world.nowNs + source.firstGapNs(executor.random),
                            World.ARRIVAL,
                            executor.index,
                            source.arrivalLife);
                }
            }
        }
    }

    /** Stops the spouts of a worker until that time. */
    void halt(SimWorker worker, long untilNs) {
        for (SimExecutor executor : worker.executors) {
            if (executor.role == Role.SPOUT) {
                executor.source().haltedUntilNs = untilNs;
                world.at(untilNs, World.WAKE, executor.index, 0);
            }
        }
    }
}
