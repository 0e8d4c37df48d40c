package io.eyewall.testkit.internal;

import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Timers;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs the periodic commands of a bolt by the timers of its core, as user code of its task, between
 * two tuples. It replaces the single-threaded scheduler of Storm's windows. Used by the thread that
 * drives the core.
 */
final class EngineScheduler extends AbstractExecutorService implements ScheduledExecutorService {
    private final Executor executor;
    private final Task task;
    private final List<Timers.Timer> timers = new ArrayList<>();
    private boolean shutdown;

    EngineScheduler(Executor executor, Task task) {
        this.executor = executor;
        this.task = task;
    }

    Clock clock() {
        return executor.core().clock();
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
            Runnable command, long initialDelay, long period, TimeUnit unit) {
        long firstNs = clock().nanoTime() + unit.toNanos(initialDelay);
        return new PeriodicCommand(
                schedulePeriodic(firstNs, unit.toNanos(period), command), clock(), firstNs);
    }

    /** Runs a command as user code of the task at {@code firstNs}, then once per period. */
    Timers.Timer schedulePeriodic(long firstNs, long periodNs, Runnable command) {
        Timers.Timer timer =
                executor.core()
                        .timers()
                        .every(
                                firstNs - periodNs,
                                periodNs,
                                () -> executor.proxy().call(task, "timer", command));
        timers.add(timer);
        return timer;
    }

    @Override
    public void shutdown() {
        shutdown = true;
        timers.forEach(Timers.Timer::cancel);
        timers.clear();
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return shutdown;
    }

    @Override
    public void execute(Runnable command) {
        executor.proxy().call(task, "window command", command);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        throw onlyPeriodicError();
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        throw onlyPeriodicError();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
            Runnable command, long initialDelay, long delay, TimeUnit unit) {
        throw onlyPeriodicError();
    }

    private static UnsupportedOperationException onlyPeriodicError() {
        return new UnsupportedOperationException(
                "test driver: only scheduleAtFixedRate is supported, which is all that the windows of"
                        + " Storm 2.8.3 use");
    }

    /**
     * The handle of a periodic command. It is never done: an exception of the command fails the
     * topology instead.
     */
    private record PeriodicCommand(Timers.Timer timer, Clock clock, long firstNs)
            implements ScheduledFuture<Object> {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(firstNs - clock.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(
                    getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            timer.cancel();
            return true;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public boolean isDone() {
            return false;
        }

        @Override
        public Object get() {
            throw new IllegalStateException("a periodic command has no result");
        }

        @Override
        public Object get(long timeout, TimeUnit unit) {
            return get();
        }
    }
}
