package io.eyewall.plugin.worker;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where executors' threads of this worker learn whether their spouts work, rest or may be opened,
 * and where {@code eyewall-smooth} learns what they do. Fields are written by that thread alone,
 * but for {@link #waiting} and the list, which executors' threads change.
 */
final class Gates {
    private final CountDownLatch opened = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private final List<GatedSpout> spouts = new CopyOnWriteArrayList<>();
    private volatile boolean paused;
    private volatile boolean checkpointsPaused;
    private volatile boolean leaving;

    /** Does what was ordered; {@code eyewall-smooth} only. */
    void apply(Switch.Orders orders) {
        leaving = orders.leaving();
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

    void add(GatedSpout spout) {
        spouts.add(spout);
    }

    /** How many executors are held at {@link #awaitOpen}. */
    int waiting() {
        return waiting.get();
    }

    boolean restsNow(boolean checkpoint) {
        return checkpoint ? checkpointsPaused : paused;
    }

    boolean isLeaving() {
        return leaving;
    }

    /** Whether the spouts rest, and all that they have emitted is acked or failed. */
    boolean isDrained() {
        return paused
                && spouts.stream().allMatch(spout -> spout.isCheckpoint() || spout.isDrained());
    }

    /** Whether the checkpoint spout rests, too, and those that leave are deactivated. */
    boolean isQuiet() {
        return isDrained()
                && spouts.stream()
                        .allMatch(
                                spout ->
                                        (!spout.isCheckpoint()
                                                        || (checkpointsPaused && spout.isDrained()))
                                                && (!leaving || !spout.isActivated()));
    }
}
