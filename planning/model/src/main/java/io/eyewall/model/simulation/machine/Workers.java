package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.event.Service;
import io.eyewall.model.simulation.machine.SimExecutor.Role;
import io.eyewall.model.simulation.machine.SimExecutor.State;
import java.util.Objects;
import java.util.SplittableRandom;

/** Starts and ends workers, and moves executors between them. */
final class Workers {
    /** Timeouts are checked once per simulated second. */
    private static final long TIMEOUT_CHECK_NS = 1_000_000_000L;

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

    /** Creates a worker that is not ready yet, and has no executors. */
    SimWorker create(SimTopology topology, int place) {
        SimWorker worker =
                new SimWorker(world.workers.size(), place, world.places.nodeOf(place), topology);
        world.workers.add(worker);
        return worker;
    }

    /** Makes a worker ready to run executors; its overhead begins. */
    void start(SimWorker worker) {
        worker.isUp = true;
        if (world.cluster.worker().overheadCores() > 0) {
            world.schedule(world.nowNs + overheadGapNs(), World.OVERHEAD, worker.index, 0);
        }
    }

    /**
     * Draws the time to the next burst of a worker's overhead. It is random because bursts at equal
     * intervals would either always or never coincide with those of another worker.
     */
    private long overheadGapNs() {
        double meanNs = world.cluster.worker().burstNs() / world.cluster.worker().overheadCores();
        return Math.round(Service.exponential(random, meanNs));
    }

    /** Starts a burst of a worker's overhead: its work in addition to its executors. */
    void onOverhead(SimWorker worker) {
        if (!worker.isKilled) {
            BackgroundWork.start(
                    world,
                    worker,
                    world.cpuOfPlace[worker.place],
                    world.cluster.worker().burstNs());
            world.schedule(world.nowNs + overheadGapNs(), World.OVERHEAD, worker.index, 0);
        }
    }

    /** Moves an executor to a worker, with its waiting tuples. */
    void moveExecutor(SimExecutor executor, SimWorker worker) {
        SimWorker previous = executor.worker;
        if (previous != null) {
            previous.executors.remove(executor);
            previous.parked.remove(executor);
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
        executor.cpu = world.cpuOfPlace[worker.place];
        worker.executors.add(executor);
        for (OutEdge edge : executor.outputs) {
            edge.scope.reset();
        }
        processing.wake(executor);
    }

    /** Kills a worker: batches of its executors are lost, and its spouts' messages fail. */
    void kill(SimWorker worker) {
        worker.isUp = false;
        worker.isKilled = true;
        for (SimExecutor executor : worker.executors) {
            clear(executor);
            executor.worker = null;
        }
        worker.executors.clear();
        worker.parked.clear();
    }

    private void clear(SimExecutor executor) {
        if (executor.state == State.RUNNING) {
            Objects.requireNonNull(executor.runningOn).release(world.nowNs);
        } else if (executor.state == State.READY) {
            Objects.requireNonNull(executor.cpu).withdraw(executor);
        }
        executor.state = State.IDLE;
        executor.life++;
        if (executor.currentBatch != Batches.NONE) {
            world.batches.free(executor.currentBatch);
            executor.currentBatch = Batches.NONE;
        }
        executor.emittingRoot = Batches.NONE;
        executor.isBusy = false;
        executor.remainingNs = 0;
        executor.firstQueued = freeAll(executor.firstQueued);
        executor.lastQueued = Batches.NONE;
        executor.queuedTuples = 0;
        executor.firstStaged = freeAll(executor.firstStaged);
        executor.lastStaged = Batches.NONE;
        executor.waitingFor = null;
        executor.linkBlockedUntilNs = 0;
        flow.releaseWaiters(executor);
        if (executor.role == Role.SPOUT) {
            Source source = executor.source();
            while (source.firstPending != Batches.NONE) {
                failOldest(executor);
            }
        }
    }

    /** Frees the batches of a list; returns the empty list. */
    private int freeAll(int first) {
        int batch = first;
        while (batch != Batches.NONE) {
            int next = world.batches.next[batch];
            world.batches.free(batch);
            batch = next;
        }
        return Batches.NONE;
    }

    /** Fails the oldest message of a spout; its source will deliver the message again. */
    private void failOldest(SimExecutor spout) {
        Source source = spout.source();
        int root = source.firstPending;
        int tuples = world.roots.tuples[root];
        spout.topology.onFailed(tuples);
        world.roots.end(root, source);
        if (!source.isEndless()) {
            source.backlogMessages += tuples;
        }
    }

    /** Fails messages that were not acked in time. */
    void onTimeouts(SimTopology topology) {
        for (SimExecutor executor : topology.executors) {
            if (executor.role != Role.SPOUT) {
                continue;
            }
            Source source = executor.source();
            long expiredBeforeNs = world.nowNs - topology.spec.timeoutNs();
            boolean isEmitting = executor.emittingRoot != Batches.NONE;
            while (source.firstPending != Batches.NONE
                    && !(isEmitting && source.firstPending == executor.emittingRoot)
                    && world.roots.emittedNs[source.firstPending] < expiredBeforeNs) {
                failOldest(executor);
            }
            processing.wake(executor);
        }
        world.schedule(world.nowNs + TIMEOUT_CHECK_NS, World.TIMEOUTS, topology.index, 0);
    }

    /** Handles the arrival of a batch of messages at a spout's source. */
    void onArrival(SimExecutor executor, int life) {
        Source source = executor.source();
        if (life != source.rateChanges) {
            return;
        }
        source.backlogMessages += executor.topology.spec.batch();
        world.schedule(
                world.nowNs + source.arrivalGapNs(executor.random),
                World.ARRIVAL,
                executor.index,
                source.rateChanges);
        processing.wake(executor);
    }

    /** Sets the rate of messages to the specified rate times a factor. */
    void setLoad(SimTopology topology, double factor) {
        for (SimExecutor executor : topology.executors) {
            if (executor.role == Role.SPOUT) {
                Source source = executor.source();
                source.setRateFactor(factor);
                if (source.hasArrivals()) {
                    world.schedule(
                            world.nowNs + source.firstArrivalGapNs(executor.random),
                            World.ARRIVAL,
                            executor.index,
                            source.rateChanges);
                }
            }
        }
    }

    /** Lets the spouts of a worker emit nothing until {@code untilNs}. */
    void haltSpouts(SimWorker worker, long untilNs) {
        for (SimExecutor executor : worker.executors) {
            if (executor.role == Role.SPOUT) {
                executor.source().haltedUntilNs = untilNs;
                world.schedule(untilNs, World.WAKE, executor.index, 0);
            }
        }
    }
}
