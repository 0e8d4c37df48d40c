package io.eyewall.engine.executor;

import io.eyewall.engine.core.Tasklet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The executors of one component, and those components whose executors must hold back while one of
 * these is full. Built before the topology runs; changed only while all cores stand still.
 *
 * <p>An edge inside a cycle never holds anybody back, else a cycle of full mailboxes would stand
 * still for ever; instead, an executor outside the cycle that sends into it is held back by any
 * member that is full. So whatever is downstream of all others can always run.
 */
public final class BackPressureGroup {
    private final List<Executor> executors = new CopyOnWriteArrayList<>();
    private final List<BackPressureGroup> heldBack = new ArrayList<>();

    /** Whether executors of the component wait for their callers, if they are called directly. */
    private volatile boolean waitsForCallers;

    /** Adds an executor of the component. */
    public void add(Executor executor) {
        executors.add(executor);
        executor.joinBackPressure(this);
        if (waitsForCallers) {
            executor.setHeld(Tasklet.WAITS_FOR_CALLERS, true);
        }
    }

    /** From now on no executor of the component is called directly. Any thread. */
    void stopDirectCalls() {
        waitsForCallers = true;
        executors.forEach(executor -> executor.proxy().stopDirectCalls());
    }

    /** Takes out an executor that has no tasks any more. While all cores stand still. */
    void remove(Executor executor) {
        executors.remove(executor);
    }

    /** How many executors of this group are full, if they hold back the other; else 0. */
    int fullFor(BackPressureGroup sender) {
        return heldBack.contains(sender)
                ? (int) executors.stream().filter(executor -> executor.mailbox.isFull()).count()
                : 0;
    }

    /** Makes another component hold back while one of this component's executors is full. */
    public void holdsBack(BackPressureGroup sender) {
        if (!heldBack.contains(sender)) {
            heldBack.add(sender);
        }
    }

    /** An executor of this group has become full or has room again; called on its core. */
    void changed(Executor which, boolean full) {
        for (BackPressureGroup sender : heldBack) {
            for (Executor executor : sender.executors) {
                if (executor.core() == which.core()) {
                    executor.onReceiver(full);
                } else {
                    executor.proxy().receiverChanged(full);
                }
            }
        }
    }
}
