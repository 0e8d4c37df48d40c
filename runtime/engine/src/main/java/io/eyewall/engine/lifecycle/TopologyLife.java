package io.eyewall.engine.lifecycle;

import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The state of a topology between its submission and its end: its status, its failure, and how many
 * executors still have to open or close. It only records and reports state; callers act on the
 * result. Thread-safe.
 */
final class TopologyLife {
    private final String name;
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<TopologyFailure> failure = new AtomicReference<>();
    private volatile boolean closing;

    // Guarded by this.
    private TopologyStatus status = TopologyStatus.STARTING;
    private boolean shouldBeActive;
    private boolean opening;
    private int unprepared;
    private int unopened;
    private int unclosed;

    /**
     * @param name name of the topology
     * @param active whether the topology starts without being activated
     */
    TopologyLife(String name, boolean active) {
        this.name = name;
        this.shouldBeActive = active;
    }

    /** Records that the topology has been assembled with {@code executors} executors. */
    synchronized void onAssembled(int executors) {
        unprepared = executors;
        unopened = executors;
        unclosed = executors;
    }

    /** Returns whether the caller must open the executors now; true at most once. */
    synchronized boolean beginOpening() {
        if (!shouldBeActive || opening || closing) {
            return false;
        }
        opening = true;
        return true;
    }

    /**
     * Records that all tasks of an executor were opened or prepared; the executor is not open yet.
     *
     * @return whether it was the last executor and the topology continues
     */
    synchronized boolean onPrepared() {
        return --unprepared == 0 && !closing && !hasFailed();
    }

    /**
     * Records that an executor is open.
     *
     * @return whether it was the last one
     */
    synchronized boolean onOpened() {
        if (--unopened > 0) {
            return false;
        }
        if (status == TopologyStatus.STARTING) {
            status = activeStatus();
        }
        return true;
    }

    /** Returns whether spouts may emit: the topology is active and all its tasks are open. */
    synchronized boolean maySpoutsEmit() {
        return status == TopologyStatus.ACTIVE;
    }

    /** Releases the threads that wait for the start. */
    void onStarted() {
        started.countDown();
    }

    /**
     * Requests that the spouts be active or inactive.
     *
     * @return false if the topology was killed or has ended
     */
    synchronized boolean setActive(boolean active) {
        if (status.compareTo(TopologyStatus.KILLED) >= 0) {
            return false;
        }
        shouldBeActive = active;
        if (status != TopologyStatus.STARTING || !opening) {
            status = activeStatus();
        }
        return true;
    }

    private TopologyStatus activeStatus() {
        if (shouldBeActive) {
            return unopened > 0 ? TopologyStatus.STARTING : TopologyStatus.ACTIVE;
        }
        return TopologyStatus.INACTIVE;
    }

    /**
     * Records that the topology's executors were replaced.
     *
     * @return whether the topology began to close meanwhile, so that the caller must close the new
     *     executors
     */
    synchronized boolean onReplaced(int executors) {
        unclosed = executors;
        if (unopened > 0) {
            unprepared = executors;
            unopened = executors; // none is open, since executors are not replaced while they open
        }
        return closing;
    }

    /**
     * Marks the topology as killed.
     *
     * @return false if it is over
     */
    synchronized boolean kill() {
        if (status.isOver()) {
            return false;
        }
        status = TopologyStatus.KILLED;
        shouldBeActive = false;
        return true;
    }

    /**
     * Records a failure, unless an earlier one has been recorded.
     *
     * @return whether it is the first failure
     */
    boolean recordFailure(TopologyFailure candidate) {
        return failure.compareAndSet(null, candidate);
    }

    /**
     * Prepares the end of a topology that has failed: it is never activated again.
     *
     * @return false if it is over
     */
    synchronized boolean prepareEnd() {
        if (status.isOver()) {
            return false;
        }
        shouldBeActive = false;
        return true;
    }

    /** Returns whether the caller must close the executors now; true once. */
    synchronized boolean beginClosing() {
        if (closing) {
            return false;
        }
        closing = true;
        return true;
    }

    /** Records that closing could not be started for all executors, so that it can be retried. */
    synchronized void onClosingFailed() {
        closing = false;
    }

    /**
     * Records that an executor has closed.
     *
     * @return whether it was the last one
     */
    synchronized boolean onClosed() {
        return --unclosed <= 0;
    }

    /** Sets the final status, after everything has closed. */
    synchronized void onEnded() {
        status = failure.get() == null ? TopologyStatus.ENDED : TopologyStatus.FAILED;
    }

    /** Releases the threads that wait for the start or the end. */
    void onOver() {
        started.countDown();
        over.countDown();
    }

    synchronized TopologyStatus status() {
        return status;
    }

    Optional<TopologyFailure> failure() {
        return Optional.ofNullable(failure.get());
    }

    boolean hasFailed() {
        return failure.get() != null;
    }

    /** Returns whether the executors have been ordered to close. */
    boolean isClosing() {
        return closing;
    }

    /** Returns whether the executors have been ordered to open and some are not open yet. */
    synchronized boolean isOpening() {
        return opening && unopened > 0;
    }

    /** Returns whether some tasks are not open yet, and the topology is not ending. */
    synchronized boolean isStarting() {
        return !closing && status == TopologyStatus.STARTING && !hasFailed();
    }

    /** Returns whether all tasks are open, and the topology is not ending. */
    synchronized boolean isRunning() {
        return !closing && status != TopologyStatus.STARTING && !status.isOver();
    }

    /**
     * Refuses an operation before all tasks are open, and while the topology ends.
     *
     * @param operation the name of the operation, for the message
     * @throws IllegalStateException if the topology is not running
     */
    synchronized void checkRunning(String operation) {
        if (!isRunning()) {
            throw new IllegalStateException(
                    "topology '"
                            + name
                            + "': cannot "
                            + operation
                            + " while it is "
                            + (closing && !status.isOver() ? "ending" : status)
                            + "; expected ACTIVE or INACTIVE, with all tasks open");
        }
    }

    /** See {@link io.eyewall.engine.RunningTopology#awaitStarted}. */
    boolean awaitStarted(Duration limit) throws InterruptedException {
        return started.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** See {@link io.eyewall.engine.RunningTopology#await}. */
    boolean await(Duration limit) throws InterruptedException {
        return over.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }
}
