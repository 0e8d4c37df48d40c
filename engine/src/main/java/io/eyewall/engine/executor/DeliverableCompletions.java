package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Tasklet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which ends of messages a spout that is held back, since receivers are full, may be told of: Storm
 * tells of all, for there only nextTuple waits for room. A spout may rely on a call of nextTuple
 * between an emit and the message's end (decision 52), so what its last call has emitted waits for
 * the next one; but for {@link #PATIENCE_NS} at most, since receivers may stay full for as long as
 * user code pleases. For the executor's core.
 */
final class DeliverableCompletions {
    /** How long the ends of the last call's messages wait for the next call. */
    static final long PATIENCE_NS = 1_000_000_000L;

    private final SpoutExecutor executor;
    private final SpoutMessages messages;

    /** How many the last call of nextTuple emitted. */
    private long emitted;

    /** Ends at the head of the queue that came while the last call ran. */
    private int endedMeanwhile;

    /** Messages of the last call that had not ended when it was held back. */
    private final List<RootTree> kept = new ArrayList<>(1);

    /**
     * When the last call returned, if it has been held back since; and whether that is long ago.
     */
    private long returnedNs;

    private boolean isLongAgo;
    private boolean timerIsSet;

    DeliverableCompletions(SpoutExecutor executor, SpoutMessages messages) {
        this.executor = executor;
        this.messages = messages;
    }

    /** The last call of those in hand has returned. */
    void onLastCall(long emits) {
        emitted = emits;
        isLongAgo = false;
    }

    /** Calls have been made, and ends told that came before the last of them. */
    void afterCalls() {
        endedMeanwhile = messages.ended();
        onHeldBack();
    }

    /** It is held back from now on, perhaps. */
    void onHeldBack() {
        if (!kept.isEmpty()) {
            kept.clear();
        }
        if (executor.isBlocked(Tasklet.CONGESTED)) {
            messages.youngest(emitted, kept::add);
            returnedNs = executor.core().clock().nanoTime();
            setTimer(returnedNs + PATIENCE_NS);
        }
    }

    private void setTimer(long deadlineNs) {
        if (!timerIsSet) {
            timerIsSet = true;
            executor.at(deadlineNs, this::onTimer);
        }
    }

    private void onTimer() {
        timerIsSet = false;
        if (executor.isBlocked(Tasklet.CONGESTED)) {
            long leftNs = returnedNs + PATIENCE_NS - executor.core().clock().nanoTime();
            if (leftNs > 0) {
                setTimer(returnedNs + PATIENCE_NS);
            } else {
                isLongAgo = true;
                executor.resume();
            }
        }
    }

    /** The oldest ends have been told. */
    void told(int ends) {
        endedMeanwhile = Math.max(0, endedMeanwhile - ends);
    }

    /**
     * Whether the oldest end is of a message that was emitted before the last call, or long ago.
     */
    boolean isNext() {
        @Nullable RootTree next = messages.oldestEnded();
        return next != null && (isLongAgo || (endedMeanwhile == 0 && !kept.contains(next)));
    }
}
