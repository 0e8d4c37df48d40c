package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Tasklet;
import java.util.concurrent.locks.LockSupport;

/** A spout executor that has a thread of its own: what the core hands over, and what that does. */
final class SpoutOnThread {
    private final SpoutExecutor executor;
    private final SpoutMessages messages;
    private final SpoutActivation activation;
    private volatile boolean mayEmit;

    SpoutOnThread(SpoutExecutor executor, SpoutMessages messages, SpoutActivation activation) {
        this.executor = executor;
        this.messages = messages;
        this.activation = activation;
    }

    /** Something has changed that decides whether it may emit. The core. */
    void update() {
        mayEmit =
                activation.isToldActive()
                        && executor.life().isUsable()
                        && !executor.isHeld(Tasklet.CONGESTED | Tasklet.PAUSED);
    }

    /** Hands over what the spouts are to be told; how much. The core. */
    int handOver(ThreadHost thread) {
        int handed = 0;
        while (messages.ended() > 0) {
            RootTree ended = messages.handOver();
            thread.call(() -> tell(ended), () -> {});
            handed++;
        }
        if (activation.isNews()) {
            boolean now = activation.take();
            thread.call(() -> activation.tell(now), this::update);
        }
        return handed;
    }

    private void tell(RootTree ended) {
        SpoutTask task = executor.task(ended);
        executor.userCode().guarded(task, SpoutExecutor.callFor(ended), () -> task.tell(ended));
        messages.told();
    }

    /** Calls nextTuple if it may; whether that emitted anything. */
    boolean turn() {
        if (!mayEmit || executor.core().isCongested() || messages.isLimitSeenFromOutside()) {
            return false;
        }
        long emitsBefore = executor.emits();
        for (Task task : executor.tasks()) {
            Runnable next = ((SpoutTask) task).spout()::nextTuple;
            executor.userCode().guarded(task, "nextTuple", next);
        }
        return executor.emits() != emitsBefore;
    }

    /** As {@link Executor#idleOnThread}. */
    int idle(int emptyTurns, long longestNs) {
        SpoutWait wait = executor.settings().spoutWait();
        if (!mayEmit) {
            LockSupport.parkNanos(this, longestNs);
            return 0; // not idle: the user's strategy counts from when it may emit
        }
        if (wait.custom() == null) {
            LockSupport.parkNanos(this, Math.max(1, wait.delayNs()));
            return emptyTurns + 1;
        }
        try {
            return wait.custom().idle(emptyTurns);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }
}
