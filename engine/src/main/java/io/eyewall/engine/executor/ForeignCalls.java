package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.core.Tasklet;
import io.eyewall.engine.memory.HeapShares;
import io.eyewall.engine.memory.SizeEstimate;
import io.eyewall.engine.memory.UsualSize;
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
 * A task's emits, acks and fails that come from other threads than its core's: the user's own, the
 * executor's dedicated one, or one that lost the core. They are done on the core in the order in
 * which they came. The core's own thread does them first when it comes by with an emit or an ack of
 * the task: what happened before that, in the sense of Java's memory model, stays before it.
 *
 * <p>A thread that is far ahead of the core is slowed down: an executor's own dedicated thread
 * until the core has caught up, any other for a short while only, since the core may be waiting for
 * something that it does; and not at all while it holds a lock that user code of the topology waits
 * for, where that can be seen.
 */
final class ForeignCalls {
    private static final int MOST_AHEAD = 4096;
    private static final int CALLS_PER_COMMAND = 1024;
    private static final long PAUSE_NS = 50_000;
    private static final long SHORT_WAIT_NS = 5_000_000;

    /** Emits in spite of full receivers with {@link #SHORT_WAIT_NS}, before waits grow. */
    private static final int SHORT_WAITS = 64;

    /** Waits after which they are twice as long, and how often that happens. */
    private static final int WAITS_TO_DOUBLE = 16;

    private static final int DOUBLINGS = 8;

    private static final int MOST_UNITS = 1 << 16;

    /**
     * For an emit while a rebalance waits for calls to return, which may wait for the thread that
     * emits: receivers that rest make no room, and one call may emit thousands.
     */
    private static final long PAUSED_WAIT_NS = 500_000;

    /** Waits shorter than this don't ask whether anybody waits for the thread. */
    private static final long UNASKED_NS = 1_000_000;

    private final Task task;
    private final SlowPathReasons slowPathReasons;

    /** Made for the first call, since most tasks never have one. */
    private final AtomicReference<@Nullable MpscUnboundedArrayQueue<Runnable>> calls =
            new AtomicReference<>();

    /** Calls that may wait before a thread is slowed down: fewer if they carry much. */
    private volatile int ahead = MOST_AHEAD;

    private final SizeEstimate sizes = new SizeEstimate();
    private final UsualSize callSize = new UsualSize();

    /**
     * Emits in a row that went on though there was no room for them. Large ones count for several:
     * as many bytes as may be ahead count for {@link #SHORT_WAITS}.
     */
    private final AtomicInteger inSpite = new AtomicInteger();

    /** Whether user code waited for a lock of a thread that emitted, when it was last asked. */
    private volatile boolean wasAwaited;

    /** Whether the core has a command that does what waits. */
    private final AtomicBoolean commanded = new AtomicBoolean();

    ForeignCalls(Task task, SlowPathReasons slowPathReasons) {
        this.task = task;
        this.slowPathReasons = slowPathReasons;
    }

    /** Calls that have not been done yet. Any thread. */
    int waiting() {
        return slowPathReasons.waiting();
    }

    /** Has a call done on the task's core, after those before. Any thread but a core's. */
    void submit(Runnable call) {
        slowDown(false, 0);
        add(call);
    }

    /**
     * The same for an emit, which is made while no task moves to another core.
     *
     * @param values what it keeps on the heap
     */
    void submitEmit(Supplier<Runnable> call, List<Object> values) {
        long bytes = sizes.ofValues(values);
        if (ahead < MOST_AHEAD || bytes > HeapShares.foreignCalls() / MOST_AHEAD) {
            synchronized (callSize) {
                callSize.see(bytes);
                ahead = callSize.fit(HeapShares.foreignCalls(), MOST_AHEAD);
            }
        }
        slowDown(true, bytes);
        whileTasksStay(() -> enqueue(call.get()));
    }

    /** The same for any thread, which is not slowed down. */
    void add(Runnable call) {
        whileTasksStay(() -> enqueue(call));
    }

    private void whileTasksStay(Runnable action) {
        Lock tasksStay = task.executor().topology.whileTasksStay();
        tasksStay.lock();
        try {
            action.run();
        } finally {
            tasksStay.unlock();
        }
    }

    /** But not after the end: the core may have no thread any more. */
    private void enqueue(Runnable call) {
        if (task.executor().life().is(LifeState.CLOSED)) {
            return;
        }
        slowPathReasons.addWaiting(); // before it is there: who sees it there sees that it waits
        queue().offer(call);
        commandIfNeeded();
    }

    private MpscUnboundedArrayQueue<Runnable> queue() {
        MpscUnboundedArrayQueue<Runnable> queue = calls.get();
        if (queue != null) {
            return queue;
        }
        MpscUnboundedArrayQueue<Runnable> made = new MpscUnboundedArrayQueue<>(64);
        MpscUnboundedArrayQueue<Runnable> others = calls.compareAndExchange(null, made);
        return others == null ? made : others;
    }

    private void commandIfNeeded() {
        if (!commanded.get() && commanded.compareAndSet(false, true)) {
            task.executor().core().submit(this::onCommand);
        }
    }

    /** On the core, between two turns of executors. */
    private void onCommand() {
        commanded.set(false); // before the look: what comes after it commands again
        Core core = task.executor().core();
        for (int done = 0; done < CALLS_PER_COMMAND; done++) {
            if (!doNext()) {
                return;
            }
        }
        assert core == task.executor().core() : task + " has moved in a command";
        commandIfNeeded();
    }

    /**
     * Does the calls that wait now, before an emit or ack of the thread that drives the core.
     *
     * @return whether the thread still drives the core
     */
    boolean catchUp(Core core, CoreOwner own) {
        for (int left = slowPathReasons.waiting(); left > 0 && core.driver() == own; left--) {
            if (!doNext()) {
                break;
            }
        }
        return core.driver() == own;
    }

    private boolean doNext() {
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
     * Waits if the calling thread is far ahead of the core, or brings what its receivers have no
     * room for.
     *
     * @param bytes what an emit keeps on the heap
     */
    private void slowDown(boolean emits, long bytes) {
        Executor executor = task.executor();
        boolean heldBack = emits && isHeldBack(executor);
        if (!heldBack && !isAhead()) {
            return;
        }
        boolean patient = executor.userCode().host().isOwnThread();
        long startNs = System.nanoTime();
        boolean paused = executor.topology.isAboutToMove();
        long longestNs = emits ? longestWaitNs() : SHORT_WAIT_NS;
        boolean isEarly = true;
        long askedNs = wasAwaited ? startNs - UNASKED_NS : startNs;
        while ((isAhead() && (patient || isEarly)) || (emits && isHeldBack(executor) && isEarly)) {
            if (executor.topology.hasFailed() || Thread.currentThread().isInterrupted()) {
                return;
            }
            if (!(patient && isAhead()) && System.nanoTime() - askedNs >= UNASKED_NS) {
                wasAwaited = executor.topology.isCallerAwaited();
                if (wasAwaited) {
                    return; // room is made only when it has let go
                }
                askedNs = System.nanoTime();
            }
            LockSupport.parkNanos(this, PAUSE_NS);
            paused = executor.topology.isAboutToMove(); // maybe since a moment only
            long mostNs = paused ? Math.min(longestNs, PAUSED_WAIT_NS) : longestNs;
            isEarly = System.nanoTime() - startNs < mostNs;
        }
        if (emits && !paused) {
            count(isEarly, heldBack, bytes);
        }
    }

    /** About, since other threads may count as well. */
    private void count(boolean isEarly, boolean heldBack, long bytes) {
        if (isEarly) {
            inSpite.set(0);
            return;
        }
        long units = Math.min(MOST_UNITS, bytes * SHORT_WAITS / HeapShares.foreignCalls());
        inSpite.set((int) Math.min(MOST_UNITS, inSpite.get() + units + (heldBack ? 1 : 0)));
    }

    /** Grows from 5 ms to 1.3 s with the emits that went on in spite of full receivers. */
    private long longestWaitNs() {
        int waits = Math.max(0, inSpite.get() - SHORT_WAITS) / WAITS_TO_DOUBLE;
        return SHORT_WAIT_NS << Math.min(DOUBLINGS, waits);
    }

    private boolean isAhead() {
        return slowPathReasons.waiting() >= ahead;
    }

    /**
     * Whether its receivers are full, or a link of its core: what is emitted then overflows, and
     * gives tasklets no turn. Reads what the core writes; a moment old is good enough.
     */
    private static boolean isHeldBack(Executor executor) {
        return executor.isBlocked(Tasklet.CONGESTED) || executor.core().isCongested();
    }
}
