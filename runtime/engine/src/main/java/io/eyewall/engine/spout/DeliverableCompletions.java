package io.eyewall.engine.spout;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Tasklet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which completions may be delivered to a spout while full receivers keep nextTuple from
 * being called. Storm delivers all of them, since on Storm only nextTuple waits for room. A spout
 * may rely on a call of nextTuple between an emit and the message's completion (decision 52), so
 * completions of messages that its last call emitted wait for the next call; but at most for {@link
 * #MAX_WAIT_FOR_CALL_NS}, since user code may keep receivers full for any time. Owner thread of the
 * executor's core only.
 */
final class DeliverableCompletions {
    /** Maximum time for which completions of the last call's messages wait for the next call. */
    static final long MAX_WAIT_FOR_CALL_NS = 1_000_000_000L;

    private final SpoutExecutor executor;
    private final SpoutMessages messages;

    /** Number of messages that the last call of nextTuple emitted. */
    private long emittedByLastCall;

    /** Number of completions at the head of the queue that arrived while the last call ran. */
    private int completedDuringLastCall;

    /** Messages of the last call that had not completed when receivers became full. */
    private final List<RootTree> pendingOfLastCall = new ArrayList<>(1);

    /** When the last call returned, if receivers have been full since. */
    private long lastReturnNs;

    /** Whether {@link #MAX_WAIT_FOR_CALL_NS} have passed since {@link #lastReturnNs}. */
    private boolean isWaitOver;

    private boolean timerIsSet;

    DeliverableCompletions(SpoutExecutor executor, SpoutMessages messages) {
        this.executor = executor;
        this.messages = messages;
    }

    /** Called when the last of the consecutive calls has returned. */
    void onLastCall(long emits) {
        emittedByLastCall = emits;
        isWaitOver = false;
    }

    /**
     * Called after calls have been made and the completions that arrived before the last of them
     * have been delivered.
     */
    void afterCalls() {
        completedDuringLastCall = messages.completedCount();
        onHeldBack();
    }

    /** Called when receivers may have become full. */
    void onHeldBack() {
        if (!pendingOfLastCall.isEmpty()) {
            pendingOfLastCall.clear();
        }
        if (executor.isBlocked(Tasklet.CONGESTED)) {
            messages.visitYoungest(emittedByLastCall, pendingOfLastCall::add);
            lastReturnNs = executor.core().clock().nanoTime();
            setTimer(lastReturnNs + MAX_WAIT_FOR_CALL_NS);
        }
    }

    private void setTimer(long deadlineNs) {
        if (!timerIsSet) {
            timerIsSet = true;
            executor.runAt(deadlineNs, this::onTimer);
        }
    }

    private void onTimer() {
        timerIsSet = false;
        if (executor.isBlocked(Tasklet.CONGESTED)) {
            long remainingNs =
                    lastReturnNs + MAX_WAIT_FOR_CALL_NS - executor.core().clock().nanoTime();
            if (remainingNs > 0) {
                setTimer(lastReturnNs + MAX_WAIT_FOR_CALL_NS);
            } else {
                isWaitOver = true;
                executor.resume();
            }
        }
    }

    /** Called when the oldest completions have been delivered. */
    void onDelivered(int completions) {
        completedDuringLastCall = Math.max(0, completedDuringLastCall - completions);
    }

    /**
     * Returns whether the oldest completion may be delivered: its message was emitted before the
     * last call, or {@link #MAX_WAIT_FOR_CALL_NS} have passed.
     */
    boolean isOldestDeliverable() {
        @Nullable RootTree oldest = messages.oldestCompleted();
        return oldest != null
                && (isWaitOver
                        || (completedDuringLastCall == 0 && !pendingOfLastCall.contains(oldest)));
    }
}
