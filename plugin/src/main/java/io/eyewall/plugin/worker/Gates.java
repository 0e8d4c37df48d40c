package io.eyewall.plugin.worker;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shares with the executors' threads of this worker whether their spouts emit, pause or may be
 * opened, and shows {@code eyewall-smooth} what they do. Fields are written by that thread alone,
 * but for {@link #waiting} and the list, which executors' threads change.
 */
final class Gates {
    /** A spout, as {@code eyewall-smooth} asks for it. */
    interface Resting {
        /**
         * Whether all that it has emitted is acked or failed; meaningful while spouts were told to
         * rest.
         */
        boolean isDrained();

        /** Whether it does nothing any more; if this worker leaves, it is deactivated. */
        boolean isQuiet();
    }

    private final CountDownLatch opened = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger rests = new AtomicInteger();
    private final List<Resting> spouts = new CopyOnWriteArrayList<>();
    private volatile boolean paused;
    private volatile boolean checkpointsPaused;
    private volatile boolean leaving;

    /** Does what was ordered; {@code eyewall-smooth} only. */
    void apply(Switch.Orders orders) {
        leaving = orders.leaving();
        if (orders.paused() && !paused) {
            rests.incrementAndGet(); // before the flags
        }
        checkpointsPaused = orders.checkpointsPaused();
        paused = orders.paused();
        if (orders.open()) {
            opened.countDown();
        }
    }

    /** Blocks an executor's thread until what is moved here may be opened; an interrupt ends it. */
    void awaitOpen() {
        waiting.incrementAndGet();
        try {
            opened.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before it was opened: the worker ends", e);
        } finally {
            waiting.decrementAndGet();
        }
    }

    void add(Resting spout) {
        spouts.add(spout);
    }

    /** How many executors are held at {@link #awaitOpen}. */
    int waiting() {
        return waiting.get();
    }

    /** Whether all spouts rest, but for that of checkpoints. */
    boolean spoutsRest() {
        return paused;
    }

    /** Whether checkpoints rest, too. */
    boolean checkpointsRest() {
        return checkpointsPaused;
    }

    /** How often spouts have been told to rest. */
    int rests() {
        return rests.get();
    }

    boolean isLeaving() {
        return leaving;
    }

    /** Whether the spouts rest, and all that they have emitted is acked or failed. */
    boolean isDrained() {
        return paused && spouts.stream().allMatch(Resting::isDrained);
    }

    /** Whether the checkpoint spout rests, too, and those that leave are deactivated. */
    boolean isQuiet() {
        return isDrained() && spouts.stream().allMatch(Resting::isQuiet);
    }
}
