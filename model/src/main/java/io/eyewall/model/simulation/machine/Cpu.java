package io.eyewall.model.simulation.machine;

import java.util.ArrayDeque;

/**
 * Cores that share one queue of what wants to run: first come, first served. Who has a core keeps
 * it until it gives it back; time slices are the business of who runs.
 */
final class Cpu {
    /** What can have a core. */
    interface Task {
        /**
         * It has a core now; its end is an event.
         *
         * @return false if it does not want the core any more
         */
        boolean begin();
    }

    private final int cores;
    private final ArrayDeque<Task> waiting = new ArrayDeque<>();
    private int busy;
    private boolean isDispatching;

    /** Time that its cores were held, in nanoseconds, up to {@link #countedNs}. */
    private double heldNs;

    private long countedNs;

    Cpu(int cores) {
        this.cores = cores;
    }

    /** Something wants to run. */
    void offer(Task task, long nowNs) {
        waiting.add(task);
        dispatch(nowNs);
    }

    /** Something gives its core back. */
    void release(long nowNs) {
        count(nowNs);
        busy--;
        assert busy >= 0;
        dispatch(nowNs);
    }

    /** Something that waits doesn't want to run any more. */
    void withdraw(Task task) {
        waiting.remove(task);
    }

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    private void dispatch(long nowNs) {
        if (isDispatching) {
            return; // what begins now may make others ready: they are taken in the loop below
        }
        isDispatching = true;
        while (busy < cores) {
            Task task = waiting.poll();
            if (task == null) {
                break;
            }
            count(nowNs);
            busy++;
            if (!task.begin()) {
                busy--;
            }
        }
        isDispatching = false;
    }

    private void count(long nowNs) {
        heldNs += (double) busy * (nowNs - countedNs);
        countedNs = nowNs;
    }

    /** Nanoseconds that cores were held since this was asked last. */
    double takeHeldNs(long nowNs) {
        count(nowNs);
        double held = heldNs;
        heldNs = 0;
        return held;
    }

    int cores() {
        return cores;
    }
}
