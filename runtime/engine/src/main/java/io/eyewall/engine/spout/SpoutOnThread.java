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
    private static final long HELD_BACK_WAIT_NS = 1_000_000L;

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
    void update() {
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
            thread.call(() -> activation.notifySpouts(active), this::update);
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
            return deliver(completed.size());
        }
        if (allowed == Calls.HELD_BACK || executor.core().isCongested()) {
            return isHeldBackForLong() ? deliver(completed.size()) : awaitRoom(thread);
        }
        isHeldBack = false;
        if (messages.mayBeAtLimit()) {
            return deliver(1); // so that nextTuple may be called again
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
        return deliver(completed.size()) || emitted; // later completions come by a later call
    }

    /**
     * Returns whether nextTuple has not been called for so long that completions need not wait for
     * it.
     */
    private boolean isHeldBackForLong() {
        long nowNs = executor.core().clock().nanoTime();
        if (!isHeldBack) {
            isHeldBack = true;
            heldBackSinceNs = nowNs;
        }
        return nowNs - heldBackSinceNs >= DeliverableCompletions.PATIENCE_NS;
    }

    /**
     * Waits if there are completions to deliver, and returns whether there are: a thread that
     * reports itself idle must not have any.
     */
    private boolean awaitRoom(ThreadHost thread) {
        if (completed.isEmpty()) {
            return false;
        }
        thread.await(HELD_BACK_WAIT_NS);
        return true;
    }

    /**
     * Returns whether the executor is open: while it is being closed, an interrupt may come that is
     * meant for one call.
     */
    private boolean isUsable() {
        return executor.life().isUsable();
    }

    /** Delivers completions, the oldest first; returns whether there were any. */
    private boolean deliver(int max) {
        RootTree tree;
        int delivered = 0;
        for (; delivered < max && isUsable() && (tree = completed.poll()) != null; delivered++) {
            RootTree next = tree;
            SpoutTask task = executor.task(next);
            executor.userCode()
                    .guarded(task, SpoutExecutor.callFor(next), () -> task.callAckOrFail(next));
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
            return 0; // not idle: the user's strategy counts calls from when the spout may emit
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
     * Returns the back-off. Whoever sets the engine's clock wants spouts to be called as on Storm.
     */
    private long delayNs(SpoutWait wait) {
        return wait.byPace() && !executor.core().idleTimers().passInRealTime()
                ? backoff.delayNs(System.nanoTime(), wait.delayNs())
                : wait.delayNs();
    }
}
