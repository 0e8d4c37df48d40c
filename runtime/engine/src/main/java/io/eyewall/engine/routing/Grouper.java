package io.eyewall.engine.routing;

import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.Padded;
import java.util.List;
import org.apache.storm.grouping.LoadMapping;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among the tasks of one subscriber, for one source task. For one thread.
 *
 * <p>Counts the tuples for each target: they are the source task's row of the traffic matrix.
 */
@SuppressWarnings("unused") // padding
public abstract class Grouper extends Padded {
    /**
     * Result of {@link #choose} if the caller must call {@link #chooseMany}: because there may be
     * several targets, or because the thread has lost its core in user code that was to choose. In
     * the latter case the emit continues as a foreign call.
     */
    public static final int MANY = -1;

    private static final int PADDING_LONGS = 16;

    /**
     * Maximum number of targets that are counted separately; beyond it only their sum is counted,
     * to bound memory.
     */
    public static final int MAX_COUNTED_TARGETS = 1024;

    private long sentToFixed;

    private long q1;
    private long q2;
    private long q3;
    private long q4;
    private long q5;
    private long q6;
    private long q7;
    private long q8;

    private final Endpoint[] targets;
    private final long[] sentByTarget;
    private final boolean countsEachTarget;
    private final int fixedIndex;

    /**
     * @param targets the subscriber's tasks in ascending order
     */
    protected Grouper(Endpoint[] targets) {
        this(targets, -1);
    }

    /**
     * @param targets the subscriber's tasks in ascending order
     * @param fixedIndex index of the task that gets every tuple, or -1
     */
    protected Grouper(Endpoint[] targets, int fixedIndex) {
        this.targets = targets;
        this.fixedIndex = fixedIndex;
        this.countsEachTarget = targets.length <= MAX_COUNTED_TARGETS;
        int counters = countsEachTarget ? targets.length : 1;
        // The padding keeps the counters of other cores in other cache lines.
        this.sentByTarget = new long[counters + 2 * PADDING_LONGS];
    }

    /** Returns the index of the one task that gets the tuple, or {@link #MANY}. */
    @HotPath
    protected abstract int choose(List<Object> values);

    /**
     * Returns the indexes of all tasks that get the tuple; called only after {@link #choose} has
     * returned {@link #MANY}.
     */
    protected int[] chooseMany(List<Object> values) {
        throw new IllegalStateException(getClass() + " chooses one task");
    }

    /** Returns whether every tuple goes to exactly one task. */
    protected abstract boolean choosesOne();

    /** Returns whether the grouping is user code that takes the load of the tasks into account. */
    public boolean isLoadAware() {
        return false;
    }

    /**
     * Returns whether both groupers call the same user code, so that one {@link #refreshLoad}
     * suffices.
     */
    public boolean isSharedWith(Grouper other) {
        return other == this;
    }

    /**
     * Passes the load of the tasks to the grouping. Calls user code.
     *
     * @param load how full the mailbox of each task's executor is, from 0 to 1, by task id
     */
    public void refreshLoad(LoadMapping load) {
        throw new IllegalStateException(getClass() + " is not load-aware");
    }

    /** Returns the number of target tasks. */
    public final int targetCount() {
        return targets.length;
    }

    /** Returns the task at an index. */
    public final Endpoint target(int index) {
        return targets[index];
    }

    /** Counts a tuple for the task at an index and returns the task. */
    final Endpoint countSent(int index) {
        sentByTarget[countsEachTarget ? PADDING_LONGS + index : PADDING_LONGS]++;
        return targets[index];
    }

    /** Returns the task that gets every tuple, or null if there is a choice. */
    final @Nullable Endpoint fixedTarget() {
        return fixedIndex < 0 ? null : targets[fixedIndex];
    }

    /** Counts a tuple for the fixed task. */
    @HotPath
    final void countSentToFixed() {
        sentToFixed++;
    }

    /**
     * Returns whether each target's tuples are counted; if not, {@code sent(0)} is the sum of all.
     */
    public final boolean countsEachTarget() {
        return countsEachTarget;
    }

    /** Returns the number of tuples sent to all tasks since the start. */
    final long sentToAll() {
        long sum = sentToFixed;
        for (long count : sentByTarget) {
            sum += count;
        }
        return sum;
    }

    /** Returns the number of tuples sent to the task at an index since the start. */
    public final long sent(int index) {
        boolean fixed = index == fixedIndex || (!countsEachTarget && fixedIndex >= 0);
        return sentByTarget[PADDING_LONGS + index] + (fixed ? sentToFixed : 0);
    }
}
