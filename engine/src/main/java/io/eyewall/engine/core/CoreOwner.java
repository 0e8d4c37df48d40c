package io.eyewall.engine.core;

import io.eyewall.engine.memory.Padded;
import java.lang.invoke.VarHandle;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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
public final class CoreOwner extends Padded {
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
    private final @Nullable Predicate<Runnable> leaving;
    private volatile long nativeId = -1;

    // The thread's attributes before any user code ran on it.
    private final String name;
    private final int priority;
    private final Thread.UncaughtExceptionHandler handler;

    /** A thread that drives its core for good. */
    CoreOwner(Thread thread) {
        this(thread, null);
    }

    /**
     * @param leaving as {@link #leave}; null if the thread can't leave its core
     */
    CoreOwner(Thread thread, @Nullable Predicate<Runnable> leaving) {
        this.thread = thread;
        this.leaving = leaving;
        this.name = thread.getName();
        this.priority = thread.getPriority();
        this.handler = thread.getUncaughtExceptionHandler();
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

    /** The same, but for waits that the JVM itself imposes. Expensive if it does. Any thread. */
    boolean isWaitingByItself() {
        return ThreadProbe.isWaitingByItself(thread, nativeId);
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

    // ---- state of the thread that user code may change --------------------------------------

    /** Whether user code has left the interrupt flag set. The thread itself. hot path. */
    public boolean isInterrupted() {
        return thread.isInterrupted();
    }

    /**
     * A call into user code has ended: an interrupt flag that it has left set must not reach the
     * next one, which may be another executor's or another topology's. The thread itself. hot path.
     */
    public void clearInterrupt() {
        if (thread.isInterrupted()) {
            Thread.interrupted();
        }
    }

    /** Undoes what user code has changed of the thread itself. The thread itself. */
    @SuppressWarnings("ThreadPriorityCheck") // what user code has set is undone
    void restoreAttributes() {
        clearInterrupt();
        if (thread.getPriority() != priority) {
            thread.setPriority(priority);
        }
        if (thread.getUncaughtExceptionHandler() != handler) {
            thread.setUncaughtExceptionHandler(handler);
        }
        if (!thread.getName().equals(name)) {
            thread.setName(name);
        }
    }

    /** Whether the thread can ever leave its core to another one. */
    public boolean canLeave() {
        return leaving != null;
    }

    /**
     * Gives the core to a fresh thread, so that this one is free for something else. The thread
     * itself, in the engine, while it drives the core; it must unwind its stack, as one that has
     * lost the core, before it ends.
     *
     * @param last what the thread does last with the core
     * @return false if there is no other thread; nothing has happened then
     */
    public boolean leave(Runnable last) {
        return leaving != null && leaving.test(last);
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
