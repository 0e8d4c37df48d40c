package io.eyewall.engine.spout;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.IdleTimers;
import io.eyewall.engine.executor.SpoutWait;

/**
 * Decides when a spout executor on its core gets its next slice: immediately, or after a back-off.
 * Owner thread of the executor's core only.
 */
final class SpoutBackoff {
    private final SpoutExecutor executor;
    private final SpoutWait wait;
    private final EmitIntervalEstimator emitInterval = new EmitIntervalEstimator();
    private final Runnable onWake = this::wake;
    private final Runnable onSleepEnd = this::endSleep;
    private boolean sleeping;
    private boolean sleepTimerIsSet;
    private int emptySlices;

    SpoutBackoff(SpoutExecutor executor, SpoutWait wait) {
        this.executor = executor;
        this.wait = wait;
    }

    /**
     * Called when a slice emitted something.
     *
     * @param rounds number of rounds of calls that emitted
     */
    void onEmit(int rounds) {
        emitInterval.onEmit(executor.core().nowNs(), rounds);
    }

    /** Schedules no slice: the event that ends the current obstacle makes the executor ready. */
    void waitForEvent() {
        emptySlices = 0;
    }

    /** Schedules a slice immediately, since there is more to do. */
    void continueNow() {
        emptySlices = 0;
        executor.core().makeReady(executor);
    }

    /**
     * Schedules a slice after the last call of nextTuple emitted nothing: immediately, or after a
     * back-off.
     */
    void onEmptySlice() {
        Core core = executor.core();
        if (emptySlices < wait.eagerCalls()) {
            emptySlices++;
            core.makeReady(executor);
        } else if (!sleeping) {
            sleeping = true;
            IdleTimers idleTimers = core.idleTimers();
            long nowNs = idleTimers.nowNs();
            long delayNs =
                    executor.sleep().isUsed()
                            ? delayAfterSleepNs(executor.sleep().sleptNs())
                            : delayNs(idleTimers, nowNs);
            executor.backOffUntil(nowNs + delayNs, onWake);
        }
    }

    /**
     * Returns the back-off. The emit interval is measured by the engine's clock, so it does not
     * apply where back-offs pass by another clock.
     */
    private long delayNs(IdleTimers idleTimers, long nowNs) {
        boolean byPace = wait.byPace() && !idleTimers.passInRealTime();
        return byPace ? emitInterval.delayNs(nowNs, wait.delayNs()) : wait.delayNs();
    }

    /**
     * Returns the back-off of a spout that has emitted nothing but slept, less the time that it has
     * slept; Storm's back-off at least, or the usual one if that is shorter.
     */
    long delayAfterSleepNs(long sleptNs) {
        IdleTimers idleTimers = executor.core().idleTimers();
        long delayNs = delayNs(idleTimers, idleTimers.nowNs());
        return Math.max(Math.min(delayNs, wait.delayNs()), delayNs - sleptNs);
    }

    /** Schedules a slice at the end of a sleep of the spout. */
    void sleepUntil(long untilNs) {
        emptySlices = 0;
        if (!sleepTimerIsSet) {
            sleepTimerIsSet = true;
            executor.backOffUntil(untilNs, onSleepEnd);
        }
    }

    private void endSleep() {
        sleepTimerIsSet = false;
        executor.core().makeReady(executor);
    }

    private void wake() {
        sleeping = false;
        executor.core().makeReady(executor);
    }
}
