package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.machine.SimExecutor.Role;
import io.eyewall.model.simulation.machine.SimExecutor.State;
import io.eyewall.model.simulation.spec.TopologySpec.Acking;
import io.eyewall.model.simulation.spec.Transfer;
import java.util.Objects;

/**
 * Simulates the work of executors: when they need a core, which batch they take, how long it takes,
 * and what they emit.
 *
 * <p>Receivers of the emitted tuples are chosen when the work on a batch begins, so that its time
 * includes the cost of sending; they get the tuples when it ends.
 */
final class Processing {
    private final World world;
    private final SimulatedFlow flow;
    private final Packets packets;
    private final Roots roots;

    Processing(World world, SimulatedFlow flow) {
        this.world = world;
        this.flow = flow;
        this.packets = world.packets;
        this.roots = world.roots;
    }

    /** Queues an executor for a core if it is idle and has work now. */
    void wake(SimExecutor executor) {
        if (executor.state == State.IDLE && executor.isUp() && hasWork(executor)) {
            executor.state = State.READY;
            cpu(executor).offer(executor, world.nowNs);
        }
    }

    private static Cpu cpu(SimExecutor executor) {
        return Objects.requireNonNull(executor.cpu, "an executor without a place");
    }

    private boolean hasWork(SimExecutor executor) {
        if (executor.isBusy) {
            return true;
        }
        boolean isBlocked =
                executor.waitingFor != null || executor.linkBlockedUntilNs > world.nowNs;
        if (executor.role != Role.SPOUT) {
            return executor.first != Packets.NONE && (!isBlocked || executor.role == Role.ACKER);
        }
        return executor.first != Packets.NONE || (!isBlocked && canEmit(executor));
    }

    private boolean canEmit(SimExecutor executor) {
        Source source = executor.source();
        return source.haltedUntilNs <= world.nowNs
                && source.nextTuples(executor.topology.spec.maxPending()) > 0;
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

    /** Works until the batch is done or the time slice is over, whichever is first. */
    private void runSlice(SimExecutor executor, long switchNs) {
        if (!executor.isBusy) {
            takeWork(executor);
        }
        long left = Math.max(1, world.cluster.quantumNs() - executor.usedNs);
        long sliceNs = Math.min(executor.remainingNs, left);
        executor.remainingNs -= sliceNs;
        executor.usedNs += sliceNs;
        executor.component.busyNs += sliceNs;
        world.at(world.nowNs + switchNs + sliceNs, World.SLICE_END, executor.index, life(executor));
    }

    static int life(SimExecutor executor) {
        return executor.life & 0xFFFFFF;
    }

    void onSliceEnd(SimExecutor executor, int life) {
        if (life != life(executor)) {
            return; // its worker has died meanwhile
        }
        Cpu runningOn = Objects.requireNonNull(executor.runningOn);
        long waitNs = executor.remainingNs == 0 ? finish(executor) : 0;
        if (waitNs > 0) {
            executor.state = State.WAITING;
            world.at(world.nowNs + waitNs, World.WAIT_END, executor.index, life(executor));
            runningOn.release(world.nowNs);
            return;
        }
        if (!hasWork(executor)) {
            executor.state = State.IDLE;
            runningOn.release(world.nowNs);
            return;
        }
        SimWorker worker = Objects.requireNonNull(executor.worker);
        boolean isOver = executor.usedNs >= world.cluster.quantumNs() && runningOn.hasWaiting();
        if (isOver || runningOn != executor.cpu || worker.pausedUntilNs > world.nowNs) {
            executor.state = State.READY;
            cpu(executor).offer(executor, world.nowNs);
            runningOn.release(world.nowNs);
            return;
        }
        if (executor.usedNs >= world.cluster.quantumNs()) {
            executor.usedNs = 0;
        }
        runSlice(executor, 0);
    }

    void onWaitEnd(SimExecutor executor, int life) {
        if (life == life(executor)) {
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
                cpu(executor).offer(executor, world.nowNs);
            }
        }
    }

    private void takeWork(SimExecutor executor) {
        executor.isBusy = true;
        if (executor.first == Packets.NONE) {
            emit(executor);
            return;
        }
        int packet = flow.take(executor);
        executor.current = packet;
        int tuples = packets.tuples[packet];
        Transfer transfer = world.transfer(packets.level[packet]);
        double receiveNs =
                transfer.receiveNs() * tuples + transfer.byteNs() * packets.bytes[packet];
        long ownNs =
                executor.role == Role.SPOUT // an ack
                        ? Math.round(executor.topology.spec.ackNs() * tuples)
                        : executor.service.sampleNs(executor.random, tuples);
        double sendNs =
                switch (executor.role) {
                    case SPOUT -> 0;
                    case BOLT -> stageOutputs(executor, packet);
                    case ACKER -> stageDone(executor, packet);
                };
        executor.usefulNs += ownNs;
        executor.component.tuples += tuples;
        executor.remainingNs = ownNs + Math.round(receiveNs + sendNs);
        allocate(executor, packets.bytes[packet]);
    }

    private double stageOutputs(SimExecutor executor, int packet) {
        int tuples = packets.tuples[packet];
        int root = packets.root[packet];
        if (!roots.isAlive(root, packets.rootLife[packet])) {
            root = Packets.NONE; // timed out: the tuples that follow are processed in vain
        }
        double sendNs = 0;
        for (OutEdge edge : executor.outputs) {
            sendNs += flow.stage(executor, edge, tuples, root, packets.emittedNs[packet]);
        }
        OutEdge acks = executor.acks;
        if (root != Packets.NONE && acks != null) {
            sendNs +=
                    flow.stage(
                            executor,
                            acks,
                            root % acks.targets.length,
                            tuples,
                            root,
                            0,
                            Packets.ACK);
        }
        return sendNs;
    }

    private double stageDone(SimExecutor acker, int packet) {
        int root = packets.root[packet];
        if (!roots.isAlive(root, packets.rootLife[packet]) || --roots.outstanding[root] > 0) {
            return 0;
        }
        int spout = world.executors.get(roots.spout[root]).source().number;
        OutEdge edge = acker.outputs.get(0);
        return flow.stage(acker, edge, spout, roots.tuples[root], root, 0, Packets.DONE);
    }

    private void emit(SimExecutor executor) {
        Source source = executor.source();
        int tuples = source.nextTuples(executor.topology.spec.maxPending());
        if (!source.isEndless()) {
            source.backlogTuples -= tuples;
        }
        int root = Packets.NONE;
        if (executor.topology.spec.acking() != Acking.NONE) {
            root = roots.make(executor, tuples);
        }
        executor.emitting = root;
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
                            Packets.INIT);
            roots.outstanding[root]++;
        }
        long ownNs = executor.service.sampleNs(executor.random, tuples);
        executor.usefulNs += ownNs;
        executor.component.tuples += tuples;
        executor.topology.onEmitted(tuples);
        executor.remainingNs = ownNs + Math.round(sendNs);
        double bytes = 0;
        for (int p = executor.firstStaged; p != Packets.NONE; p = packets.next[p]) {
            bytes += packets.bytes[p];
        }
        allocate(executor, bytes);
    }

    private void allocate(SimExecutor executor, double bytes) {
        SimWorker worker = Objects.requireNonNull(executor.worker);
        worker.allocatedBytes += bytes;
        if (worker.allocatedBytes >= world.cluster.worker().collectBytes()) {
            worker.allocatedBytes = 0;
            long pauseNs =
                    world.cluster.worker().pauseNs()
                            + world.cluster.worker().pausePerExecutorNs() * worker.executors.size();
            if (pauseNs > 0) {
                worker.pausedUntilNs = world.nowNs + pauseNs;
                world.at(worker.pausedUntilNs, World.PAUSE_END, worker.index, 0);
                BackgroundWork.start(world, worker, cpu(executor), pauseNs);
            }
        }
    }

    /**
     * Ends the work on a batch; returns how long the executor still waits for something outside.
     */
    private long finish(SimExecutor executor) {
        int packet = executor.current;
        if (executor.role == Role.BOLT && packet != Packets.NONE) {
            long waitNs = executor.waitService.sampleNs(executor.random, packets.tuples[packet]);
            if (waitNs > 0) {
                return waitNs;
            }
        }
        complete(executor);
        return 0;
    }

    private void complete(SimExecutor executor) {
        int packet = executor.current;
        int emitted = executor.emitting;
        executor.current = Packets.NONE;
        executor.emitting = Packets.NONE;
        executor.isBusy = false;
        executor.remainingNs = 0;
        if (packet == Packets.NONE) {
            stampEmitted(executor, emitted);
            flow.sendStaged(executor);
            if (emitted != Packets.NONE && roots.outstanding[emitted] == 0) {
                onMessageDone(executor, emitted); // nobody has subscribed
            }
            return;
        }
        flow.sendStaged(executor);
        int root = packets.root[packet];
        boolean isAlive = roots.isAlive(root, packets.rootLife[packet]);
        if (executor.role == Role.SPOUT) {
            if (isAlive) {
                onMessageDone(executor, root);
            }
        } else if (executor.role == Role.BOLT) {
            if (root == Packets.NONE
                    && executor.outputs.isEmpty()
                    && executor.topology.spec.acking() == Acking.NONE) {
                executor.topology.onDone(
                        world.nowNs - packets.emittedNs[packet], packets.tuples[packet]);
            }
            if (isAlive
                    && executor.topology.spec.acking() == Acking.COUNTED
                    && --roots.outstanding[root] == 0) {
                notifySpout(executor, root);
            }
        }
        packets.free(packet);
    }

    private void stampEmitted(SimExecutor executor, int root) {
        if (root != Packets.NONE) {
            roots.emittedNs[root] = world.nowNs;
        }
        for (int p = executor.firstStaged; p != Packets.NONE; p = packets.next[p]) {
            packets.emittedNs[p] = world.nowNs;
        }
    }

    private void onMessageDone(SimExecutor spout, int root) {
        spout.topology.onDone(world.nowNs - roots.emittedNs[root], roots.tuples[root]);
        roots.end(root, spout.source());
    }

    /** Completes the message without an ack tuple, as within one process. */
    private void notifySpout(SimExecutor bolt, int root) {
        SimExecutor spout = world.executors.get(roots.spout[root]);
        int packet = packets.make();
        packets.kind[packet] = Packets.DONE;
        packets.root[packet] = root;
        packets.rootLife[packet] = roots.life[root];
        packets.tuples[packet] = roots.tuples[root];
        packets.from[packet] = bolt.index;
        packets.to[packet] = spout.index;
        packets.toLife[packet] = spout.life;
        packets.bytes[packet] = 0;
        packets.level[packet] = 0;
        flow.deliver(packet);
    }
}
