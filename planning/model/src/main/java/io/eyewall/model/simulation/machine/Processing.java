package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.machine.SimExecutor.Role;
import io.eyewall.model.simulation.machine.SimExecutor.State;
import io.eyewall.model.simulation.spec.TopologySpec.Acking;
import io.eyewall.model.simulation.spec.Transfer;
import java.util.Objects;

/**
 * Simulates the work of executors: when they need a core, which batch they process next, how long
 * that takes, and which tuples they emit.
 *
 * <p>The receivers of emitted tuples are chosen when the work on a batch begins, because the time
 * of this work includes the cost of sending. The tuples are sent when the work ends.
 */
final class Processing {
    private final World world;
    private final SimulatedFlow flow;
    private final Batches batches;
    private final Roots roots;

    Processing(World world, SimulatedFlow flow) {
        this.world = world;
        this.flow = flow;
        this.batches = world.batches;
        this.roots = world.roots;
    }

    /** Queues an executor for a core if it is idle and has work now. */
    void wake(SimExecutor executor) {
        if (executor.state == State.IDLE && executor.isUp() && hasWork(executor)) {
            executor.state = State.READY;
            cpuOf(executor).offer(executor, world.nowNs);
        }
    }

    private static Cpu cpuOf(SimExecutor executor) {
        return Objects.requireNonNull(executor.cpu, "an executor without a place");
    }

    private boolean hasWork(SimExecutor executor) {
        if (executor.isBusy) {
            return true;
        }
        boolean isBlocked =
                executor.waitingFor != null || executor.linkBlockedUntilNs > world.nowNs;
        if (executor.role != Role.SPOUT) {
            return executor.firstQueued != Batches.NONE
                    && (!isBlocked || executor.role == Role.ACKER);
        }
        return executor.firstQueued != Batches.NONE || (!isBlocked && canEmit(executor));
    }

    private boolean canEmit(SimExecutor executor) {
        Source source = executor.source();
        return source.haltedUntilNs <= world.nowNs
                && source.nextBatchSize(executor.topology.spec.maxPending()) > 0;
    }

    /** Starts an executor that got a core; returns false if it does not need the core. */
    boolean begin(SimExecutor executor) {
        SimWorker worker = Objects.requireNonNull(executor.worker);
        if (worker.pausedUntilNs > world.nowNs) {
            executor.state = State.PARKED;
            worker.parked.add(executor);
            return false;
        }
        if (!hasWork(executor)) {
            executor.state = State.IDLE;
            return false;
        }
        executor.state = State.RUNNING;
        executor.runningOn = executor.cpu;
        executor.usedNs = 0;
        runSlice(executor, world.cluster.switchNs());
        return true;
    }

    /** Works until the batch is processed or the time slice ends, whichever is first. */
    private void runSlice(SimExecutor executor, long switchNs) {
        if (!executor.isBusy) {
            beginBatch(executor);
        }
        long quantumLeftNs = Math.max(1, world.cluster.quantumNs() - executor.usedNs);
        long sliceNs = Math.min(executor.remainingNs, quantumLeftNs);
        executor.remainingNs -= sliceNs;
        executor.usedNs += sliceNs;
        executor.component.busyNs += sliceNs;
        world.schedule(
                world.nowNs + switchNs + sliceNs,
                World.SLICE_END,
                executor.index,
                eventLife(executor));
    }

    /** Returns an executor's life, cut to the bits that fit into an event's number. */
    static int eventLife(SimExecutor executor) {
        return executor.life & 0xFFFFFF;
    }

    void onSliceEnd(SimExecutor executor, int life) {
        if (life != eventLife(executor)) {
            return; // its worker has died meanwhile
        }
        Cpu runningOn = Objects.requireNonNull(executor.runningOn);
        long waitNs = executor.remainingNs == 0 ? endBatch(executor) : 0;
        if (waitNs > 0) {
            executor.state = State.WAITING;
            world.schedule(
                    world.nowNs + waitNs, World.WAIT_END, executor.index, eventLife(executor));
            runningOn.release(world.nowNs);
            return;
        }
        if (!hasWork(executor)) {
            executor.state = State.IDLE;
            runningOn.release(world.nowNs);
            return;
        }
        SimWorker worker = Objects.requireNonNull(executor.worker);
        boolean isQuantumUsedUp =
                executor.usedNs >= world.cluster.quantumNs() && runningOn.hasWaiting();
        if (isQuantumUsedUp || runningOn != executor.cpu || worker.pausedUntilNs > world.nowNs) {
            executor.state = State.READY;
            cpuOf(executor).offer(executor, world.nowNs);
            runningOn.release(world.nowNs);
            return;
        }
        if (executor.usedNs >= world.cluster.quantumNs()) {
            executor.usedNs = 0;
        }
        runSlice(executor, 0);
    }

    void onWaitEnd(SimExecutor executor, int life) {
        if (life == eventLife(executor)) {
            complete(executor);
            executor.state = State.IDLE;
            wake(executor);
        }
    }

    void onPauseEnd(SimWorker worker) {
        if (worker.pausedUntilNs > world.nowNs) {
            return;
        }
        SimExecutor[] parked = worker.parked.toArray(new SimExecutor[0]);
        worker.parked.clear();
        for (SimExecutor executor : parked) {
            if (executor.state == State.PARKED) {
                executor.state = State.READY;
                cpuOf(executor).offer(executor, world.nowNs);
            }
        }
    }

    private void beginBatch(SimExecutor executor) {
        executor.isBusy = true;
        if (executor.firstQueued == Batches.NONE) {
            beginMessage(executor);
            return;
        }
        int batch = flow.dequeue(executor);
        executor.currentBatch = batch;
        int tuples = batches.tuples[batch];
        Transfer transfer = world.transfer(batches.level[batch]);
        double receiveNs = transfer.receiveNs() * tuples + transfer.byteNs() * batches.bytes[batch];
        long ownNs =
                executor.role == Role.SPOUT // an ack
                        ? Math.round(executor.topology.spec.ackNs() * tuples)
                        : executor.service.sampleNs(executor.random, tuples);
        double sendNs =
                switch (executor.role) {
                    case SPOUT -> 0;
                    case BOLT -> stageOutputs(executor, batch);
                    case ACKER -> stageCompletion(executor, batch);
                };
        executor.usefulNs += ownNs;
        executor.component.tuples += tuples;
        executor.remainingNs = ownNs + Math.round(receiveNs + sendNs);
        countAllocation(executor, batches.bytes[batch]);
    }

    private double stageOutputs(SimExecutor executor, int batch) {
        int tuples = batches.tuples[batch];
        int root = batches.root[batch];
        if (!roots.isAlive(root, batches.rootLife[batch])) {
            root = Batches.NONE; // timed out: the tuples that follow are processed in vain
        }
        double sendNs = 0;
        for (OutEdge edge : executor.outputs) {
            sendNs += flow.stage(executor, edge, tuples, root, batches.emittedNs[batch]);
        }
        OutEdge acks = executor.acks;
        if (root != Batches.NONE && acks != null) {
            sendNs +=
                    flow.stage(
                            executor,
                            acks,
                            root % acks.targets.length,
                            tuples,
                            root,
                            0,
                            Batches.ACK);
        }
        return sendNs;
    }

    private double stageCompletion(SimExecutor acker, int batch) {
        int root = batches.root[batch];
        if (!roots.isAlive(root, batches.rootLife[batch]) || --roots.outstanding[root] > 0) {
            return 0;
        }
        int spout = world.executors.get(roots.spout[root]).source().number;
        OutEdge edge = acker.outputs.get(0);
        return flow.stage(acker, edge, spout, roots.tuples[root], root, 0, Batches.DONE);
    }

    private void beginMessage(SimExecutor executor) {
        Source source = executor.source();
        int tuples = source.nextBatchSize(executor.topology.spec.maxPending());
        if (!source.isEndless()) {
            source.backlogMessages -= tuples;
        }
        int root = Batches.NONE;
        if (executor.topology.spec.acking() != Acking.NONE) {
            root = roots.create(executor, tuples);
        }
        executor.emittingRoot = root;
        double sendNs = 0;
        for (OutEdge edge : executor.outputs) {
            sendNs += flow.stage(executor, edge, tuples, root, 0);
        }
        OutEdge acks = executor.acks;
        if (acks != null) {
            sendNs +=
                    flow.stage(
                            executor,
                            acks,
                            root % acks.targets.length,
                            tuples,
                            root,
                            0,
                            Batches.INIT);
            roots.outstanding[root]++;
        }
        long ownNs = executor.service.sampleNs(executor.random, tuples);
        executor.usefulNs += ownNs;
        executor.component.tuples += tuples;
        executor.topology.onEmitted(tuples);
        executor.remainingNs = ownNs + Math.round(sendNs);
        double bytes = 0;
        for (int p = executor.firstStaged; p != Batches.NONE; p = batches.next[p]) {
            bytes += batches.bytes[p];
        }
        countAllocation(executor, bytes);
    }

    private void countAllocation(SimExecutor executor, double bytes) {
        SimWorker worker = Objects.requireNonNull(executor.worker);
        worker.allocatedBytes += bytes;
        if (worker.allocatedBytes >= world.cluster.worker().collectBytes()) {
            worker.allocatedBytes = 0;
            long pauseNs =
                    world.cluster.worker().pauseNs()
                            + world.cluster.worker().pausePerExecutorNs() * worker.executors.size();
            if (pauseNs > 0) {
                worker.pausedUntilNs = world.nowNs + pauseNs;
                world.schedule(worker.pausedUntilNs, World.PAUSE_END, worker.index, 0);
                BackgroundWork.start(world, worker, cpuOf(executor), pauseNs);
            }
        }
    }

    /**
     * Ends the work on a batch; returns how long the executor still waits for something outside.
     */
    private long endBatch(SimExecutor executor) {
        int batch = executor.currentBatch;
        if (executor.role == Role.BOLT && batch != Batches.NONE) {
            long waitNs = executor.waitService.sampleNs(executor.random, batches.tuples[batch]);
            if (waitNs > 0) {
                return waitNs;
            }
        }
        complete(executor);
        return 0;
    }

    private void complete(SimExecutor executor) {
        int batch = executor.currentBatch;
        int emittedRoot = executor.emittingRoot;
        executor.currentBatch = Batches.NONE;
        executor.emittingRoot = Batches.NONE;
        executor.isBusy = false;
        executor.remainingNs = 0;
        if (batch == Batches.NONE) {
            stampEmitted(executor, emittedRoot);
            flow.sendStaged(executor);
            if (emittedRoot != Batches.NONE && roots.outstanding[emittedRoot] == 0) {
                completeMessage(executor, emittedRoot); // no bolt receives the message
            }
            return;
        }
        flow.sendStaged(executor);
        int root = batches.root[batch];
        boolean isAlive = roots.isAlive(root, batches.rootLife[batch]);
        if (executor.role == Role.SPOUT) {
            if (isAlive) {
                completeMessage(executor, root);
            }
        } else if (executor.role == Role.BOLT) {
            if (root == Batches.NONE
                    && executor.outputs.isEmpty()
                    && executor.topology.spec.acking() == Acking.NONE) {
                executor.topology.onCompleted(
                        world.nowNs - batches.emittedNs[batch], batches.tuples[batch]);
            }
            if (isAlive
                    && executor.topology.spec.acking() == Acking.COUNTED
                    && --roots.outstanding[root] == 0) {
                notifySpout(executor, root);
            }
        }
        batches.free(batch);
    }

    private void stampEmitted(SimExecutor executor, int root) {
        if (root != Batches.NONE) {
            roots.emittedNs[root] = world.nowNs;
        }
        for (int p = executor.firstStaged; p != Batches.NONE; p = batches.next[p]) {
            batches.emittedNs[p] = world.nowNs;
        }
    }

    private void completeMessage(SimExecutor spout, int root) {
        spout.topology.onCompleted(world.nowNs - roots.emittedNs[root], roots.tuples[root]);
        roots.end(root, spout.source());
    }

    /** Completes the message without an ack tuple, as within one process. */
    private void notifySpout(SimExecutor bolt, int root) {
        SimExecutor spout = world.executors.get(roots.spout[root]);
        int batch = batches.create();
        batches.kind[batch] = Batches.DONE;
        batches.root[batch] = root;
        batches.rootLife[batch] = roots.life[root];
        batches.tuples[batch] = roots.tuples[root];
        batches.from[batch] = bolt.index;
        batches.to[batch] = spout.index;
        batches.toLife[batch] = spout.life;
        batches.bytes[batch] = 0;
        batches.level[batch] = 0;
        flow.deliver(batch);
    }
}
