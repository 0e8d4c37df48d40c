package io.eyewall.plugin.monitor;

import org.jspecify.annotations.Nullable;

/**
 * The tasks and the thread of one executor. Tasks are added while Storm builds the executor, before
 * its thread runs; the thread is learned from the calls of hooks.
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
        threadSuffix = "-executor[" + firstTask + ", " + lastTask + "]"; // Executor.execute
    }

    /** Returns whether the calling thread is the executor's. Hot path: LoadHookBenchmark. */
    boolean isOwn(Thread caller) {
        Thread known = thread;
        return known == caller || (known == null && learn(caller));
    }

    private boolean learn(Thread caller) {
        if (isNameOfThread(caller.getName())) {
            thread = caller;
            return true;
        }
        return false;
    }

    /**
     * Records the executor's thread, which must be the caller: Storm executes tuples on no other.
     */
    void onOwnThread(Thread caller) {
        if (thread != caller) {
            thread = caller;
        }
    }

    /**
     * Returns whether a thread with this name may be the executor's, in this topology or another.
     */
    boolean isNameOfThread(String name) {
        return name.endsWith(component + threadSuffix);
    }

    /** Returns the executor's thread; null until it is known. */
    @Nullable Thread thread() {
        return thread;
    }
}
