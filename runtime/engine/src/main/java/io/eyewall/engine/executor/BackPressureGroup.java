package io.eyewall.engine.executor;

import io.eyewall.engine.core.Tasklet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The executors of one component, and the components that must stop sending while one of these
 * executors is full. Built before the topology runs; changed only while all cores stand still.
 *
 * <p>An edge inside a cycle never stops its sender, because a cycle of full mailboxes would
 * otherwise stop for ever. Instead, any full member of the cycle stops an executor outside the
 * cycle that sends into it. So the executors downstream of all others can always run.
 */
public final class BackPressureGroup {
    /**
     * Maximum size of a component whose executors all get dedicated threads; in a larger one only
     * those that have been found waiting get one.
     */
    private static final int MAX_EXECUTORS_WITH_THREADS = 256;

    private final Set<Executor> executors = new LinkedHashSet<>();
    private final Set<BackPressureGroup> senders = new LinkedHashSet<>();

    /** Whether executors of the component wait for their callers when they are called directly. */
    private boolean waitsForCallers;

    private final WaitMeter waitMeter = new WaitMeter();

    /** Whether all executors of the component get dedicated threads. */
    private boolean givesThreadsToAll;

    /** Whether the component's code may hold a permit of a semaphore while it emits. */
    private volatile boolean emitsUnderSemaphore;

    /** Adds an executor of the component. */
    public void addExecutor(Executor executor) {
        executors.add(executor);
        executor.joinBackPressure(this);
        if (waitsForCallers) {
            executor.setBlocked(Tasklet.WAITS_FOR_CALLERS, true);
        }
        if (givesThreadsToAll) {
            executor.proxy().giveThread();
        }
    }

    /** Stops direct calls of the component's executors, for good. Called on a core. */
    public void stopDirectCalls() {
        waitsForCallers = true;
        executors.forEach(executor -> executor.proxy().stopDirectCalls());
    }

    /** Records whether the component's code may hold a permit of a semaphore while it emits. */
    public void setEmitsUnderSemaphore(boolean emitsUnderSemaphore) {
        this.emitsUnderSemaphore = emitsUnderSemaphore;
    }

    /** Returns whether the component's code may hold a permit while it emits. Any thread. */
    boolean emitsUnderSemaphore() {
        return emitsUnderSemaphore;
    }

    /** Returns the meter of the time for which the component's user code waits. */
    WaitMeter waitMeter() {
        return waitMeter;
    }

    /**
     * Gives dedicated threads to the executors of the component, because the code of one of them
     * waits. Called on a core.
     */
    void giveThreads(Executor waitingExecutor) {
        if (executors.size() > MAX_EXECUTORS_WITH_THREADS) {
            waitingExecutor.proxy().giveThread();
            return;
        }
        givesThreadsToAll = true;
        executors.forEach(executor -> executor.proxy().giveThread());
    }

    /** Gives dedicated threads to the executors that join the component later. Called on a core. */
    void giveThreadsToLaterExecutors() {
        givesThreadsToAll = true;
    }

    /** Removes an executor that has no tasks any more. While all cores stand still. */
    void remove(Executor executor) {
        executors.remove(executor);
    }

    /**
     * Returns for each group how many full executors stop its executors. While all cores stand
     * still.
     *
     * @param groups all groups of the topology
     */
    static Map<BackPressureGroup, Integer> fullReceiverCounts(
            Collection<BackPressureGroup> groups) {
        Map<BackPressureGroup, Integer> full = new HashMap<>();
        for (BackPressureGroup group : groups) {
            int fullExecutors = group.fullExecutorCount();
            group.senders.forEach(sender -> full.merge(sender, fullExecutors, Integer::sum));
        }
        return full;
    }

    private int fullExecutorCount() {
        return (int) executors.stream().filter(executor -> executor.mailbox.isFull()).count();
    }

    /** Makes another component stop sending while one of this component's executors is full. */
    public void stopWhenFull(BackPressureGroup sender) {
        senders.add(sender);
    }

    /** Called when an executor of this group has become full or has room again, on its core. */
    void onFullChanged(Executor changed, boolean full) {
        for (BackPressureGroup sender : senders) {
            for (Executor executor : sender.executors) {
                if (executor.core() == changed.core()) {
                    executor.onReceiverChanged(full);
                } else {
                    executor.proxy().onReceiverChanged(full);
                }
            }
        }
    }
}
