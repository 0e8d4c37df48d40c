package io.eyewall.engine.executor;

import io.eyewall.engine.core.Tasklet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The executors of one component, and those components whose executors must hold back while one of
 * these is full. Built before the topology runs; changed only while all cores stand still.
 *
 * <p>An edge inside a cycle never holds anybody back, else a cycle of full mailboxes would stand
 * still for ever; instead, an executor outside the cycle that sends into it is held back by any
 * member that is full. So whatever is downstream of all others can always run.
 */
public final class BackPressureGroup {
    /** Where there are more, threads are only for those that have been found waiting. */
    private static final int MOST_THREADS_AT_ONCE = 256;

    private final Set<Executor> executors = new LinkedHashSet<>();
    private final Set<BackPressureGroup> heldBack = new LinkedHashSet<>();

    /** Whether executors of the component wait for their callers, if they are called directly. */
    private boolean waitsForCallers;

    private final WaitMeter waits = new WaitMeter();

    /** Whether executors of the component get threads of their own. */
    private boolean threadsForAll;

    /** Adds an executor of the component. */
    public void add(Executor executor) {
        executors.add(executor);
        executor.joinBackPressure(this);
        if (waitsForCallers) {
            executor.setBlocked(Tasklet.WAITS_FOR_CALLERS, true);
        }
        if (threadsForAll) {
            executor.proxy().getThread();
        }
    }

    /** From now on no executor of the component is called directly. Called on a core. */
    void stopDirectCalls() {
        waitsForCallers = true;
        executors.forEach(executor -> executor.proxy().stopDirectCalls());
    }

    /** How much code of the component waits. */
    WaitMeter waits() {
        return waits;
    }

    /**
     * An executor's code waits, so that those of the component get threads of their own. Called on
     * a core.
     */
    void getThreads(Executor found) {
        if (executors.size() > MOST_THREADS_AT_ONCE) {
            found.proxy().getThread();
            return;
        }
        threadsForAll = true;
        executors.forEach(executor -> executor.proxy().getThread());
    }

    /** Takes out an executor that has no tasks any more. While all cores stand still. */
    void remove(Executor executor) {
        executors.remove(executor);
    }

    /**
     * How many full executors hold back those of each group. While all cores stand still.
     *
     * @param groups all of the topology
     */
    static Map<BackPressureGroup, Integer> fullReceivers(Collection<BackPressureGroup> groups) {
        Map<BackPressureGroup, Integer> full = new HashMap<>();
        for (BackPressureGroup group : groups) {
            int own = group.full();
            group.heldBack.forEach(sender -> full.merge(sender, own, Integer::sum));
        }
        return full;
    }

    private int full() {
        return (int) executors.stream().filter(executor -> executor.mailbox.isFull()).count();
    }

    /** Makes another component hold back while one of this component's executors is full. */
    public void holdsBack(BackPressureGroup sender) {
        heldBack.add(sender);
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
