package io.eyewall.engine.lifecycle;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Timers;
import io.eyewall.engine.executor.Executor;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Tells a topology's executors to close, and insists if user code keeps them from it: interrupts,
 * abandons what runs, in the end what cleans up. Any thread; delays are timers of a core, so that a
 * stepped engine needs no other clock.
 */
final class Closing {
    private static final long INTERRUPT_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long ABANDON_AFTER_NS = TimeUnit.SECONDS.toNanos(2);

    private final ExecutorRegistry registry;
    private final Core core;
    private final Queue<CompletableFuture<Void>> alarms = new ConcurrentLinkedQueue<>();

    // For the core's thread.
    private final List<Timers.Timer> timers = new ArrayList<>();
    private boolean ended;

    /**
     * @param core has the timers
     */
    Closing(ExecutorRegistry registry, Core core) {
        this.registry = registry;
        this.core = core;
    }

    /** To be called once; returns at once. */
    void begin() {
        registry.toAll(executor -> executor.proxy().close());
        insistAfter(
                INTERRUPT_AFTER_NS, () -> registry.executors().forEach(Executor::interruptAway));
        insistAfter(ABANDON_AFTER_NS, () -> abandon(false));
        insistAfter(RunningTopology.LONGEST_END.toNanos(), () -> abandon(true));
    }

    private void abandon(boolean alsoCleanup) {
        registry.executors().forEach(executor -> executor.proxy().abandon(alsoCleanup));
    }

    /**
     * What is done if user code keeps the topology from ending. It may be waiting for a clock that
     * nobody sets forward any more, so that this must not.
     */
    private void insistAfter(long delayNs, Runnable command) {
        if (core.clock().isSetFromOutside()) {
            CompletableFuture<Void> alarm = new CompletableFuture<>();
            alarms.add(alarm.completeOnTimeout(null, delayNs, TimeUnit.NANOSECONDS));
            alarms.add(alarm.thenRun(() -> core.submit(command)));
        } else {
            after(delayNs, command);
        }
    }

    /** Has the core run something later, unless the topology has ended by then. */
    void after(long delayNs, Runnable command) {
        core.submit(() -> setTimer(delayNs, command));
    }

    private void setTimer(long delayNs, Runnable command) {
        if (!ended) {
            timers.add(core.timers().at(core.clock().nanoTime() + delayNs, command));
        }
    }

    /** The topology has ended: nothing may hold it any longer. */
    void end() {
        alarms.forEach(alarm -> alarm.cancel(false));
        core.submit(this::cancelTimers);
    }

    private void cancelTimers() {
        ended = true;
        timers.forEach(Timers.Timer::cancel);
        timers.clear();
    }
}
