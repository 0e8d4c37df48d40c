package io.eyewall.engine.spout;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Clock;
import io.eyewall.engine.emit.EmitTracer;
import io.eyewall.engine.emit.TracedEmit;
import io.eyewall.engine.emit.TupleAnchoring;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.SlowPathReasons;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.trace.LiveTrace;
import io.eyewall.engine.trace.TraceBook;
import io.eyewall.engine.trace.TraceLink;
import io.eyewall.engine.trace.TraceOutcome;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The traced messages of one spout task: which emit is traced next, which traced messages are in
 * flight, and which have failed, so that a replay is recognized. Moves with its task.
 */
final class SpoutTracing implements EmitTracer {
    private static final int NONE = -1;
    private static final int MAX_REPLAYS = 64;
    private static final long REPLAY_WAIT_NS = TimeUnit.MINUTES.toNanos(1);
    private static final Replay[] NO_REPLAYS = {};

    private final SpoutTask task;
    private final SlowPathReasons slowPathReasons;

    /** Number of emits to skip before one is traced, or {@link #NONE}. Any thread that emits. */
    private final AtomicInteger countdown = new AtomicInteger(NONE);

    /** One of this many emits is traced, if every emit is counted; otherwise 0. */
    private volatile int traceEvery;

    /** Failed messages whose replay is expected. Replaced as a whole, under this object's lock. */
    private volatile Replay[] replays = NO_REPLAYS;

    /** Traced messages in flight. For the core only. */
    private final IdentityHashMap<RootTree, Message> inFlight = new IdentityHashMap<>();

    /** A message that has failed, and until when its replay is expected. */
    private record Replay(Message message, long untilNs) {}

    /**
     * A traced message.
     *
     * @param hash hash code of the message id, computed while user code was running
     */
    record Message(LiveTrace trace, @Nullable Object messageId, int hash) {}

    SpoutTracing(SpoutTask task, SlowPathReasons slowPathReasons) {
        this.task = task;
        this.slowPathReasons = slowPathReasons;
    }

    // ---- the thread that runs the executor's slices -----------------------------------------

    /**
     * Traces one of {@code oneOf} emits from now on, and counts every emit for that. If it is 0, no
     * emit is counted.
     */
    void traceOneOf(int oneOf) {
        traceEvery = oneOf;
        countdown.set(oneOf == 0 ? NONE : 0);
        updateSlowPathReason();
    }

    /** Traces one emit, after {@code emitsToSkip} emits. */
    void traceAfter(int emitsToSkip) {
        countdown.set(emitsToSkip);
        updateSlowPathReason();
    }

    /** Forgets overdue replays. Called once per slice. */
    void refresh(Clock clock) {
        if (replays.length > 0) {
            forgetReplays(clock.nanoTime());
        }
        if (slowPathReasons.mayBeTraced() != mayBegin()) {
            updateSlowPathReason(); // another thread saw an older state
        }
    }

    private synchronized void forgetReplays(long nowNs) {
        replays =
                Arrays.stream(replays)
                        .filter(replay -> replay.untilNs - nowNs > 0)
                        .toArray(Replay[]::new);
    }

    // ---- emits, any thread ------------------------------------------------------------------

    @Override
    public boolean mayTrace(TupleAnchoring anchoring) {
        return mayBegin();
    }

    @Override
    public @Nullable TracedEmit begin(
            TupleAnchoring anchoring, Route route, List<Integer> targetIds, List<Object> values) {
        Message message = beginTrace(anchoring.messageId());
        return message == null
                ? null
                : TracedEmit.forSpout(
                        message.trace().root(),
                        route,
                        targetIds,
                        values,
                        tree -> onOpened(message, (RootTree) tree));
    }

    private boolean mayBegin() {
        return countdown.get() != NONE || replays.length > 0;
    }

    /**
     * Begins a trace if the message that is being emitted is to be traced. Runs as user code, since
     * message ids are compared.
     *
     * @param messageId null if it has none
     * @return null if the message is not traced
     */
    private @Nullable Message beginTrace(@Nullable Object messageId) {
        Executor executor = task.executor();
        TraceBook book = executor.topology.traces();
        boolean due = isDue() && (traceEvery == 0 || book.mayBegin());
        Replay replay = messageId == null ? null : takeReplay(messageId);
        updateSlowPathReason();
        if (!due && replay == null) {
            return null;
        }
        TraceLink previous = replay == null ? null : replay.message.trace.root().link();
        String component = executor.component().componentId();
        LiveTrace trace = book.beginTrace(component, task.taskId(), previous);
        trace.root().begin(executor.core().index(), executor.label());
        return new Message(trace, messageId, messageId == null ? 0 : hash(messageId));
    }

    private boolean isDue() {
        while (true) {
            int remaining = countdown.get();
            if (remaining == NONE) {
                return false;
            }
            int next = remaining > 0 ? remaining - 1 : traceEvery - 1; // NONE if traceEvery is 0
            if (countdown.compareAndSet(remaining, next)) {
                return remaining == 0;
            }
        }
    }

    private @Nullable Replay takeReplay(Object messageId) {
        Replay[] expected = replays;
        if (expected.length == 0) {
            return null;
        }
        int hash = hash(messageId);
        for (Replay replay : expected) {
            if (replay.message.hash == hash && isSame(replay.message.messageId, messageId)) {
                return removeReplay(replay) ? replay : null;
            }
        }
        return null;
    }

    @SuppressWarnings("ReferenceEquality") // equals would call user code
    private synchronized boolean removeReplay(Replay replay) {
        int previous = replays.length;
        replays = Arrays.stream(replays).filter(other -> other != replay).toArray(Replay[]::new);
        return replays.length < previous;
    }

    private static int hash(Object messageId) {
        try {
            return messageId.hashCode();
        } catch (Throwable e) { // the engine can do without the hash code, so this is no error
            return 0;
        }
    }

    @SuppressWarnings("ReferenceEquality") // fallback where equals throws
    private static boolean isSame(@Nullable Object first, Object other) {
        try {
            return other.equals(first);
        } catch (Throwable e) { // the engine can do without the comparison
            return first == other;
        }
    }

    private void updateSlowPathReason() {
        slowPathReasons.setMayBeTraced(mayBegin());
    }

    // ---- completions, the core --------------------------------------------------------------

    /**
     * Called when the message's tuples are about to be delivered.
     *
     * @param tree null if the message is not tracked
     */
    private void onOpened(Message message, @Nullable RootTree tree) {
        if (tree == null) {
            message.trace.end(TraceOutcome.UNTRACKED);
        } else if (tree.isPending()) {
            inFlight.put(tree, message);
        } else {
            endTrace(message, tree); // no task receives it
        }
    }

    /** Called when a message has completed. */
    void onComplete(RootTree tree) {
        Message message = inFlight.isEmpty() ? null : inFlight.remove(tree);
        if (message != null) {
            endTrace(message, tree);
        }
    }

    private void endTrace(Message message, RootTree tree) {
        TraceOutcome outcome =
                switch (tree.outcome()) {
                    case PENDING -> TraceOutcome.PENDING;
                    case ACKED -> TraceOutcome.ACKED;
                    case FAILED -> TraceOutcome.FAILED;
                    case TIMED_OUT -> TraceOutcome.TIMED_OUT;
                };
        message.trace.end(outcome);
        if (outcome != TraceOutcome.ACKED) {
            expectReplay(message);
        }
    }

    private synchronized void expectReplay(Message message) {
        long untilNs = task.executor().core().clock().nanoTime() + REPLAY_WAIT_NS;
        int oldest = replays.length < MAX_REPLAYS ? 0 : 1;
        Replay[] next = Arrays.copyOfRange(replays, oldest, replays.length + 1);
        next[next.length - 1] = new Replay(message, untilNs);
        replays = next;
        updateSlowPathReason();
    }
}
