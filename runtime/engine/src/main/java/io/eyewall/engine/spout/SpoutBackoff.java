package io.eyewall.engine.spout;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.IdleTimers;
import io.eyewall.engine.executor.SpoutWait;
import io.eyewall.rules.EmitIntervalEstimator;

/**
 * Decides when a spout executor on its core gets its next slice: immediately, or after a back-off.
 * Owner thread of the executor's core only.
 */
final class SpoutBackoff {
    private final SpoutExecutor executor;
    private final SpoutWait spoutWait;
    private final EmitIntervalEstimator intervalEstimator = new EmitIntervalEstimator();
    private final Runnable onBackoffEnd = this::endBackoff;
    private final Runnable onSleepEnd = this::endSleep;
    private boolean isBackingOff;
    private boolean sleepTimerIsSet;
    private int emptySlices;

    SpoutBackoff(SpoutExecutor executor, SpoutWait spoutWait) {
        this.executor = executor;
        this.spoutWait = spoutWait;
    }

    /**
     * Called when a slice emitted something.
     *
     * @param rounds number of rounds of calls that emitted
     */
    void onEmit(int rounds) {
        intervalEstimator.onEmit(executor.core().nowNs(), rounds);
    }

    /** Schedules no slice: the event for which the executor waits makes it ready. */
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
        if (emptySlices < spoutWait.eagerCalls()) {
            emptySlices++;
            core.makeReady(executor);
        } else if (!isBackingOff) {
            isBackingOff = true;
            IdleTimers idleTimers = core.idleTimers();
            long nowNs = idleTimers.nowNs();
            long delayNs =
                    executor.sleep().isUsed()
                            ? delayAfterSleepNs(executor.sleep().sleptNs())
                            : delayNs(idleTimers, nowNs);
            executor.backOffUntil(nowNs + delayNs, onBackoffEnd);
        }
    }

    /**
     * Returns the back-off. The emit interval is measured by the engine's clock, so it does not
     * apply where back-offs pass by another clock.
     */
    private long delayNs(IdleTimers idleTimers, long nowNs) {
        boolean usesEstimate = spoutWait.followsEmitInterval() && !idleTimers.passInRealTime();
        return usesEstimate
                ? intervalEstimator.delayNs(nowNs, spoutWait.delayNs())
                : spoutWait.delayNs();
    }

    /**
     * Returns the back-off of a spout that has emitted nothing but slept, less the time that it has
     * slept. The result is at least Storm's back-off or, if that is shorter, the back-off of a
     * spout that has not slept.
     */
    long delayAfterSleepNs(long sleptNs) {
        IdleTimers idleTimers = executor.core().idleTimers();
        long delayNs = delayNs(idleTimers, idleTimers.nowNs());
        return Math.max(Math.min(delayNs, spoutWait.delayNs()), delayNs - sleptNs);
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

    private void endBackoff() {
        isBackingOff = false;
        executor.core().makeReady(executor);
    }
}
