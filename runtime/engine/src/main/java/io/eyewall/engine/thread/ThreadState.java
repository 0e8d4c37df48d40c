package io.eyewall.engine.thread;

import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State that user code may have left in the calling thread: thread-local values, context class
 * loader, priority, handler of uncaught exceptions. On Storm an executor has a thread of its own,
 * and may rely on finding all of it again at its next call. Comparing a capture before a call with
 * one after it shows whether the call left anything. Immutable.
 */
public final class ThreadState {
    private final IdentityHashMap<ThreadLocal<?>, Object> locals;
    private final @Nullable ClassLoader contextLoader;
    private final int priority;
    private final Thread.UncaughtExceptionHandler handler;

    private ThreadState(IdentityHashMap<ThreadLocal<?>, Object> locals, Thread thread) {
        this.locals = locals;
        this.contextLoader = thread.getContextClassLoader();
        this.priority = thread.getPriority();
        this.handler = thread.getUncaughtExceptionHandler();
    }

    /** Captures the state of the calling thread. */
    public static ThreadState capture() {
        return new ThreadState(ThreadLocals.copyStoredValues(), Thread.currentThread());
    }

    /** Returns whether thread-local values can be found on this JVM. */
    public static boolean canReadThreadLocals() {
        return ThreadLocals.isReadable();
    }

    /**
     * Describes, for the log, what has been left in the thread since an earlier capture.
     *
     * @return null if nothing was left
     */
    public @Nullable String describeLeftSince(ThreadState before) {
        for (Map.Entry<ThreadLocal<?>, Object> local : localsSince(before).entrySet()) {
            return "a thread-local value of class " + local.getValue().getClass().getName();
        }
        if (contextLoader != before.contextLoader) {
            return "another context class loader";
        }
        if (priority != before.priority) {
            return "priority " + priority;
        }
        return handler == before.handler ? null : "a handler of uncaught exceptions";
    }

    private IdentityHashMap<ThreadLocal<?>, Object> localsSince(ThreadState before) {
        IdentityHashMap<ThreadLocal<?>, Object> left = new IdentityHashMap<>(locals);
        left.entrySet().removeIf(local -> before.locals.get(local.getKey()) == local.getValue());
        return left;
    }

    /**
     * Moves what a call has left in the calling thread to another thread. Restores in the calling
     * thread what it had before the call.
     *
     * @param before captured on this thread before the call; this object was captured after it
     * @return the action to run on the other thread
     */
    public Runnable moveLeftSince(ThreadState before) {
        IdentityHashMap<ThreadLocal<?>, Object> left = localsSince(before);
        left.keySet().forEach(variable -> restore(variable, before));
        before.applyAttributes();
        return () -> {
            left.forEach(ThreadState::set);
            applyAttributes();
        };
    }

    /**
     * Copies the values that were left in the calling thread to another thread, which keeps its
     * attributes and those values that it already has.
     *
     * @param before captured on this thread before anything was left in it; this object was
     *     captured just now
     * @return the action to run on the other thread
     */
    public Runnable copyLeftSince(ThreadState before) {
        IdentityHashMap<ThreadLocal<?>, Object> left = localsSince(before);
        return () -> {
            IdentityHashMap<ThreadLocal<?>, Object> existing = ThreadLocals.copyStoredValues();
            left.keySet().removeIf(existing::containsKey);
            left.forEach(ThreadState::set);
        };
    }

    private static void restore(ThreadLocal<?> variable, ThreadState before) {
        Object old = before.locals.get(variable);
        if (old == null) {
            variable.remove();
        } else {
            set(variable, old);
        }
    }

    @SuppressWarnings("unchecked") // the value was the variable's
    private static <T> void set(ThreadLocal<T> variable, Object value) {
        variable.set((T) value);
    }

    @SuppressWarnings("ThreadPriorityCheck") // restores what user code has set
    private void applyAttributes() {
        Thread thread = Thread.currentThread();
        thread.setContextClassLoader(contextLoader);
        thread.setPriority(priority);
        thread.setUncaughtExceptionHandler(handler);
    }
}
