package io.eyewall.model.simulation.machine;

import java.util.ArrayDeque;

/**
 * Cores that share one first-come, first-served queue of jobs. A job keeps its core until it
 * releases it; jobs limit their own time slices.
 */
final class Cpu {
    /** Something that can run on a core. */
    interface Job {
        /**
         * Starts on a core; an event ends it.
         *
         * @return false if it does not need the core any more
         */
        boolean begin();
    }

    private final int cores;
    private final ArrayDeque<Job> waiting = new ArrayDeque<>();
    private int busy;
    private boolean isDispatching;

    /** Core-nanoseconds for which cores were occupied, up to {@link #accountedNs}. */
    private double occupiedNs;

    private long accountedNs;

    Cpu(int cores) {
        this.cores = cores;
    }

    /** Adds a job to the queue and starts it if a core is free. */
    void offer(Job job, long nowNs) {
        waiting.add(job);
        dispatch(nowNs);
    }

    /** Releases a core. */
    void release(long nowNs) {
        account(nowNs);
        busy--;
        assert busy >= 0;
        dispatch(nowNs);
    }

    /** Removes a job from the queue. */
    void withdraw(Job job) {
        waiting.remove(job);
    }

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    private void dispatch(long nowNs) {
        if (isDispatching) {
            return; // a job that begins may offer others: the running loop takes them
        }
        isDispatching = true;
        while (busy < cores) {
            Job job = waiting.poll();
            if (job == null) {
                break;
            }
            account(nowNs);
            busy++;
            if (!job.begin()) {
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
