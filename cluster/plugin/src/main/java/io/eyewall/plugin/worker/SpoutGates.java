package io.eyewall.plugin.worker;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shows the executors' threads of this worker whether components may open and whether spouts must
 * pause, and shows the thread {@code eyewall-smooth} the state of the spouts. Only that thread
 * writes the fields, except {@link #waiting} and the list, which executors' threads change.
 */
final class SpoutGates {
    /** A spout's state as the thread {@code eyewall-smooth} queries it. */
    interface PausableSpout {
        /**
         * Returns whether all messages of the spout are acked or failed; meaningful during a pause.
         */
        boolean isDrained();

        /**
         * Returns whether the spout does nothing any more; if this worker leaves, it is
         * deactivated, too.
         */
        boolean isQuiet();
    }

    private final CountDownLatch opened = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger pauses = new AtomicInteger();
    private final List<PausableSpout> spouts = new CopyOnWriteArrayList<>();
    private volatile boolean paused;
    private volatile boolean checkpointsPaused;
    private volatile boolean leaving;

    /** Applies orders; called only by {@code eyewall-smooth}. */
    void apply(ReassignmentStateMachine.Orders orders) {
        leaving = orders.leaving();
        if (orders.paused() && !paused) {
            pauses.incrementAndGet(); // before the flags, so that they never show a pause without
            // a number
        }
        checkpointsPaused = orders.checkpointsPaused();
        paused = orders.paused();
        if (orders.open()) {
            opened.countDown();
        }
    }

    /**
     * Blocks an executor's thread until moved components may be opened; throws if it is
     * interrupted.
     */
    void awaitOpen() {
        waiting.incrementAndGet();
        try {
            opened.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "interrupted before the gates opened: the worker ends", e);
        } finally {
            waiting.decrementAndGet();
        }
    }

    void addSpout(PausableSpout spout) {
        spouts.add(spout);
    }

    /** Returns how many executors wait in {@link #awaitOpen}. */
    int waitingExecutors() {
        return waiting.get();
    }

    /** Returns whether all spouts except the checkpoint spout must pause. */
    boolean spoutsMustPause() {
        return paused;
    }

    /** Returns whether the checkpoint spout must pause, too. */
    boolean checkpointsMustPause() {
        return checkpointsPaused;
    }

    /** Returns the number of pauses so far. */
    int pauseCount() {
        return pauses.get();
    }

    boolean isLeaving() {
        return leaving;
    }

    /** Returns whether the spouts are paused and all their messages are acked or failed. */
    boolean isDrained() {
        return paused && spouts.stream().allMatch(PausableSpout::isDrained);
    }

    /**
     * Returns whether the spouts are drained, the checkpoint spout is quiet and, if this worker
     * leaves, its spouts are deactivated.
     */
    boolean isQuiet() {
        return isDrained() && spouts.stream().allMatch(PausableSpout::isQuiet);
    }
}
