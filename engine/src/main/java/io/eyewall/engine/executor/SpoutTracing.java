package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Clock;
import io.eyewall.engine.trace.LiveTrace;
import io.eyewall.engine.trace.TraceBook;
import io.eyewall.engine.trace.TraceLink;
import io.eyewall.engine.trace.TraceOutcome;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Traced messages of one spout task: which emit is the next, which are under way, and which have
 * failed, so that a replay is known as such. Goes with its task where that moves.
 */
final class SpoutTracing {
    private static final int NONE = -1;
    private static final int MOST_REPLAYS = 64;
    private static final long REPLAY_NS = TimeUnit.MINUTES.toNanos(1);
    private static final Replay[] NO_REPLAYS = {};

    private final SpoutTask task;
    private final SlowPathReasons slowPathReasons;

    /** Emits to be let by before one is traced, or {@link #NONE}. Any thread that emits. */
    private final AtomicInteger countdown = new AtomicInteger(NONE);

    /** Of how many emits one is traced where each is counted, else 0. */
    private volatile int every;

    /** What may come again; replaced as a whole, under this object's lock. */
    private volatile Replay[] replays = NO_REPLAYS;

    /** For the core alone. */
    private final IdentityHashMap<RootTree, Message> underWay = new IdentityHashMap<>();

    /** A message that has failed, and until when its replay is waited for. */
    private record Replay(Message message, long untilNs) {}

    /**
     * A traced message.
     *
     * @param hash of the message id, asked for while that was the user's turn
     */
    record Message(LiveTrace trace, @Nullable Object messageId, int hash) {}

    SpoutTracing(SpoutTask task, SlowPathReasons slowPathReasons) {
        this.task = task;
        this.slowPathReasons = slowPathReasons;
    }

    // ---- the thread that runs the executor's turns ------------------------------------------

    /** From now on one of so many emits is traced, all of them being counted; 0: none is. */
    void countEach(int oneOf) {
        every = oneOf;
        countdown.set(oneOf == 0 ? NONE : 0);
        update();
    }

    /** One emit is traced, after so many others. */
    void traceAfter(int others) {
        countdown.set(others);
        update();
    }

    /** Looks after it once per turn: forgets replays that have not come. */
    void refresh(Clock clock) {
        if (replays.length > 0) {
            forgetReplays(clock.nanoTime());
        }
        if (slowPathReasons.isTraced() != mayBegin()) {
            update(); // another thread had an older view
        }
    }

    private synchronized void forgetReplays(long nowNs) {
        replays =
                Arrays.stream(replays)
                        .filter(replay -> replay.untilNs - nowNs > 0)
                        .toArray(Replay[]::new);
    }

    // ---- emits, any thread ------------------------------------------------------------------

    /** Whether {@link #begin} may give one. */
    boolean mayBegin() {
        return countdown.get() != NONE || replays.length > 0;
    }

    /**
     * A message is being emitted; whether it is traced. In user code: message ids are compared.
     *
     * @param messageId null if it has none
     */
    @Nullable Message begin(@Nullable Object messageId) {
        Executor executor = task.executor();
        TraceBook book = executor.topology.traces();
        boolean due = isDue() && (every == 0 || book.mayBegin());
        Replay replay = messageId == null ? null : takeReplay(messageId);
        update();
        if (!due && replay == null) {
            return null;
        }
        TraceLink before = replay == null ? null : replay.message.trace.root().link();
        String component = executor.component().componentId();
        LiveTrace trace = book.begin(component, task.taskId(), before);
        trace.root().begin(executor.core().index(), label(executor));
        return new Message(trace, messageId, messageId == null ? 0 : hash(messageId));
    }

    /** As in Storm's names of executors. */
    static String label(Executor executor) {
        return "[" + executor.plan().firstTask() + " " + executor.plan().lastTask() + "]";
    }

    private boolean isDue() {
        while (true) {
            int left = countdown.get();
            if (left == NONE) {
                return false;
            }
            int next = left > 0 ? left - 1 : every - 1; // NONE where not each is counted
            if (countdown.compareAndSet(left, next)) {
                return left == 0;
            }
        }
    }

    private @Nullable Replay takeReplay(Object messageId) {
        Replay[] known = replays;
        if (known.length == 0) {
            return null;
        }
        int hash = hash(messageId);
        for (Replay replay : known) {
            if (replay.message.hash == hash && isSame(replay.message.messageId, messageId)) {
                return remove(replay) ? replay : null;
            }
        }
        return null;
    }

    @SuppressWarnings("ReferenceEquality") // equals would call the user's
    private synchronized boolean remove(Replay replay) {
        int before = replays.length;
        replays = Arrays.stream(replays).filter(one -> one != replay).toArray(Replay[]::new);
        return replays.length < before;
    }

    private static int hash(Object messageId) {
        try {
            return messageId.hashCode();
        } catch (Throwable e) { // the spout's own affair; the engine needs none
            return 0;
        }
    }

    @SuppressWarnings("ReferenceEquality") // what is left where equals does not work
    private static boolean isSame(@Nullable Object one, Object other) {
        try {
            return other.equals(one);
        } catch (Throwable e) { // as above
            return one == other;
        }
    }

    private void update() {
        slowPathReasons.trace(mayBegin());
    }

    // ---- ends, the core ---------------------------------------------------------------------

    /**
     * The message's tuples are about to be delivered.
     *
     * @param tree null if nobody follows the message
     */
    void opened(Message message, @Nullable RootTree tree) {
        if (tree == null) {
            message.trace.end(TraceOutcome.UNTRACKED);
        } else if (tree.isPending()) {
            underWay.put(tree, message);
        } else {
            end(message, tree); // nobody gets it
        }
    }

    /** A message has ended. */
    void onComplete(RootTree tree) {
        Message message = underWay.isEmpty() ? null : underWay.remove(tree);
        if (message != null) {
            end(message, tree);
        }
    }

    private void end(Message message, RootTree tree) {
        TraceOutcome outcome =
                switch (tree.outcome()) {
                    case PENDING -> TraceOutcome.PENDING;
                    case ACKED -> TraceOutcome.ACKED;
                    case FAILED -> TraceOutcome.FAILED;
                    case TIMED_OUT -> TraceOutcome.TIMED_OUT;
                };
        message.trace.end(outcome);
        if (outcome != TraceOutcome.ACKED) {
            remember(message);
        }
    }

    private synchronized void remember(Message message) {
        long untilNs = task.executor().core().clock().nanoTime() + REPLAY_NS;
        int oldest = replays.length < MOST_REPLAYS ? 0 : 1;
        Replay[] next = Arrays.copyOfRange(replays, oldest, replays.length + 1);
        next[next.length - 1] = new Replay(message, untilNs);
        replays = next;
        update();
    }
}
