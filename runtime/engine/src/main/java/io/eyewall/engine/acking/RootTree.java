package io.eyewall.engine.acking;

import io.eyewall.engine.memory.HotPath;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The tuple tree of one spout message, on the core of its spout executor. Completes once: acked,
 * failed, or timed out; later acks and fails are ignored. All methods but {@link #id()} are for the
 * owner's thread.
 */
public final class RootTree extends TupleTree {
    private static final AtomicLong NEXT_ID = new AtomicLong();

    /** The completion of a message. */
    public enum Outcome {
        /** Not complete. */
        PENDING,
        /** Every tuple was acked. */
        ACKED,
        /** A tuple was failed. */
        FAILED,
        /** The message timeout ended before either. */
        TIMED_OUT
    }

    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final int PENDING = number(Outcome.PENDING);
    private static final int ACKED = number(Outcome.ACKED);

    private RootListener listener;
    private int taskId;
    private String streamId;
    private Object messageId;
    private long startNs;
    private volatile long id;

    /** The number of the {@link Outcome}: not a reference, whose write would cost a card mark. */
    private int outcome;

    /** Index in {@link PendingTrees}. */
    int index = PendingTrees.NOT_PENDING;

    /** Generation in {@link PendingTrees}: trees of one generation expire together. */
    int generation;

    /**
     * @param owner core of the spout executor
     * @param listener notified once, when the tree completes
     * @param taskId the spout task
     * @param streamId the stream of the message's tuples
     * @param messageId the spout's own id of the message, not null
     * @param startNs when the message was emitted, by the engine's clock; 0 if its latency is not
     *     sampled
     * @param openTuples number of tuples that the emit is about to deliver
     */
    public RootTree(
            TreeOwner owner,
            RootListener listener,
            int taskId,
            String streamId,
            Object messageId,
            long startNs,
            int openTuples) {
        super(owner, 0);
        this.listener = listener;
        begin(taskId, streamId, messageId, startNs, openTuples);
    }

    /** Returns the number that represents an outcome in this class only. */
    @SuppressWarnings("EnumOrdinal")
    private static int number(Outcome outcome) {
        return outcome.ordinal();
    }

    /**
     * Starts counting for a message. Called again for each later message for which {@link
     * RootTreePool} reuses this tree.
     */
    @SuppressWarnings("ReferenceEquality") // saves a write
    void begin(
            int nextTaskId,
            String nextStreamId,
            Object nextMessageId,
            long nextStartNs,
            int openTuples) {
        taskId = nextTaskId;
        if (streamId != nextStreamId) { // seldom true; a write would cost a card mark
            streamId = nextStreamId;
        }
        messageId = nextMessageId;
        startNs = nextStartNs;
        outcome = PENDING;
        open(openTuples);
    }

    /** Clears the tree when its message is complete and no longer referenced. */
    @SuppressWarnings("NullAway") // the message id is not read before the next message begins
    void clear() {
        assert openCount() == 0 && index == PendingTrees.NOT_PENDING : "still in use: " + this;
        messageId = null;
        if (id != 0) {
            id = 0; // the next message needs another id
        }
    }

    public int taskId() {
        return taskId;
    }

    public String streamId() {
        return streamId;
    }

    public Object messageId() {
        return messageId;
    }

    /**
     * Returns when the message was emitted, in nanoseconds of the engine's clock; 0 if its latency
     * is not sampled.
     */
    public long startNs() {
        return startNs;
    }

    public Outcome outcome() {
        return OUTCOMES[outcome];
    }

    /** Returns whether the message is not complete yet. */
    @HotPath
    public boolean isPending() {
        return outcome == PENDING;
    }

    /** Returns whether every tuple was acked. */
    @HotPath
    public boolean isAcked() {
        return outcome == ACKED;
    }

    /**
     * Moves the tree to another executor, because its spout task has moved. Called while all cores
     * stand still, or before any other thread knows the tree, and while no {@link PendingTrees}
     * contains it.
     */
    public void moveTo(TreeOwner owner, RootListener nextListener) {
        setOwner(owner);
        listener = nextListener;
    }

    /** Returns the listener that is notified of the outcome; changes only with {@link #moveTo}. */
    public RootListener listener() {
        return listener;
    }

    /**
     * Returns the number that represents this message in Storm's {@code MessageId}; chosen at the
     * first call. Any thread.
     */
    public long id() {
        if (id == 0) {
            synchronized (this) {
                if (id == 0) {
                    id = NEXT_ID.incrementAndGet();
                }
            }
        }
        return id;
    }

    /** Completes the message unless it is complete. */
    public void complete(Outcome completion) {
        if (outcome == PENDING) {
            outcome = number(completion);
            listener.onComplete(this);
        }
    }

    @Override
    void onAllFinished() {
        complete(Outcome.ACKED);
    }

    @Override
    public void forEachRoot(Consumer<RootTree> visitor) {
        visitor.accept(this);
    }

    @Override
    void forEachRoot(Set<TupleTree> visited, Consumer<RootTree> visitor) {
        if (visited.add(this)) {
            visitor.accept(this);
        }
    }

    @Override
    public String toString() {
        return "tree of message "
                + messageId
                + " of task "
                + taskId
                + ": "
                + outcome()
                + ", "
                + openCount()
                + " tuples open";
    }
}
