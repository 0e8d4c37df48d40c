package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.event.SkewedKeys;
import io.eyewall.model.simulation.spec.InputSpec.Grouping;
import io.eyewall.model.simulation.spec.Transfer;
import io.eyewall.placement.place.Level;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Moves tuples: chooses their task, takes them over links into the task's queue, and makes senders
 * wait while a queue or a link is full.
 */
final class SimulatedFlow {
    private static final Level[] LEVELS = Level.values();

    private final World world;
    private final Packets packets;
    private @Nullable Processing processing;

    SimulatedFlow(World world) {
        this.world = world;
        this.packets = world.packets;
    }

    void connect(Processing processing) {
        this.processing = processing;
    }

    private Processing processing() {
        return Objects.requireNonNull(processing);
    }

    /**
     * Chooses receivers for what an executor emits, and stages the tuples until the executor's work
     * is done.
     *
     * @param inputs number of tuples that it has taken
     * @param root the message that they belong to, or {@link Packets#NONE}
     * @return processor time that sending takes
     */
    double stage(SimExecutor sender, OutEdge edge, int inputs, int root, long emittedNs) {
        int left = edge.outputs(inputs);
        double sendNs = 0;
        int batch = sender.topology.spec.batch();
        while (left > 0) {
            int tuples = Math.min(left, batch);
            left -= tuples;
            switch (edge.grouping) {
                case ALL -> {
                    for (int t = 0; t < edge.targets.length; t++) {
                        sendNs += stage(sender, edge, t, tuples, root, emittedNs, Packets.DATA);
                    }
                }
                case GLOBAL ->
                        sendNs += stage(sender, edge, 0, tuples, root, emittedNs, Packets.DATA);
                case FIELDS -> {
                    SkewedKeys keys = Objects.requireNonNull(edge.keys);
                    int task = SkewedKeys.task(keys.draw(sender.random), edge.targets.length);
                    sendNs += stage(sender, edge, task, tuples, root, emittedNs, Packets.DATA);
                }
                case LOCAL_OR_SHUFFLE, SHUFFLE ->
                        sendNs +=
                                stage(
                                        sender,
                                        edge,
                                        nextInTurn(sender, edge),
                                        tuples,
                                        root,
                                        emittedNs,
                                        Packets.DATA);
            }
        }
        return sendNs;
    }

    private int nextInTurn(SimExecutor sender, OutEdge edge) {
        boolean isLoadAware = sender.topology.spec.loadAware() && edge.grouping == Grouping.SHUFFLE;
        SimExecutor[] among = edge.targets;
        if (isLoadAware) {
            among = edge.scope.choose(sender, edge.targets, world.tree, world.nowNs);
        } else if (edge.grouping != Grouping.SHUFFLE) {
            return nextLocal(sender, edge);
        }
        edge.turn = (edge.turn + 1) % among.length;
        if (isLoadAware) {
            for (int i = 0; i < among.length && among[edge.turn].isFull(); i++) {
                edge.turn = (edge.turn + 1) % among.length;
            }
        }
        return among[edge.turn].index - edge.targets[0].index;
    }

    /**
     * Returns the next task in the same worker, or the next of all tasks if the worker has none.
     */
    private static int nextLocal(SimExecutor sender, OutEdge edge) {
        int n = edge.targets.length;
        for (int i = 1; i <= n; i++) {
            int t = (edge.turn + i) % n;
            if (edge.targets[t].worker == sender.worker) {
                edge.turn = t;
                return t;
            }
        }
        edge.turn = (edge.turn + 1) % n;
        return edge.turn;
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
        int packet = packets.make();
        packets.kind[packet] = kind;
        packets.root[packet] = root;
        packets.rootLife[packet] = root == Packets.NONE ? 0 : world.roots.life[root];
        packets.tuples[packet] = tuples;
        packets.from[packet] = sender.index;
        packets.to[packet] = receiver.index;
        packets.toLife[packet] = receiver.life;
        packets.emittedNs[packet] = emittedNs;
        packets.bytes[packet] = edge.bytesPerTuple * tuples;
        int height = world.height(sender, receiver);
        packets.level[packet] = (byte) height;
        if (sender.lastStaged == Packets.NONE) {
            sender.firstStaged = packet;
        } else {
            packets.next[sender.lastStaged] = packet;
        }
        sender.lastStaged = packet;
        edge.tuples[target] += tuples;
        if (kind == Packets.DATA && root != Packets.NONE) {
            world.roots.outstanding[root]++;
        }
        Transfer transfer = world.transfer(height);
        return transfer.sendNs() * tuples + transfer.byteNs() * packets.bytes[packet];
    }

    /** Sends all batches that an executor has staged. */
    void sendStaged(SimExecutor sender) {
        int packet = sender.firstStaged;
        sender.firstStaged = Packets.NONE;
        sender.lastStaged = Packets.NONE;
        while (packet != Packets.NONE) {
            int next = packets.next[packet];
            packets.next[packet] = Packets.NONE;
            forward(packet, 0);
            packet = next;
        }
    }

    /** Moves a batch on from a hop of its path. */
    void forward(int packet, int hop) {
        SimExecutor sender = world.executors.get(packets.from[packet]);
        SimExecutor receiver = world.executors.get(packets.to[packet]);
        Level level = LEVELS[packets.level[packet]];
        if (sender.node >= 0 && receiver.node >= 0) {
            int next = world.network.nextHop(sender.node, receiver.node, level, hop);
            if (next != Packets.NONE) {
                SimulatedLink link = world.network.link(sender.node, receiver.node, next);
                packets.hop[packet] = next + 1;
                world.at(link.pass(world.nowNs, packets.bytes[packet]), World.HOP, packet, 0);
                long drainedNs = link.backlogDrainedNs(world.cluster.linkBufferBytes());
                if (drainedNs > Math.max(world.nowNs, sender.linkBlockedUntilNs)) {
                    sender.linkBlockedUntilNs = drainedNs;
                    world.at(drainedNs, World.WAKE, sender.index, 0);
                }
                return;
            }
        }
        long delayNs = world.transfer(packets.level[packet]).delayNs();
        if (delayNs > 0) {
            world.at(world.nowNs + delayNs, World.DELIVERY, packet, 0);
        } else {
            deliver(packet);
        }
    }

    void onHop(int packet) {
        forward(packet, packets.hop[packet]);
    }

    /** Delivers a batch to its receiver's queue, or drops it if the receiver is gone. */
    void deliver(int packet) {
        SimExecutor receiver = world.executors.get(packets.to[packet]);
        if (!receiver.isUp() || receiver.life != packets.toLife[packet]) {
            packets.free(packet);
            return;
        }
        if (receiver.last == Packets.NONE) {
            receiver.first = packet;
        } else {
            packets.next[receiver.last] = packet;
        }
        receiver.last = packet;
        receiver.queuedTuples += packets.tuples[packet];
        if (receiver.isFull() && receiver.role != SimExecutor.Role.SPOUT) {
            SimExecutor sender = world.executors.get(packets.from[packet]);
            if (sender.waitingFor == null && sender != receiver) {
                sender.waitingFor = receiver;
                receiver.waiters.add(sender);
            }
        }
        processing().wake(receiver);
    }

    /** Removes the first batch from a queue; senders that wait for room are woken. */
    int take(SimExecutor receiver) {
        int packet = receiver.first;
        receiver.first = packets.next[packet];
        packets.next[packet] = Packets.NONE;
        if (receiver.first == Packets.NONE) {
            receiver.last = Packets.NONE;
        }
        receiver.queuedTuples -= packets.tuples[packet];
        if (!receiver.waiters.isEmpty() && !receiver.isFull()) {
            releaseWaiters(receiver);
        }
        return packet;
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
