package io.eyewall.engine.core;

import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.Padded;
import java.lang.invoke.VarHandle;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A thread's claim to own a core, and the only way between the engine and user code: {@link
 * #callUser} and {@link #toUser} lead into user code, {@link #toEngine} leads back and reveals
 * whether the thread has lost its core meanwhile. What such a thread does next is up to {@code
 * executor.UserCode} (when a call has ended) or {@code executor.Emitter} (when user code has called
 * the engine). Also records whether the thread is in user code and counts its calls into user code,
 * so that the watcher can tell how long one call lasts.
 *
 * <p>The way back into the engine is one half of a Dekker handshake with {@link Watcher}: the
 * thread stores that it is in the engine, then loads the core's owner; the watcher stores that the
 * core has no owner, then loads whether the thread is in user code. At least one of them always
 * sees the other's store, provided that neither store is delayed past the load that follows it. A
 * full fence on every call would be too expensive for the thread, so the watcher pays for both
 * sides: it asks the JVM for the thread's stack, which brings the thread to a safepoint and so
 * orders the thread's store and load around the watcher's.
 *
 * <p>Fields are plain, with fences between the accesses: the accesses of a {@link
 * java.lang.invoke.VarHandle} would be half of all that the JIT compiler inlines into a tuple's
 * path (decision 126).
 */
@SuppressWarnings("unused") // padding
public final class CoreOwner extends Padded {
    /** The number of the tasklet whose code the thread is in; 0 in the engine. */
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

    /** Creates the claim of a thread that never leaves its core. */
    CoreOwner(Thread thread) {
        this(thread, null);
    }

    /**
     * @param leaving implements {@link #leave}; null if the thread can't leave its core
     */
    CoreOwner(Thread thread, @Nullable Predicate<Runnable> leaving) {
        this.thread = thread;
        this.leaving = leaving;
        this.name = thread.getName();
        this.priority = thread.getPriority();
        this.handler = thread.getUncaughtExceptionHandler();
    }

    /** Returns the thread that makes this claim. */
    public Thread thread() {
        return thread;
    }

    /** Returns whether the calling thread is this claim's thread. Any thread. */
    @HotPath
    public boolean isCaller() {
        return thread == Thread.currentThread();
    }

    /** Records the kernel's id of the thread. Called by the thread itself when it starts. */
    void recordNativeId() {
        nativeId = ThreadProbe.ownNativeId();
    }

    /** Returns the kernel's id of the thread, or -1 while or where it is unknown. */
    public long nativeId() {
        return nativeId;
    }

    /** Returns whether the thread waits for something other than a processor. Any thread. */
    boolean isWaiting() {
        return ThreadProbe.isWaiting(thread, nativeId);
    }

    /**
     * As {@link #isWaiting}, without the waits that the JVM itself imposes. Expensive if the thread
     * waits. Any thread.
     */
    boolean isWaitingByItself() {
        return ThreadProbe.isWaitingByItself(thread, nativeId);
    }

    /**
     * Returns the processor time that the thread has used, in nanoseconds, or -1 if unavailable.
     * Any thread.
     */
    long cpuNs() {
        return ThreadProbe.cpuNs(thread);
    }

    /**
     * Records that the thread calls user code. Called by the thread itself.
     *
     * @param tasklet the number of the tasklet whose code is called
     */
    @HotPath
    public void callUser(int tasklet) {
        calls++;
        toUser(tasklet);
    }

    /**
     * Records that the thread returns into user code that had called the engine. A release, as in
     * {@link #callUser}: another thread that sees this thread in user code also sees everything it
     * did in the engine before. The ticket is then the same as before the call to the engine, so
     * that the watcher may take the core away right afterwards.
     *
     * @param tasklet the number that {@link #callUser} was given
     */
    @HotPath
    public void toUser(int tasklet) {
        VarHandle.releaseFence();
        inUser = tasklet;
    }

    /**
     * Returns the number of calls into user code so far. By comparing two results, a caller finds
     * out whether calls were nested in its own. For the thread itself.
     */
    public long calls() {
        return calls;
    }

    /**
     * Records that the thread comes back from user code.
     *
     * @return whether the thread still owns the core; if not, it must not touch any state of the
     *     core and must act as a foreign thread.
     */
    @HotPath
    public boolean toEngine(Core core) {
        inUser = 0;
        VarHandle.acquireFence(); // HotSpot's compilers move neither access past it
        return core.isOwnedBy(this);
    }

    // ---- state of the thread that user code may change --------------------------------------

    /** Returns whether user code has left the interrupt flag set. For the thread itself. */
    @HotPath
    public boolean isInterrupted() {
        return thread.isInterrupted();
    }

    /**
     * Clears an interrupt flag that a call into user code has left set: it must not reach the next
     * call, which may belong to another executor or topology. For the thread itself.
     */
    @HotPath
    public void clearInterrupt() {
        if (thread.isInterrupted()) {
            Thread.interrupted();
        }
    }

    /**
     * Undoes what user code has changed of the thread: interrupt flag, priority, handler of
     * uncaught exceptions, name. For the thread itself.
     */
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

    /** Returns whether the thread can ever leave its core to another one. */
    public boolean canLeave() {
        return leaving != null;
    }

    /**
     * Gives the core to a fresh thread, so that this one is free for something else. Called by the
     * thread itself, in the engine, while it owns the core; afterwards it must unwind its stack as
     * a thread that has lost the core, before it ends.
     *
     * @param lastAction run by this thread while it still owns the core
     * @return false if no other thread is available; nothing has changed then
     */
    public boolean leave(Runnable lastAction) {
        return leaving != null && leaving.test(lastAction);
    }

    /**
     * Returns a number that changes with every call into user code and contains the current
     * tasklet; see {@link #taskletOf}. For the watcher.
     */
    long ticket() {
        VarHandle.acquireFence(); // reads fresh values, not those of an earlier observation
        long tasklet = inUser;
        VarHandle.acquireFence();
        return (calls << Integer.SIZE) | tasklet;
    }

    /**
     * Returns the number of the tasklet whose code the thread was in at the time of a ticket; 0 if
     * in none.
     */
    static int taskletOf(long ticket) {
        return (int) ticket;
    }
}
