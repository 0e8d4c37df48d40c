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
 * Closes a topology's executors, and escalates if user code keeps them from closing: interrupts it,
 * then abandons running calls, then abandons cleanup calls. May be called by any thread. The delays
 * are timers of a core, so that a stepped engine needs no other clock.
 */
final class Closing {
    private static final long INTERRUPT_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long ABANDON_AFTER_NS = TimeUnit.SECONDS.toNanos(2);

    private final ExecutorRegistry registry;
    private final Core core;
    private final Queue<CompletableFuture<Void>> alarms = new ConcurrentLinkedQueue<>();

    // Used by the owner of the core only.
    private final List<Timers.Timer> timers = new ArrayList<>();
    private boolean ended;

    /**
     * @param core runs the timers
     */
    Closing(ExecutorRegistry registry, Core core) {
        this.registry = registry;
        this.core = core;
    }

    /** Starts closing and returns immediately. Must be called once. */
    void begin() {
        registry.forEachExecutor(executor -> executor.proxy().close());
        escalateAfter(
                INTERRUPT_AFTER_NS,
                () -> registry.executors().forEach(Executor::interruptUserCode));
        escalateAfter(ABANDON_AFTER_NS, () -> abandon(false));
        escalateAfter(RunningTopology.MAX_END_TIME.toNanos(), () -> abandon(true));
    }

    private void abandon(boolean evenCleaningUp) {
        registry.executors().forEach(executor -> executor.proxy().abandon(evenCleaningUp));
    }

    /**
     * Runs a command if user code has kept the topology from ending for {@code delayNs}. If the
     * engine's clock is set from outside, the delay is in real time, since user code may wait for
     * that clock although it no longer advances.
     */
    private void escalateAfter(long delayNs, Runnable command) {
        if (core.clock().isSetFromOutside()) {
            CompletableFuture<Void> alarm = new CompletableFuture<>();
            alarms.add(alarm.completeOnTimeout(null, delayNs, TimeUnit.NANOSECONDS));
            alarms.add(alarm.thenRun(() -> core.submit(command)));
        } else {
            runAfter(delayNs, command);
        }
    }

    /** Runs a command on the core after a delay, unless the topology has ended by then. */
    void runAfter(long delayNs, Runnable command) {
        core.submit(() -> setTimer(delayNs, command));
    }

    private void setTimer(long delayNs, Runnable command) {
        if (!ended) {
            timers.add(core.timers().at(core.clock().nanoTime() + delayNs, command));
        }
    }

    /** Cancels all timers, so that they do not keep a topology that has ended in memory. */
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
