package io.eyewall.plugin.monitor;

import org.jspecify.annotations.Nullable;

/**
 * One executor: its tasks and its thread. Tasks are added while Storm builds the executor, before
 * its thread runs; which thread that is, is learned from the calls of hooks.
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

    /** One thread at a time. */
    void addTask(int task) {
        firstTask = Math.min(firstTask, task);
        lastTask = Math.max(lastTask, task);
        threadSuffix = "-executor[" + firstTask + ", " + lastTask + "]"; // Executor.execute
    }

    /** Whether the calling thread is the executor's. hot path: LoadHookBenchmark */
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

    /** Called by the executor's thread itself: Storm executes tuples nowhere else. */
    void onOwnThread(Thread caller) {
        if (thread != caller) {
            thread = caller;
        }
    }

    /** Whether a thread of that name may be the executor's, of this topology or another. */
    boolean isNameOfThread(String name) {
        return name.endsWith(component + threadSuffix);
    }

    /** Null until it is known. */
    @Nullable Thread thread() {
        return thread;
    }
}
