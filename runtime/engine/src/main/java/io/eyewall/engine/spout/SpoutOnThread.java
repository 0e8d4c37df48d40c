package io.eyewall.engine.spout;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.SpoutWait;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.executor.ThreadHost;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A spout executor with a dedicated thread: what the core hands over, and what the thread does. As
 * on a core, a completion is delivered only after the call of nextTuple that follows the one which
 * emitted the message, unless no such call follows, or receivers have been full for a second.
 */
final class SpoutOnThread {
    private static final long MAX_WAIT_FOR_ROOM_NS = 1_000_000L;

    /** Calls that the core allows the thread to make. */
    private enum Calls {
        /** nextTuple may be called. */
        ALLOWED,
        /** nextTuple must not be called before receivers have room. */
        HELD_BACK,
        /**
         * nextTuple must not be called while the spout is inactive, except to complete a
         * checkpoint.
         */
        INACTIVE,
        /** nextTuple must not be called for now: the executor is paused or not open. */
        NONE
    }

    private final SpoutExecutor executor;
    private final SpoutMessages messages;
    private final SpoutActivation activation;

    /** Completed messages whose completion is to be delivered. For the thread only. */
    private final Deque<RootTree> completed = new ArrayDeque<>();

    /** For the thread only. */
    private final DedicatedSpoutBackoff backoff = new DedicatedSpoutBackoff();

    private volatile Calls allowedCalls = Calls.NONE;

    /** Whether the thread has found receivers full since its last call of nextTuple. */
    private boolean isHeldBack;

    /** When the thread first found them full. */
    private long heldBackSinceNs;

    SpoutOnThread(SpoutExecutor executor, SpoutMessages messages, SpoutActivation activation) {
        this.executor = executor;
        this.messages = messages;
        this.activation = activation;
    }

    /** Updates which calls are allowed, after a condition for emits has changed. On the core. */
    void updateAllowedCalls() {
        if (!executor.life().isUsable() || executor.isBlocked(Tasklet.PAUSED)) {
            allowedCalls = Calls.NONE;
        } else if (!activation.isActiveAndNotified()) {
            allowedCalls = Calls.INACTIVE;
        } else {
            allowedCalls = executor.isBlocked(Tasklet.CONGESTED) ? Calls.HELD_BACK : Calls.ALLOWED;
        }
    }

    /**
     * Hands over completions and a change of activation; returns the number of completions. On the
     * core.
     */
    int handOver(ThreadHost thread) {
        int handedOver = 0;
        while (messages.completedCount() > 0) {
            RootTree tree = messages.handOver();
            thread.call(() -> completed.add(tree), () -> {});
            handedOver++;
        }
        if (activation.hasChange()) {
            boolean active = activation.markNotified();
            thread.call(() -> activation.notifySpouts(active), this::updateAllowedCalls);
        }
        return handedOver;
    }

    /**
     * Calls nextTuple if that is allowed, and delivers completions; returns whether there is more
     * to do.
     */
    boolean runOnce(ThreadHost thread) {
        Calls allowed = allowedCalls;
        if (allowed == Calls.NONE
                || (allowed == Calls.INACTIVE && !activation.hasOpenCheckpoint())) {
            return deliverCompletions(completed.size());
        }
        if (allowed == Calls.HELD_BACK || executor.core().isCongested()) {
            return isHeldBackForLong() ? deliverCompletions(completed.size()) : awaitRoom(thread);
        }
        isHeldBack = false;
        if (messages.mayBeAtLimit()) {
            return deliverCompletions(1); // so that nextTuple may be called again
        }
        backoff.onCall(System.nanoTime());
        long emitsBefore = executor.emits();
        for (Task task : executor.tasks()) {
            Runnable next = ((SpoutTask) task).spout()::nextTuple;
            executor.userCode().guarded(task, "nextTuple", next);
        }
        boolean emitted = executor.emits() != emitsBefore;
        if (emitted) {
            backoff.onEmit(System.nanoTime());
        }
        // Later completions wait for the next call.
        return deliverCompletions(completed.size()) || emitted;
    }

    /**
     * Returns whether full receivers have stopped nextTuple for so long that completions no longer
     * wait for its next call.
     */
    private boolean isHeldBackForLong() {
        long nowNs = executor.core().clock().nanoTime();
        if (!isHeldBack) {
            isHeldBack = true;
            heldBackSinceNs = nowNs;
        }
        return nowNs - heldBackSinceNs >= DeliverableCompletions.MAX_WAIT_FOR_CALL_NS;
    }

    /**
     * Waits for a short time if there are completions to deliver. Returns whether there are any,
     * because a thread that reports itself idle must not have any.
     */
    private boolean awaitRoom(ThreadHost thread) {
        if (completed.isEmpty()) {
            return false;
        }
        thread.await(MAX_WAIT_FOR_ROOM_NS);
        return true;
    }

    /**
     * Returns whether the spout may be called. Checked before every call: while the executor is
     * being closed, an interrupt may come that is meant for the call in progress only.
     */
    private boolean isUsable() {
        return executor.life().isUsable();
    }

    /** Delivers completions, the oldest first; returns whether there were any. */
    private boolean deliverCompletions(int max) {
        RootTree tree;
        int delivered = 0;
        for (; delivered < max && isUsable() && (tree = completed.poll()) != null; delivered++) {
            RootTree next = tree;
            SpoutTask task = executor.taskOf(next);
            executor.userCode()
                    .guarded(
                            task,
                            SpoutExecutor.completionCallName(next),
                            () -> task.callAckOrFail(next));
            messages.onDelivered();
        }
        if (delivered > 0) {
            executor.proxy().continueOnCore(() -> {}); // the core may wait for the last completion
        }
        return delivered > 0;
    }

    /** Waits as {@link Executor#idleOnThread} does. */
    int idle(ThreadHost thread, int idlePasses) {
        SpoutWait wait = executor.settings().spoutWait();
        if (allowedCalls != Calls.ALLOWED || !executor.life().isUsable()) {
            thread.await();
            return 0; // not counted: the user's strategy counts only calls while the spout may emit
        }
        if (wait.custom() == null) {
            thread.await(Math.max(1, delayNs(wait)));
            return idlePasses + 1;
        }
        try {
            return wait.custom().idle(idlePasses);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    /**
     * Returns the back-off. It is Storm's if back-offs pass by another clock than the engine's, so
     * that spouts are called as on Storm.
     */
    private long delayNs(SpoutWait wait) {
        return wait.followsEmitInterval() && !executor.core().idleTimers().passInRealTime()
                ? backoff.delayNs(System.nanoTime(), wait.delayNs())
                : wait.delayNs();
    }
}
