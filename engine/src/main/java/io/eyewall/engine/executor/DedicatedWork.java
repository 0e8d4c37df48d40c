package io.eyewall.engine.executor;

import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * What a core has for a dedicated thread to do, and whether that thread is at it. Methods are for
 * the core, unless they say otherwise; while all cores stand still, for whoever made them.
 *
 * @param <T> what is handed over: tuples
 */
final class DedicatedWork<T> {
    private final int capacity;
    private final SpscArrayQueue<T> tuples;
    private final ConcurrentLinkedQueue<Runnable> calls = new ConcurrentLinkedQueue<>();
    private volatile boolean coreWaits;

    /** How many tuples may wait, as the core has it that waits for room. */
    private volatile int allowed = Integer.MAX_VALUE;

    private volatile boolean idle = true;
    private volatile boolean paused;

    /**
     * @param capacity tuples that may wait; a power of two, 4 at least
     */
    DedicatedWork(int capacity) {
        this.capacity = capacity;
        this.tuples = new SpscArrayQueue<>(capacity);
    }

    /** Hands over a tuple; false if there is no room, and {@link #makesRoom} tells of it later. */
    boolean offer(T tuple) {
        return offer(tuple, capacity);
    }

    /**
     * The same where fewer may wait.
     *
     * @param most 1 at least
     */
    boolean offer(T tuple, int most) {
        if (tryOffer(tuple, most)) {
            return true;
        }
        allowed = most; // before `coreWaits`
        coreWaits = true;
        return tryOffer(tuple, most); // room may have been made just before that was seen
    }

    private boolean tryOffer(T tuple, int most) {
        return (most >= capacity || tuples.size() < most) && tuples.offer(tuple);
    }

    /** Hands over a call, which is made before any tuple that waits. */
    void call(Runnable call) {
        calls.add(call);
    }

    /** From now on no tuple is given out, or again. */
    void pause(boolean now) {
        paused = now;
    }

    /**
     * Whether the thread, while it is paused, has nothing in hand and nothing to do: one of the
     * two, the thread by {@code paused}, the caller by {@code idle}, always sees the other.
     */
    boolean isResting() {
        return paused && isDone();
    }

    /** Takes back a tuple that has not been given out, or null. While the thread rests. */
    @Nullable T takeBack() {
        return tuples.poll();
    }

    /** Tuples and calls that wait. Any thread. */
    int waiting() {
        return tuples.size() + calls.size();
    }

    /** Whether nothing waits and the thread has nothing in hand. Any thread. */
    boolean isIdle() {
        return tuples.isEmpty() && isDone();
    }

    /** In this order: what has been taken was so after {@code idle} had become false. */
    private boolean isDone() {
        return calls.isEmpty() && idle;
    }

    /** The dedicated thread: looks for work. */
    void begin() {
        idle = false;
    }

    /**
     * The dedicated thread: makes the call that has waited longest; one that throws goes on
     * waiting.
     *
     * @return whether there was one
     */
    boolean makeCall() {
        Runnable call = calls.peek();
        if (call == null) {
            return false;
        }
        call.run();
        calls.poll();
        return true;
    }

    /** The dedicated thread: the next tuple, or null. */
    @Nullable T nextTuple() {
        return paused ? null : tuples.poll();
    }

    /** The dedicated thread, after a tuple: whether the core is to be told that there is room. */
    boolean makesRoom() {
        VarHandle.fullFence(); // the tuple was taken before, `coreWaits` after; offer is the other
        // half
        if (coreWaits && tuples.size() <= Math.min(capacity, allowed) / 2) {
            coreWaits = false;
            return true;
        }
        return false;
    }

    /** The dedicated thread: has done all it has taken since {@link #begin}. */
    void end() {
        idle = true;
    }
}
