package io.eyewall.engine.lifecycle;

import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Where a topology is between its submission and its end: its status, its failure, and how many
 * executors are still to open or to close. It only remembers, and says what follows; whoever tells
 * it does that. Thread-safe.
 */
final class TopologyLife {
    private final String name;
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<TopologyFailure> failure = new AtomicReference<>();
    private volatile boolean closing;

    // Guarded by this.
    private TopologyStatus status = TopologyStatus.STARTING;
    private boolean wantsActive;
    private boolean opening;
    private int unprepared;
    private int unopened;
    private int unclosed;

    /**
     * @param name of the topology
     * @param active whether it is to begin by itself
     */
    TopologyLife(String name, boolean active) {
        this.name = name;
        this.wantsActive = active;
    }

    /** It has been assembled, of that many executors. */
    synchronized void assembled(int executors) {
        unprepared = executors;
        unopened = executors;
        unclosed = executors;
    }

    /** Whether its executors are to be opened now; true once at most. */
    synchronized boolean beginOpening() {
        if (!wantsActive || opening || closing) {
            return false;
        }
        opening = true;
        return true;
    }

    /**
     * The tasks of an executor have been opened or prepared; it is not open yet.
     *
     * @return whether these were the last, and the topology goes on
     */
    synchronized boolean prepared() {
        return --unprepared == 0 && !closing && !hasFailed();
    }

    /**
     * An executor is open.
     *
     * @return whether it was the last
     */
    synchronized boolean opened() {
        if (--unopened > 0) {
            return false;
        }
        if (status == TopologyStatus.STARTING) {
            status = activeStatus();
        }
        return true;
    }

    /** Whether its spouts may emit: they wait until all tasks are open. */
    synchronized boolean letsSpoutsEmit() {
        return status == TopologyStatus.ACTIVE;
    }

    /** Nobody need wait any longer for it to start. */
    void started() {
        started.countDown();
    }

    /**
     * Its spouts are to be active, or not.
     *
     * @return false if it is too late for that
     */
    synchronized boolean setActive(boolean active) {
        if (status.compareTo(TopologyStatus.KILLED) >= 0) {
            return false;
        }
        wantsActive = active;
        if (status != TopologyStatus.STARTING || !opening) {
            status = activeStatus();
        }
        return true;
    }

    private TopologyStatus activeStatus() {
        if (wantsActive) {
            return unopened > 0 ? TopologyStatus.STARTING : TopologyStatus.ACTIVE;
        }
        return TopologyStatus.INACTIVE;
    }

    /**
     * It has other executors.
     *
     * @return whether it has begun to close meanwhile, so that they are to close at once
     */
    synchronized boolean replaced(int executors) {
        unclosed = executors;
        if (unopened > 0) {
            unprepared = executors;
            unopened = executors; // none is open: nobody is replaced while it is opening
        }
        return closing;
    }

    /**
     * Somebody kills it.
     *
     * @return false if it is over
     */
    synchronized boolean kill() {
        if (status.isOver()) {
            return false;
        }
        status = TopologyStatus.KILLED;
        wantsActive = false;
        return true;
    }

    /**
     * It fails.
     *
     * @return whether this is its first failure
     */
    boolean fail(TopologyFailure what) {
        return failure.compareAndSet(null, what);
    }

    /**
     * It has failed, and is to end.
     *
     * @return false if it is over
     */
    synchronized boolean giveUp() {
        if (status.isOver()) {
            return false;
        }
        wantsActive = false;
        return true;
    }

    /** Whether its executors are to be closed now; true once. */
    synchronized boolean beginClosing() {
        if (closing) {
            return false;
        }
        closing = true;
        return true;
    }

    /** Not all executors could be told to close; it is to be tried again. */
    synchronized void closingFailed() {
        closing = false;
    }

    /**
     * An executor is closed.
     *
     * @return whether it was the last
     */
    synchronized boolean closed() {
        return --unclosed <= 0;
    }

    /** All is closed. */
    synchronized void ended() {
        status = failure.get() == null ? TopologyStatus.ENDED : TopologyStatus.FAILED;
    }

    /** Nobody need wait any longer for its end. */
    void over() {
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

    /** Whether its executors have been told to close. */
    boolean isClosing() {
        return closing;
    }

    /** Whether its executors have been told to open, and not all are. */
    synchronized boolean isOpening() {
        return opening && unopened > 0;
    }

    /** Whether not all tasks are open that are to be, and it is not ending. */
    synchronized boolean isStarting() {
        return !closing && status == TopologyStatus.STARTING && !hasFailed();
    }

    /** Whether all tasks are open, and it is not ending. */
    synchronized boolean isRunning() {
        return !closing && status != TopologyStatus.STARTING && !status.isOver();
    }

    /**
     * Refuses what can't be done before all tasks are open, or while it ends.
     *
     * @param what is to be done
     * @throws IllegalStateException if it isn't running
     */
    synchronized void checkRuns(String what) {
        if (!isRunning()) {
            throw new IllegalStateException(
                    "topology '"
                            + name
                            + "': "
                            + what
                            + " while it is "
                            + (closing && !status.isOver() ? "ending" : status)
                            + "; expected ACTIVE or INACTIVE, with all tasks open");
        }
    }

    /** As {@link io.eyewall.engine.RunningTopology#awaitStarted}. */
    boolean awaitStarted(Duration limit) throws InterruptedException {
        return started.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** As {@link io.eyewall.engine.RunningTopology#await}. */
    boolean await(Duration limit) throws InterruptedException {
        return over.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }
}
