package io.eyewall.engine.routing;

import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.memory.Padded;
import java.util.List;
import org.apache.storm.grouping.LoadMapping;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among the tasks of one subscriber, for one source task. For one thread.
 *
 * <p>Counts what it sends to each target: the task's row of the traffic matrix.
 */
@SuppressWarnings("unused") // padding
public abstract class Grouper extends Padded {
    /**
     * Returned by {@link #choose} when {@link #chooseMany} decides, or where the thread has lost
     * its core to user code that was to choose: it is then asked as a foreign thread.
     */
    public static final int MANY = -1;

    private static final int PADDING = 16;

    /** Beyond this many targets only their sum is counted, to bound memory. */
    public static final int COUNTED_TARGETS = 1024;

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
    private final long[] sent;
    private final boolean countEach;
    private final int fixedIndex;

    /**
     * @param targets the subscriber's tasks in ascending order
     */
    protected Grouper(Endpoint[] targets) {
        this(targets, -1);
    }

    /**
     * @param targets the subscriber's tasks in ascending order
     * @param fixedIndex the task that gets every tuple, or -1
     */
    protected Grouper(Endpoint[] targets, int fixedIndex) {
        this.targets = targets;
        this.fixedIndex = fixedIndex;
        this.countEach = targets.length <= COUNTED_TARGETS;
        int counters = countEach ? targets.length : 1;
        this.sent = new long[counters + 2 * PADDING]; // apart from other cores' counters
    }

    /**
     * The index of the one task that gets the tuple, or {@link #MANY}. hot path:
     * EmitToExecuteBenchmark
     */
    protected abstract int choose(List<Object> values);

    /** The indexes of all tasks that get the tuple; called only after {@link #MANY}. */
    protected int[] chooseMany(List<Object> values) {
        throw new IllegalStateException(getClass() + " chooses one task");
    }

    /** Whether every tuple goes to exactly one task. */
    protected abstract boolean choosesOne();

    /** Whether user code wants to be told how loaded the tasks are. */
    public boolean isLoadAware() {
        return false;
    }

    /** Whether telling the other one tells the same user code, see {@link #refreshLoad}. */
    public boolean isSharedWith(Grouper other) {
        return other == this;
    }

    /**
     * Tells it. User code.
     *
     * @param load 0 to 1 of each task, by id
     */
    public void refreshLoad(LoadMapping load) {
        throw new IllegalStateException(getClass() + " is not load-aware");
    }

    /** How many tasks there are. */
    public final int targetCount() {
        return targets.length;
    }

    /** The task at an index. */
    public final Endpoint target(int index) {
        return targets[index];
    }

    /** The task at an index, which is sent a tuple now. */
    final Endpoint send(int index) {
        sent[countEach ? PADDING + index : PADDING]++;
        return targets[index];
    }

    /** The task that gets every tuple, or null if there is a choice. */
    final @Nullable Endpoint fixed() {
        return fixedIndex < 0 ? null : targets[fixedIndex];
    }

    /** The fixed task is sent a tuple now. hot path: EmitToExecuteBenchmark */
    final void countFixed() {
        sentToFixed++;
    }

    /** Whether tuples are counted per target; if not, {@code sent(0)} is the sum of all. */
    public final boolean countsEach() {
        return countEach;
    }

    /** Tuples sent to any task since the start. */
    final long sentToAll() {
        long sum = sentToFixed;
        for (long count : sent) {
            sum += count;
        }
        return sum;
    }

    /** Tuples sent to the task at an index since the start. */
    public final long sent(int index) {
        boolean fixed = index == fixedIndex || (!countEach && fixedIndex >= 0);
        return sent[PADDING + index] + (fixed ? sentToFixed : 0);
    }
}
