package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.memory.HeapShares;
import io.eyewall.engine.memory.SizeEstimate;
import io.eyewall.engine.memory.TypicalSize;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * A task's emits, acks and fails on threads other than its core's owner: the user's threads, the
 * executor's dedicated thread, or a thread that lost the core. The core makes these calls in the
 * order in which they were submitted. The owner thread makes the waiting calls before its own next
 * emit or ack of the task. So a call that happened before that emit or ack, in the sense of Java's
 * memory model, also takes effect before it.
 *
 * <p>A thread that is far ahead of the core is slowed down: an executor's dedicated thread until
 * the core has caught up, any other thread only briefly, since the core may be waiting for
 * something that this thread does. A thread is not slowed down while it holds a lock for which user
 * code of the topology waits, as far as that can be detected.
 */
public final class ForeignCalls {
    /** Number of waiting calls at which a thread is slowed down, if the calls are small. */
    private static final int MAX_WAITING_CALLS = 4096;

    private static final int MAX_CALLS_PER_COMMAND = 1024;

    /** Time after which a slowed-down thread checks again whether it may continue. */
    private static final long POLL_INTERVAL_NS = 50_000;

    /** Maximum wait of an ack, a fail, and at first of an emit. */
    private static final long SHORT_WAIT_NS = 5_000_000;

    /**
     * Number of consecutive emits without room that wait at most {@link #SHORT_WAIT_NS} each; later
     * ones may wait longer.
     */
    private static final int SHORT_WAITS = 64;

    /** Number of further such emits after which the maximum wait doubles. */
    private static final int WAITS_TO_DOUBLE = 16;

    /** Maximum number of doublings of the maximum wait. */
    private static final int MAX_DOUBLINGS = 8;

    /** Maximum of {@link #emitsWithoutRoom}, far above the number at which waits stop growing. */
    private static final int MAX_EMITS_WITHOUT_ROOM = 1 << 16;

    /**
     * Maximum wait of an emit while a rebalance waits for calls to return. These calls may wait for
     * the emitting thread: receivers at rest make no room, and one call may emit thousands of
     * tuples.
     */
    private static final long PAUSED_WAIT_NS = 500_000;

    /** Interval of the checks whether user code waits for a lock of the slowed-down thread. */
    private static final long LOCK_CHECK_INTERVAL_NS = 1_000_000;

    private final Task task;
    private final SlowPathReasons slowPathReasons;

    /** The queue of calls, created with the first call, since most tasks never have one. */
    private final AtomicReference<@Nullable MpscUnboundedArrayQueue<Runnable>> calls =
            new AtomicReference<>();

    /**
     * Number of waiting calls at which a thread is slowed down; lower if calls hold much memory.
     */
    private volatile int maxWaitingCalls = MAX_WAITING_CALLS;

    private final SizeEstimate sizes = new SizeEstimate();
    private final TypicalSize callSize = new TypicalSize();

    /**
     * Number of consecutive emits that continued although there was no room for them. A large emit
     * counts as several: one of {@link HeapShares#foreignCalls} bytes as {@link #SHORT_WAITS}.
     */
    private final AtomicInteger emitsWithoutRoom = new AtomicInteger();

    /** Whether user code waited for a lock of the emitting thread at the last check. */
    private volatile boolean wasCallerAwaited;

    /** Whether the core has a pending command that makes the waiting calls. */
    private final AtomicBoolean isCommandPending = new AtomicBoolean();

    public ForeignCalls(Task task, SlowPathReasons slowPathReasons) {
        this.task = task;
        this.slowPathReasons = slowPathReasons;
    }

    /** Returns the number of calls that have not been made yet. Any thread. */
    public int waitingCount() {
        return slowPathReasons.waitingCount();
    }

    /**
     * Submits a call, which the core makes after those submitted before. Any thread but a core's
     * owner.
     */
    public void submit(Runnable call) {
        slowDown(false, 0);
        submitWithoutWait(call);
    }

    /**
     * Submits an emit, as {@link #submit} does; the call is created while no task may move to
     * another core.
     *
     * @param values the values that the emit keeps on the heap
     */
    public void submitEmit(Supplier<Runnable> call, List<Object> values) {
        long bytes = sizes.bytesOfValues(values);
        if (maxWaitingCalls < MAX_WAITING_CALLS
                || bytes > HeapShares.foreignCalls() / MAX_WAITING_CALLS) {
            synchronized (callSize) {
                callSize.record(bytes);
                maxWaitingCalls =
                        callSize.countThatFits(HeapShares.foreignCalls(), MAX_WAITING_CALLS);
            }
        }
        slowDown(true, bytes);
        whileTasksStay(() -> enqueue(call.get()));
    }

    /** Submits a call without slowing down the thread. Any thread. */
    public void submitWithoutWait(Runnable call) {
        whileTasksStay(() -> enqueue(call));
    }

    private void whileTasksStay(Runnable action) {
        Lock taskMoveLock = task.executor().topology.taskMoveLock();
        taskMoveLock.lock();
        try {
            action.run();
        } finally {
            taskMoveLock.unlock();
        }
    }

    /**
     * Enqueues a call unless the executor is closed, because its core may then have no thread any
     * more.
     */
    private void enqueue(Runnable call) {
        if (task.executor().life().is(LifeState.CLOSED)) {
            return;
        }
        // Counted before the offer, so that a thread which sees the call also sees the count.
        slowPathReasons.addWaiting();
        queue().offer(call);
        submitCommandIfNeeded();
    }

    private MpscUnboundedArrayQueue<Runnable> queue() {
        MpscUnboundedArrayQueue<Runnable> queue = calls.get();
        if (queue != null) {
            return queue;
        }
        MpscUnboundedArrayQueue<Runnable> created = new MpscUnboundedArrayQueue<>(64);
        MpscUnboundedArrayQueue<Runnable> existing = calls.compareAndExchange(null, created);
        return existing == null ? created : existing;
    }

    private void submitCommandIfNeeded() {
        if (!isCommandPending.get() && isCommandPending.compareAndSet(false, true)) {
            task.executor().core().submit(this::onCommand);
        }
    }

    /** Makes the waiting calls. On the core, between two slices. */
    private void onCommand() {
        // Reset before the queue is read, so that a later call submits a new command.
        isCommandPending.set(false);
        Core core = task.executor().core();
        for (int done = 0; done < MAX_CALLS_PER_COMMAND; done++) {
            if (!runNext()) {
                return;
            }
        }
        assert core == task.executor().core()
                : "task moved to another core during a command: " + task;
        submitCommandIfNeeded();
    }

    /**
     * Makes the calls that wait now, before an emit or ack of the core's owner thread.
     *
     * @return whether the calling thread still owns the core
     */
    public boolean catchUp(Core core, CoreOwner owner) {
        for (int remaining = slowPathReasons.waitingCount();
                remaining > 0 && core.owner() == owner;
                remaining--) {
            if (!runNext()) {
                break;
            }
        }
        return core.owner() == owner;
    }

    private boolean runNext() {
        MpscUnboundedArrayQueue<Runnable> queue = calls.get();
        Runnable call = queue == null ? null : queue.poll();
        if (call == null) {
            return false;
        }
        try {
            call.run();
        } finally {
            slowPathReasons.removeWaiting();
        }
        return true;
    }

    /**
     * Waits if the calling thread is far ahead of the core, or emits tuples for which receivers
     * have no room.
     *
     * @param bytes size of the values that an emit keeps on the heap
     */
    private void slowDown(boolean isEmit, long bytes) {
        Executor executor = task.executor();
        boolean heldBack = isEmit && isHeldBack(executor);
        if (!heldBack && !isAhead()) {
            return;
        }
        boolean waitsUntilCaughtUp = executor.userCode().host().isDedicatedThread();
        long startNs = System.nanoTime();
        boolean paused = executor.topology.isAboutToMove();
        long maxNs = isEmit ? maxWaitNs() : SHORT_WAIT_NS;
        boolean isBeforeLimit = true;
        long checkedNs = wasCallerAwaited ? startNs - LOCK_CHECK_INTERVAL_NS : startNs;
        while ((isAhead() && (waitsUntilCaughtUp || isBeforeLimit))
                || (isEmit && isHeldBack(executor) && isBeforeLimit)) {
            if (executor.topology.hasFailed() || Thread.currentThread().isInterrupted()) {
                return;
            }
            if (!(waitsUntilCaughtUp && isAhead())
                    && System.nanoTime() - checkedNs >= LOCK_CHECK_INTERVAL_NS) {
                wasCallerAwaited =
                        executor.topology.isCallerAwaited(
                                executor.backPressure().emitsUnderSemaphore());
                if (wasCallerAwaited) {
                    return; // room is made only after this thread has released the lock
                }
                checkedNs = System.nanoTime();
            }
            LockSupport.parkNanos(this, POLL_INTERVAL_NS);
            paused = executor.topology.isAboutToMove(); // this may have changed during the wait
            long limitNs = paused ? Math.min(maxNs, PAUSED_WAIT_NS) : maxNs;
            isBeforeLimit = System.nanoTime() - startNs < limitNs;
        }
        if (isEmit && !paused) {
            countEmitsWithoutRoom(isBeforeLimit, heldBack, bytes);
        }
    }

    /**
     * Counts an emit that continued without room. Approximate, since other threads may count at the
     * same time.
     */
    private void countEmitsWithoutRoom(boolean isBeforeLimit, boolean heldBack, long bytes) {
        if (isBeforeLimit) {
            emitsWithoutRoom.set(0);
            return;
        }
        long units =
                Math.min(MAX_EMITS_WITHOUT_ROOM, bytes * SHORT_WAITS / HeapShares.foreignCalls());
        emitsWithoutRoom.set(
                (int)
                        Math.min(
                                MAX_EMITS_WITHOUT_ROOM,
                                emitsWithoutRoom.get() + units + (heldBack ? 1 : 0)));
    }

    /**
     * Returns the maximum wait. It grows from 5 ms to 1.3 s with the emits that continued despite
     * full receivers.
     */
    private long maxWaitNs() {
        int waits = Math.max(0, emitsWithoutRoom.get() - SHORT_WAITS) / WAITS_TO_DOUBLE;
        return SHORT_WAIT_NS << Math.min(MAX_DOUBLINGS, waits);
    }

    private boolean isAhead() {
        return slowPathReasons.waitingCount() >= maxWaitingCalls;
    }

    /**
     * Returns whether the executor's receivers are full, or a link of its core is: further tuples
     * would overflow the link and leave no time for slices. Reads state of the core; a slightly
     * stale value is good enough.
     */
    private static boolean isHeldBack(Executor executor) {
        return executor.isBlocked(Tasklet.CONGESTED) || executor.core().isCongested();
    }
}
