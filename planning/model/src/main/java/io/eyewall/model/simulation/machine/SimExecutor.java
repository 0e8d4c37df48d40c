package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.event.Service;
import io.eyewall.placement.load.ExecutorId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * An executor: one task, its queue, its current work. {@link Processing} changes its state, {@link
 * Workers} its worker and place.
 */
final class SimExecutor implements Cpu.Task {
    /** The state of an executor. */
    enum State {
        /** It has nothing to do, or must not do it. */
        IDLE,
        /** It waits for a core. */
        READY,
        /** It has a core. */
        RUNNING,
        /** It waits for something outside, without a core. */
        WAITING,
        /** It got a core while its worker stood still; it continues after the pause. */
        PARKED
    }

    /** The role of an executor. */
    enum Role {
        SPOUT,
        BOLT,
        ACKER
    }

    final int index;
    final ExecutorId id;
    final Role role;
    final SimTopology topology;
    final SimComponent component;
    final SplittableRandom random;
    final Service service;
    final Service waitService;
    private final Processing processing;
    private final @Nullable Source source;

    /** The streams that it emits on; an acker has one stream to all spouts of the topology. */
    List<OutEdge> outputs = new ArrayList<>();

    /** The stream of its acks; null without ackers. */
    @Nullable OutEdge acks;

    int place = Packets.NONE;
    int node = Packets.NONE;
    @Nullable Cpu cpu;
    @Nullable SimWorker worker;

    /** The cores on which it runs now; different from {@link #cpu} right after a move. */
    @Nullable Cpu runningOn;

    State state = State.IDLE;

    /** Counts its lives; events and batches of an earlier life have no effect. */
    int life;

    int first = Packets.NONE;
    int last = Packets.NONE;
    int queuedTuples;

    /** The batch that it is processing; {@link Packets#NONE} if none. */
    int current = Packets.NONE;

    /** Whether it is processing a batch or, for a spout, a message. */
    boolean isBusy;

    /** The message that it is emitting. */
    int emitting = Packets.NONE;

    long remainingNs;
    long usedNs;
    int firstStaged = Packets.NONE;
    int lastStaged = Packets.NONE;

    /** The full receiver whose room it waits for. */
    @Nullable SimExecutor waitingFor;

    /** The time until which a link has too much to send. */
    long linkBlockedUntilNs;

    final List<SimExecutor> waiters = new ArrayList<>();

    /** Useful processor time since the last measurement. */
    double usefulNs;

    SimExecutor(
            int index,
            ExecutorId id,
            Role role,
            SimTopology topology,
            SimComponent component,
            Service service,
            Service waitService,
            @Nullable Source source,
            SplittableRandom random,
            Processing processing) {
        this.index = index;
        this.id = id;
        this.role = role;
        this.topology = topology;
        this.component = component;
        this.service = service;
        this.waitService = waitService;
        this.source = source;
        this.random = random;
        this.processing = processing;
    }

    @Override
    public boolean begin() {
        return processing.begin(this);
    }

    /** Returns the source of a spout. */
    Source source() {
        return Objects.requireNonNull(source, "not a spout");
    }

    boolean isUp() {
        return worker != null && worker.isUp;
    }

    boolean isFull() {
        return queuedTuples >= topology.spec.queueTuples();
    }

    /** Returns the fill of its queue: 0 to 1, or slightly more. */
    double fill() {
        return (double) queuedTuples / topology.spec.queueTuples();
    }
}
