package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Tasklet;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A spout executor that has a thread of its own: what the core hands over, and what that does. As
 * on a core, a spout is told of a message's end only after the call of nextTuple that follows the
 * one which emitted it, unless there is none, or receivers have been full for a second.
 */
final class SpoutOnThread {
    private static final long HELD_BACK_WAIT_NS = 1_000_000L;

    /** What the core allows the thread. */
    private enum Calls {
        /** nextTuple may be called. */
        ALLOWED,
        /** Not before receivers have room. */
        HELD_BACK,
        /** Not while it is inactive, but for what ends a checkpoint. */
        INACTIVE,
        /** Not for now: paused, or not open. */
        NONE
    }

    private final SpoutExecutor executor;
    private final SpoutMessages messages;
    private final SpoutActivation activation;

    /** Ended messages whose spout is to be told. The thread's. */
    private final Deque<RootTree> ended = new ArrayDeque<>();

    /** The thread's. */
    private final DedicatedSpoutBackoff rest = new DedicatedSpoutBackoff();

    private volatile Calls calls = Calls.NONE;

    /** Whether the thread has found receivers full since its last call of nextTuple; and when. */
    private boolean isHeldBack;

    private long heldBackSinceNs;

    SpoutOnThread(SpoutExecutor executor, SpoutMessages messages, SpoutActivation activation) {
        this.executor = executor;
        this.messages = messages;
        this.activation = activation;
    }

    /** Something has changed that decides whether it may emit. The core. */
    void update() {
        if (!executor.life().isUsable() || executor.isBlocked(Tasklet.PAUSED)) {
            calls = Calls.NONE;
        } else if (!activation.isToldActive()) {
            calls = Calls.INACTIVE;
        } else {
            calls = executor.isBlocked(Tasklet.CONGESTED) ? Calls.HELD_BACK : Calls.ALLOWED;
        }
    }

    /** Hands over what the spouts are to be told; how much. The core. */
    int handOver(ThreadHost thread) {
        int handed = 0;
        while (messages.ended() > 0) {
            RootTree tree = messages.handOver();
            thread.call(() -> ended.add(tree), () -> {});
            handed++;
        }
        if (activation.isNews()) {
            boolean now = activation.take();
            thread.call(() -> activation.tell(now), this::update);
        }
        return handed;
    }

    /** Calls nextTuple if it may, and tells of messages' ends; whether there is more to do. */
    boolean turn(ThreadHost thread) {
        Calls allowed = calls;
        if (allowed == Calls.NONE || (allowed == Calls.INACTIVE && !activation.owesSteps())) {
            return tell(ended.size());
        }
        if (allowed == Calls.HELD_BACK || executor.core().isCongested()) {
            return isHeldBackForLong() ? tell(ended.size()) : waitHeldBack(thread);
        }
        isHeldBack = false;
        if (messages.isLimitSeenFromOutside()) {
            return tell(1); // so that it is called again
        }
        rest.onCall(System.nanoTime());
        long emitsBefore = executor.emits();
        for (Task task : executor.tasks()) {
            Runnable next = ((SpoutTask) task).spout()::nextTuple;
            executor.userCode().guarded(task, "nextTuple", next);
        }
        boolean emitted = executor.emits() != emitsBefore;
        if (emitted) {
            rest.onEmit(System.nanoTime());
        }
        return tell(ended.size()) || emitted; // what has ended since is not in hand yet
    }

    /** Whether nextTuple has not been called for so long that ends need not wait for it. */
    private boolean isHeldBackForLong() {
        long nowNs = executor.core().clock().nanoTime();
        if (!isHeldBack) {
            isHeldBack = true;
            heldBackSinceNs = nowNs;
        }
        return nowNs - heldBackSinceNs >= DeliverableCompletions.PATIENCE_NS;
    }

    /** Whether it has ends in hand: a thread that says that it idles must not. */
    private boolean waitHeldBack(ThreadHost thread) {
        if (ended.isEmpty()) {
            return false;
        }
        thread.await(HELD_BACK_WAIT_NS);
        return true;
    }

    /** Whether it is not being closed: an interrupt that may come then is meant for one call. */
    private boolean isUsable() {
        return executor.life().isUsable();
    }

    /** Tells of ends, the oldest first; whether there were any. */
    private boolean tell(int most) {
        RootTree tree;
        int told = 0;
        for (; told < most && isUsable() && (tree = ended.poll()) != null; told++) {
            RootTree next = tree;
            SpoutTask task = executor.task(next);
            executor.userCode().guarded(task, SpoutExecutor.callFor(next), () -> task.tell(next));
            messages.told();
        }
        if (told > 0) {
            executor.proxy().thenOnCore(() -> {}); // the core may wait for the last of them
        }
        return told > 0;
    }

    /** As {@link Executor#idleOnThread}. */
    int idle(ThreadHost thread, int emptyTurns) {
        SpoutWait wait = executor.settings().spoutWait();
        if (calls != Calls.ALLOWED || !executor.life().isUsable()) {
            thread.await();
            return 0; // not idle: the user's strategy counts from when it may emit
        }
        if (wait.custom() == null) {
            thread.await(Math.max(1, delayNs(wait)));
            return emptyTurns + 1;
        }
        try {
            return wait.custom().idle(emptyTurns);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    /** Who sets the clock wants spouts to be called as on Storm. */
    private long delayNs(SpoutWait wait) {
        return wait.byPace() && !executor.core().rests().passInRealTime()
                ? rest.delayNs(System.nanoTime(), wait.delayNs())
                : wait.delayNs();
    }
}
