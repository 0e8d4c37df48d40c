package io.eyewall.engine.acking;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The tuple tree of one spout message, on the core of its spout executor. Completes once: acked,
 * failed, or timed out; what arrives later is ignored. All but {@link #id()} is for the owner's
 * thread.
 */
public final class RootTree extends TupleTree {
    private static final AtomicLong NEXT_ID = new AtomicLong();

    /** How a message ended. */
    public enum Outcome {
        /** Not yet. */
        PENDING,
        /** Every tuple was acked. */
        ACKED,
        /** A tuple was failed. */
        FAILED,
        /** Neither within the message timeout. */
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

    /** The number of its {@link Outcome}: no reference, which would cost a card mark. */
    private int outcome;

    /** Where it is among those that are pending; see {@link PendingTrees}. */
    int place = PendingTrees.NOWHERE;

    /** Expires together with others of that number; see {@link PendingTrees}. */
    int generation;

    /**
     * @param owner core of the spout executor
     * @param listener told once, when the tree completes
     * @param taskId the spout task
     * @param streamId the stream of the message's tuples
     * @param messageId the spout's own id of the message, not null
     * @param startNs when it was emitted, or 0 if its latency is not sampled
     * @param open tuples that the emit is about to deliver
     */
    public RootTree(
            TreeOwner owner,
            RootListener listener,
            int taskId,
            String streamId,
            Object messageId,
            long startNs,
            int open) {
        super(owner, 0);
        this.listener = listener;
        begin(taskId, streamId, messageId, startNs, open);
    }

    /** What stands for an outcome here, and nowhere else. */
    @SuppressWarnings("EnumOrdinal")
    private static int number(Outcome outcome) {
        return outcome.ordinal();
    }

    /** Becomes the tree of a message, the first or another one: see {@link RootTreePool}. */
    @SuppressWarnings("ReferenceEquality") // for the sake of the write
    void begin(int nextTask, String nextStream, Object nextMessage, long nextStartNs, int open) {
        taskId = nextTask;
        if (streamId != nextStream) { // seldom: a write would cost a card mark
            streamId = nextStream;
        }
        messageId = nextMessage;
        startNs = nextStartNs;
        outcome = PENDING;
        open(open);
    }

    /** Its message is over for everybody. */
    @SuppressWarnings("NullAway") // nobody asks for the message id before the next message begins
    void end() {
        assert openCount() == 0 && place == PendingTrees.NOWHERE : "still in use: " + this;
        messageId = null;
        if (id != 0) {
            id = 0; // the next message needs one of its own
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

    /** When it was emitted by the engine's clock, or 0 if not sampled. */
    public long startNs() {
        return startNs;
    }

    public Outcome outcome() {
        return OUTCOMES[outcome];
    }

    /** Whether it has no outcome yet. hot path. */
    public boolean isPending() {
        return outcome == PENDING;
    }

    /** Whether every tuple was acked. hot path. */
    public boolean isAcked() {
        return outcome == ACKED;
    }

    /**
     * The spout task has moved to another executor. While all cores stand still, or before anybody
     * else knows the tree; it is in no list.
     */
    public void moveTo(TreeOwner owner, RootListener nextListener) {
        giveTo(owner);
        listener = nextListener;
    }

    /** Who is told of the outcome; changes only with {@link #moveTo}. */
    public RootListener listener() {
        return listener;
    }

    /** An id for {@code MessageId}, made when first asked for; any thread may ask. */
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

    /** Ends the message unless it has ended before. */
    public void complete(Outcome how) {
        if (outcome == PENDING) {
            outcome = number(how);
            listener.onComplete(this);
        }
    }

    @Override
    void finished() {
        complete(Outcome.ACKED);
    }

    @Override
    public void forEachRoot(Consumer<RootTree> visitor) {
        visitor.accept(this);
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
