package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.event.SkewedKeys;
import io.eyewall.model.simulation.spec.InputSpec.Grouping;
import io.eyewall.model.simulation.spec.Transfer;
import io.eyewall.placement.place.Level;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Moves tuples: chooses their receiving task, moves them over links into that task's queue, and
 * makes senders wait while a queue or a link is full.
 */
final class SimulatedFlow {
    private static final Level[] LEVELS = Level.values();

    private final World world;
    private final Batches batches;
    private @Nullable Processing processing;

    SimulatedFlow(World world) {
        this.world = world;
        this.batches = world.batches;
    }

    void setProcessing(Processing processing) {
        this.processing = processing;
    }

    private Processing processing() {
        return Objects.requireNonNull(processing);
    }

    /**
     * Chooses receivers of the tuples that an executor emits on a stream, and stages the tuples
     * until the executor's work ends.
     *
     * @param inputs number of tuples that the executor processes
     * @param root the message that these tuples belong to, or {@link Batches#NONE}
     * @return processor time that sending takes
     */
    double stage(SimExecutor sender, OutEdge edge, int inputs, int root, long emittedNs) {
        int remaining = edge.takeOutputs(inputs);
        double sendNs = 0;
        int maxBatch = sender.topology.spec.batch();
        while (remaining > 0) {
            int tuples = Math.min(remaining, maxBatch);
            remaining -= tuples;
            switch (edge.grouping) {
                case ALL -> {
                    for (int t = 0; t < edge.targets.length; t++) {
                        sendNs += stage(sender, edge, t, tuples, root, emittedNs, Batches.DATA);
                    }
                }
                case GLOBAL ->
                        sendNs += stage(sender, edge, 0, tuples, root, emittedNs, Batches.DATA);
                case FIELDS -> {
                    SkewedKeys keys = Objects.requireNonNull(edge.keys);
                    int task = SkewedKeys.taskOf(keys.draw(sender.random), edge.targets.length);
                    sendNs += stage(sender, edge, task, tuples, root, emittedNs, Batches.DATA);
                }
                case LOCAL_OR_SHUFFLE, SHUFFLE ->
                        sendNs +=
                                stage(
                                        sender,
                                        edge,
                                        chooseShuffleTarget(sender, edge),
                                        tuples,
                                        root,
                                        emittedNs,
                                        Batches.DATA);
            }
        }
        return sendNs;
    }

    private int chooseShuffleTarget(SimExecutor sender, OutEdge edge) {
        boolean isLoadAware = sender.topology.spec.loadAware() && edge.grouping == Grouping.SHUFFLE;
        SimExecutor[] candidates = edge.targets;
        if (isLoadAware) {
            candidates = edge.scope.targets(sender, edge.targets, world.tree, world.nowNs);
        } else if (edge.grouping != Grouping.SHUFFLE) {
            return chooseLocalTarget(sender, edge);
        }
        edge.lastTarget = (edge.lastTarget + 1) % candidates.length;
        if (isLoadAware) {
            for (int i = 0; i < candidates.length && candidates[edge.lastTarget].isFull(); i++) {
                edge.lastTarget = (edge.lastTarget + 1) % candidates.length;
            }
        }
        return candidates[edge.lastTarget].index - edge.targets[0].index;
    }

    /**
     * Returns the next of the sender's worker's tasks, or the next of all tasks if that worker has
     * none.
     */
    private static int chooseLocalTarget(SimExecutor sender, OutEdge edge) {
        int n = edge.targets.length;
        for (int i = 1; i <= n; i++) {
            int t = (edge.lastTarget + i) % n;
            if (edge.targets[t].worker == sender.worker) {
                edge.lastTarget = t;
                return t;
            }
        }
        edge.lastTarget = (edge.lastTarget + 1) % n;
        return edge.lastTarget;
    }

    /** Stages one batch for one task; returns the processor time that sending takes. */
    double stage(
            SimExecutor sender,
            OutEdge edge,
            int target,
            int tuples,
            int root,
            long emittedNs,
            byte kind) {
        SimExecutor receiver = edge.targets[target];
        int batch = batches.create();
        batches.kind[batch] = kind;
        batches.root[batch] = root;
        batches.rootLife[batch] = root == Batches.NONE ? 0 : world.roots.life[root];
        batches.tuples[batch] = tuples;
        batches.from[batch] = sender.index;
        batches.to[batch] = receiver.index;
        batches.toLife[batch] = receiver.life;
        batches.emittedNs[batch] = emittedNs;
        batches.bytes[batch] = edge.bytesPerTuple * tuples;
        int height = world.height(sender, receiver);
        batches.level[batch] = (byte) height;
        if (sender.lastStaged == Batches.NONE) {
            sender.firstStaged = batch;
        } else {
            batches.next[sender.lastStaged] = batch;
        }
        sender.lastStaged = batch;
        edge.tuples[target] += tuples;
        if (kind == Batches.DATA && root != Batches.NONE) {
            world.roots.outstanding[root]++;
        }
        Transfer transfer = world.transfer(height);
        return transfer.sendNs() * tuples + transfer.byteNs() * batches.bytes[batch];
    }

    /** Sends all batches that an executor has staged. */
    void sendStaged(SimExecutor sender) {
        int batch = sender.firstStaged;
        sender.firstStaged = Batches.NONE;
        sender.lastStaged = Batches.NONE;
        while (batch != Batches.NONE) {
            int next = batches.next[batch];
            batches.next[batch] = Batches.NONE;
            forward(batch, 0);
            batch = next;
        }
    }

    /**
     * Moves a batch over the next limited link of its path, beginning with a hop; delivers it if
     * there is none.
     */
    void forward(int batch, int hop) {
        SimExecutor sender = world.executors.get(batches.from[batch]);
        SimExecutor receiver = world.executors.get(batches.to[batch]);
        Level level = LEVELS[batches.level[batch]];
        if (sender.node >= 0 && receiver.node >= 0) {
            int next = world.network.nextHop(sender.node, receiver.node, level, hop);
            if (next != Batches.NONE) {
                SimulatedLink link = world.network.link(sender.node, receiver.node, next);
                batches.hop[batch] = next + 1;
                world.schedule(
                        link.transmit(world.nowNs, batches.bytes[batch]), World.HOP, batch, 0);
                long drainedNs = link.backlogDrainedNs(world.cluster.linkBufferBytes());
                if (drainedNs > Math.max(world.nowNs, sender.linkBlockedUntilNs)) {
                    sender.linkBlockedUntilNs = drainedNs;
                    world.schedule(drainedNs, World.WAKE, sender.index, 0);
                }
                return;
            }
        }
        long delayNs = world.transfer(batches.level[batch]).delayNs();
        if (delayNs > 0) {
            world.schedule(world.nowNs + delayNs, World.DELIVERY, batch, 0);
        } else {
            deliver(batch);
        }
    }

    void onHop(int batch) {
        forward(batch, batches.hop[batch]);
    }

    /** Delivers a batch to its receiver's queue, or drops it if the receiver is gone. */
    void deliver(int batch) {
        SimExecutor receiver = world.executors.get(batches.to[batch]);
        if (!receiver.isUp() || receiver.life != batches.toLife[batch]) {
            batches.free(batch);
            return;
        }
        if (receiver.lastQueued == Batches.NONE) {
            receiver.firstQueued = batch;
        } else {
            batches.next[receiver.lastQueued] = batch;
        }
        receiver.lastQueued = batch;
        receiver.queuedTuples += batches.tuples[batch];
        if (receiver.isFull() && receiver.role != SimExecutor.Role.SPOUT) {
            SimExecutor sender = world.executors.get(batches.from[batch]);
            if (sender.waitingFor == null && sender != receiver) {
                sender.waitingFor = receiver;
                receiver.waiters.add(sender);
            }
        }
        processing().wake(receiver);
    }

    /**
     * Removes the first batch from a queue; wakes waiting senders if the queue is not full any
     * more.
     */
    int dequeue(SimExecutor receiver) {
        int batch = receiver.firstQueued;
        receiver.firstQueued = batches.next[batch];
        batches.next[batch] = Batches.NONE;
        if (receiver.firstQueued == Batches.NONE) {
            receiver.lastQueued = Batches.NONE;
        }
        receiver.queuedTuples -= batches.tuples[batch];
        if (!receiver.waiters.isEmpty() && !receiver.isFull()) {
            releaseWaiters(receiver);
        }
        return batch;
    }

    void releaseWaiters(SimExecutor receiver) {
        SimExecutor[] waiting = receiver.waiters.toArray(new SimExecutor[0]);
        receiver.waiters.clear();
        for (SimExecutor waiter : waiting) {
            if (waiter.waitingFor == receiver) {
                waiter.waitingFor = null;
                processing().wake(waiter);
            }
        }
    }
}
