package io.eyewall.engine.core;

import io.eyewall.engine.memory.Padded;
import java.lang.invoke.VarHandle;

/**
 * A thread's claim to drive a core, and the one passage between engine and user code: {@link
 * #callUser} and {@link #toUser} lead out, {@link #toEngine} leads back in and tells a thread that
 * has lost its core meanwhile. What such a thread does then is {@code executor.UserCode}'s (a call
 * has ended) or {@code executor.Emitter}'s (user code has called). Says whether the thread is in
 * user code, and counts its calls into user code, so that the watcher can see how long one call
 * lasts.
 *
 * <p>The passage back into the engine is one half of a Dekker handshake with {@link Watcher}: the
 * thread stores that it is in the engine, then loads who drives the core; the watcher stores that
 * nobody drives it, then loads whether the thread is in user code. One of the two always sees the
 * other, provided that neither store is delayed past its load. The thread can't pay for a full
 * fence on every call, so the watcher pays for both sides: it asks the JVM where the thread is,
 * which brings the thread to a safepoint and so orders its store and load around the watcher's.
 *
 * <p>Fields are plain, with fences between: the accesses of a {@link java.lang.invoke.VarHandle}
 * would be half of all that the JIT compiler inlines into a tuple's way (decision 126).
 */
@SuppressWarnings("unused") // padding
public final class Driver extends Padded {
    /** The number of the tasklet whose code it is in, or 0 in the engine. */
    private long inUser;

    private long calls;

    private long q1;
    private long q2;
    private long q3;
    private long q4;
    private long q5;
    private long q6;
    private long q7;
    private long q8;

    private final Thread thread;
    private volatile long nativeId = -1;

    Driver(Thread thread) {
        this.thread = thread;
    }

    /** The thread that drives. */
    public Thread thread() {
        return thread;
    }

    /** Whether the calling thread is the one that drives. Any thread. hot path. */
    public boolean isCaller() {
        return thread == Thread.currentThread();
    }

    /** The thread itself, when it starts: makes known who it is to the kernel. */
    void identify() {
        nativeId = ThreadProbe.ownNativeId();
    }

    /** The thread's id in the kernel, or -1. */
    public long nativeId() {
        return nativeId;
    }

    /** Whether the thread waits for something other than a processor. Any thread. */
    boolean isWaiting() {
        return ThreadProbe.isWaiting(thread, nativeId);
    }

    /** Processor time that the thread has used, or -1 if that can't be known. Any thread. */
    long cpuNs() {
        return ThreadProbe.cpuNs(thread);
    }

    /**
     * The thread calls user code.
     *
     * @param tasklet the number of the tasklet whose code it is. hot path: EmitToExecuteBenchmark
     */
    public void callUser(int tasklet) {
        calls++;
        toUser(tasklet);
    }

    /**
     * The thread returns into user code that had called the engine. A release, as in {@link
     * #callUser}: whoever sees the thread in user code sees all that it did in the engine before.
     * The ticket is then the same as before the passage, so that the watcher may take the core away
     * right after it. hot path.
     *
     * @param tasklet as {@link #callUser} was given
     */
    public void toUser(int tasklet) {
        VarHandle.releaseFence();
        inUser = tasklet;
    }

    /** Calls into user code so far; tells whether any were nested in another. The thread itself. */
    public long calls() {
        return calls;
    }

    /**
     * The thread comes back from user code.
     *
     * @return whether it still drives the core; if not, it must not touch anything of the core's
     *     and go the way of a foreign thread. hot path: EmitToExecuteBenchmark
     */
    public boolean toEngine(Core core) {
        inUser = 0;
        VarHandle.acquireFence(); // HotSpot's compilers move neither access past it
        return core.isDrivenBy(this);
    }

    /** For the watcher: a number that changes with every call; see {@link #taskletOf}. */
    long ticket() {
        VarHandle.acquireFence(); // what an earlier look has seen is not seen again
        long tasklet = inUser;
        VarHandle.acquireFence();
        return (calls << Integer.SIZE) | tasklet;
    }

    /**
     * The number of the tasklet whose code the thread was in at the time of a ticket; 0: in none.
     */
    static int taskletOf(long ticket) {
        return (int) ticket;
    }
}
