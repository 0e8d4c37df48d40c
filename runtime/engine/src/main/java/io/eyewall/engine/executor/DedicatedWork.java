package io.eyewall.engine.executor;

import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The work that a core has for a dedicated thread, and whether that thread is working. Methods are
 * for the core's owner thread unless they state otherwise, or, while all cores stand still, for the
 * thread that stopped the cores.
 *
 * @param <T> type of the elements that are handed over: tuples
 */
final class DedicatedWork<T> {
    private final int capacity;
    private final SpscArrayQueue<T> tuples;
    private final ConcurrentLinkedQueue<Runnable> calls = new ConcurrentLinkedQueue<>();
    private volatile boolean coreWaits;

    /** Number of tuples that may wait, as set by the core when it waits for room. */
    private volatile int maxWaiting = Integer.MAX_VALUE;

    /** When the core began to wait for room. */
    private volatile long coreWaitsSinceNs;

    private volatile boolean idle = true;
    private volatile boolean paused;

    /**
     * @param capacity maximum number of waiting tuples; a power of two, at least 4
     */
    DedicatedWork(int capacity) {
        this.capacity = capacity;
        this.tuples = new SpscArrayQueue<>(capacity);
    }

    /**
     * Hands over a tuple. Returns false if there is no room; the dedicated thread reports room
     * later ({@link #mustReportRoom}).
     */
    boolean offer(T tuple) {
        return offer(tuple, capacity);
    }

    /**
     * Hands over a tuple unless {@code limit} tuples wait.
     *
     * @param limit at least 1
     */
    boolean offer(T tuple, int limit) {
        if (tryOffer(tuple, limit)) {
            return true;
        }
        maxWaiting = limit; // written before `coreWaits`
        if (!coreWaits) {
            coreWaitsSinceNs = System.nanoTime();
        }
        coreWaits = true;
        return tryOffer(tuple, limit); // room may have been made before the thread saw `coreWaits`
    }

    private boolean tryOffer(T tuple, int limit) {
        return (limit >= capacity || tuples.size() < limit) && tuples.offer(tuple);
    }

    /** Hands over a call, which is made before any waiting tuple. */
    void addCall(Runnable call) {
        calls.add(call);
    }

    /** Stops or resumes the handing out of tuples. */
    void pause(boolean paused) {
        this.paused = paused;
    }

    /**
     * Returns whether the thread, while it is paused, is neither working nor has a call to make.
     * Either the thread sees {@code paused} or the caller sees {@code idle} as false.
     */
    boolean isQuiescent() {
        return paused && isThreadIdle();
    }

    /**
     * Takes back a tuple that has not been handed out, or returns null. While the thread is at
     * rest.
     */
    @Nullable T takeBackTuple() {
        return tuples.poll();
    }

    /** Returns the number of waiting tuples and calls. Any thread. */
    int waitingCount() {
        return tuples.size() + calls.size();
    }

    /** Returns whether no tuple or call waits and the thread is not working. Any thread. */
    boolean isIdle() {
        return tuples.isEmpty() && isThreadIdle();
    }

    /**
     * Returns whether the thread has no call to make and is not working. Reads the calls first,
     * because the thread takes a call only after {@code idle} has become false.
     */
    private boolean isThreadIdle() {
        return calls.isEmpty() && idle;
    }

    /** Marks the thread as working before it looks for work. Called by the dedicated thread. */
    void markWorking() {
        idle = false;
    }

    /**
     * Makes the call that has waited longest; a call that throws keeps waiting. Called by the
     * dedicated thread.
     *
     * @return whether there was a call
     */
    boolean runNextCall() {
        Runnable call = calls.peek();
        if (call == null) {
            return false;
        }
        call.run();
        calls.poll();
        return true;
    }

    /** Removes the next tuple, or returns null. Called by the dedicated thread. */
    @Nullable T nextTuple() {
        return paused ? null : tuples.poll();
    }

    /**
     * Returns, after a tuple, whether the core must be notified that there is room. Called by the
     * dedicated thread.
     */
    boolean mustReportRoom() {
        // The tuple is removed before the fence and `coreWaits` read after it; offer is the
        // counterpart.
        VarHandle.fullFence();
        if (coreWaits && hasRoom()) {
            coreWaits = false;
            return true;
        }
        return false;
    }

    /** As of a {@link Mailbox}: after a while any room will do. */
    private boolean hasRoom() {
        return tuples.size() <= Math.min(capacity, maxWaiting) / 2
                || System.nanoTime() - coreWaitsSinceNs >= Mailbox.MAX_STOP_NS;
    }

    /**
     * Marks the thread as idle, when everything taken since {@link #markWorking} is done. Called by
     * the dedicated thread.
     */
    void markIdle() {
        idle = true;
    }
}
