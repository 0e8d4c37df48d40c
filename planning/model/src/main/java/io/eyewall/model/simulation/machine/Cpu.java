package io.eyewall.model.simulation.machine;

import java.util.ArrayDeque;

/**
 * Cores that share one first-come, first-served queue of tasks. A task keeps its core until it
 * releases it; tasks limit their own time slices.
 */
final class Cpu {
    /** Something that can run on a core. */
    interface Task {
        /**
         * Starts on a core; an event ends it.
         *
         * @return false if it does not need the core any more
         */
        boolean begin();
    }

    private final int cores;
    private final ArrayDeque<Task> waiting = new ArrayDeque<>();
    private int busy;
    private boolean isDispatching;

    /** Core-nanoseconds for which cores were occupied, up to {@link #accountedNs}. */
    private double occupiedNs;

    private long accountedNs;

    Cpu(int cores) {
        this.cores = cores;
    }

    /** Adds a task to the queue and starts it if a core is free. */
    void offer(Task task, long nowNs) {
        waiting.add(task);
        dispatch(nowNs);
    }

    /** Releases a core. */
    void release(long nowNs) {
        account(nowNs);
        busy--;
        assert busy >= 0;
        dispatch(nowNs);
    }

    /** Removes a task from the queue. */
    void withdraw(Task task) {
        waiting.remove(task);
    }

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    private void dispatch(long nowNs) {
        if (isDispatching) {
            return; // a task that begins may offer others: the running loop takes them
        }
        isDispatching = true;
        while (busy < cores) {
            Task task = waiting.poll();
            if (task == null) {
                break;
            }
            account(nowNs);
            busy++;
            if (!task.begin()) {
                busy--;
            }
        }
        isDispatching = false;
    }

    private void account(long nowNs) {
        occupiedNs += (double) busy * (nowNs - accountedNs);
        accountedNs = nowNs;
    }

    /** Returns the time for which cores were occupied since the last call, in nanoseconds. */
    double takeOccupiedNs(long nowNs) {
        account(nowNs);
        double taken = occupiedNs;
        occupiedNs = 0;
        return taken;
    }

    int cores() {
        return cores;
    }
}
