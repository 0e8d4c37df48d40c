package io.eyewall.engine.core;

import io.eyewall.engine.memory.Padded;
import java.lang.invoke.MethodHandles;
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
 */
@SuppressWarnings("unused") // a field by its handle, and padding
public final class Driver extends Padded {
    private static final VarHandle IN_USER;
    private static final VarHandle CALLS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            IN_USER = lookup.findVarHandle(Driver.class, "inUser", long.class);
            CALLS = lookup.findVarHandle(Driver.class, "calls", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

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
        CALLS.setOpaque(this, calls + 1);
        IN_USER.setRelease(this, (long) tasklet);
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
        IN_USER.setRelease(this, (long) tasklet);
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
        IN_USER.setOpaque(this, 0L);
        return core.isDrivenBy(this);
    }

    /** For the watcher: a number that changes with every call; see {@link #taskletOf}. */
    long ticket() {
        long tasklet = (long) IN_USER.getAcquire(this);
        return ((long) CALLS.getOpaque(this) << Integer.SIZE) | tasklet;
    }

    /**
     * The number of the tasklet whose code the thread was in at the time of a ticket; 0: in none.
     */
    static int taskletOf(long ticket) {
        return (int) ticket;
    }
}
