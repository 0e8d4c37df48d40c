package io.eyewall.plugin.monitor;

import org.jspecify.annotations.Nullable;

/**
 * The tasks and the thread of one executor. Tasks are added while Storm builds the executor, before
 * its thread runs; the thread becomes known when it first calls a hook.
 */
final class ExecutorMeter {
    private final String component;
    private volatile int firstTask = Integer.MAX_VALUE;
    private volatile int lastTask;
    private volatile String threadSuffix = "";
    private volatile @Nullable Thread thread;

    ExecutorMeter(String component) {
        this.component = component;
    }

    String component() {
        return component;
    }

    int firstTask() {
        return firstTask;
    }

    int lastTask() {
        return lastTask;
    }

    /** Adds a task; called by one thread at a time. */
    void addTask(int task) {
        firstTask = Math.min(firstTask, task);
        lastTask = Math.max(lastTask, task);
        // as in Storm's Executor.execute
        threadSuffix = "-executor[" + firstTask + ", " + lastTask + "]";
    }

    /**
     * Returns whether the calling thread is the executor's. On the hot path: see {@code
     * LoadHookBenchmark}.
     */
    boolean isExecutorThread(Thread caller) {
        Thread known = thread;
        return known == caller || (known == null && recordIfNamed(caller));
    }

    private boolean recordIfNamed(Thread caller) {
        if (mayBeThreadName(caller.getName())) {
            thread = caller;
            return true;
        }
        return false;
    }

    /**
     * Records the calling thread as the executor's. Call it only while the executor executes a
     * tuple, because Storm does that on no other thread.
     */
    void recordThread(Thread caller) {
        if (thread != caller) {
            thread = caller;
        }
    }

    /**
     * Returns whether a thread with this name may be the executor's, in this topology or another.
     */
    boolean mayBeThreadName(String name) {
        return name.endsWith(component + threadSuffix);
    }

    /** Returns the executor's thread; null until it is known. */
    @Nullable Thread thread() {
        return thread;
    }
}
