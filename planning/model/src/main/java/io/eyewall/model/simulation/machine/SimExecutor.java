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
final class SimExecutor implements Cpu.Job {
    /** The state of an executor. */
    enum State {
        /** It has no work, or its work is blocked. */
        IDLE,
        /** It waits for a core. */
        READY,
        /** It has a core. */
        RUNNING,
        /** It waits for an external system, such as a database, without a core. */
        WAITING,
        /** Its worker was pausing when it got a core; it continues after the pause. */
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

    /** The stream of its acks; null if the topology has no ackers. */
    @Nullable OutEdge acks;

    int place = Batches.NONE;
    int node = Batches.NONE;
    @Nullable Cpu cpu;
    @Nullable SimWorker worker;

    /** The cores on which it runs now; different from {@link #cpu} right after a move. */
    @Nullable Cpu runningOn;

    State state = State.IDLE;

    /**
     * Number of times that its worker was killed. Events and batches of before the last kill have
     * no effect.
     */
    int life;

    /** The batches that wait for it, linked by {@link Batches#next}. */
    int firstQueued = Batches.NONE;

    int lastQueued = Batches.NONE;
    int queuedTuples;

    /** The batch that it is processing; {@link Batches#NONE} if none. */
    int currentBatch = Batches.NONE;

    /** Whether it is processing a batch or, for a spout, a message. */
    boolean isBusy;

    /** The message that it is emitting. */
    int emittingRoot = Batches.NONE;

    /** Processor time that the work on its batch still needs. */
    long remainingNs;

    /** Processor time used since it got its core, or since its last time slice ended. */
    long usedNs;

    /** The batches that it sends when its work ends, linked by {@link Batches#next}. */
    int firstStaged = Batches.NONE;

    int lastStaged = Batches.NONE;

    /** The receiver whose queue is full, and which it waits for; null if none. */
    @Nullable SimExecutor waitingFor;

    /** The time until which it must not send, because too many bytes wait for its link. */
    long linkBlockedUntilNs;

    /** Senders that wait until its queue is no longer full. */
    final List<SimExecutor> waiters = new ArrayList<>();

    /** Processor time of its service since the last measurement; without sending and receiving. */
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
