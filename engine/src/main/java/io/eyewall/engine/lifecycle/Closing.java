package io.eyewall.engine.lifecycle;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.executor.Executor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Tells a topology's executors to close, and insists if user code keeps them from it: interrupts,
 * abandons what runs, in the end what cleans up. Any thread; delays are timers of a core, so that a
 * stepped engine needs no other clock.
 */
final class Closing {
    private static final long INTERRUPT_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long ABANDON_AFTER_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long ABANDON_CLEANUP_AFTER_NS = TimeUnit.SECONDS.toNanos(30);

    private final Roster roster;
    private final Core core;

    /**
     * @param core has the timers
     */
    Closing(Roster roster, Core core) {
        this.roster = roster;
        this.core = core;
    }

    /** To be called once; returns at once. */
    void begin() {
        roster.toAll(executor -> executor.proxy().close());
        insistAfter(INTERRUPT_AFTER_NS, () -> roster.executors().forEach(Executor::interruptAway));
        insistAfter(ABANDON_AFTER_NS, () -> abandon(false));
        insistAfter(ABANDON_CLEANUP_AFTER_NS, () -> abandon(true));
    }

    private void abandon(boolean alsoCleanup) {
        roster.executors().forEach(executor -> executor.proxy().abandon(alsoCleanup));
    }

    /**
     * What is done if user code keeps the topology from ending. It may be waiting for a clock that
     * nobody sets forward any more, so that this must not.
     */
    private void insistAfter(long delayNs, Runnable command) {
        if (core.clock().isSetFromOutside()) {
            CompletableFuture.delayedExecutor(delayNs, TimeUnit.NANOSECONDS)
                    .execute(() -> core.submit(command));
        } else {
            after(delayNs, command);
        }
    }

    /** Has the core run something later. */
    void after(long delayNs, Runnable command) {
        core.submit(() -> core.timers().at(core.clock().nanoTime() + delayNs, command));
    }
}
