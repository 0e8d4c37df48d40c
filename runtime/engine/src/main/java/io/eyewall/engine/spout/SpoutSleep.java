package io.eyewall.engine.spout;

import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.spout.SleeplessCall.Sleep;
import org.jspecify.annotations.Nullable;

/**
 * The sleeps with which {@code nextTuple} of an executor's only task begins or ends, as far as the
 * core waits for them ({@link SleepingSpout}). During a sleep at the beginning, the spout counts as
 * being in the call: no completion is delivered, as on Storm. During one at the end the call has
 * returned. Owner thread of the executor's core only.
 */
final class SpoutSleep {
    /**
     * A sleep may end late by its duration divided by this number, so that spouts that sleep
     * equally long share the core's wake-ups. The JVM's own sleeps end even later.
     */
    private static final int LATENESS_DIVISOR = 16;

    private static final long MAX_LATENESS_NS = 1_000_000;

    /** Limits sleeps so that no sum of times overflows. */
    private static final long MAX_SLEEP_NS = Long.MAX_VALUE / 4;

    private final SpoutExecutor executor;

    private Sleep sleep = Sleep.NONE;
    private long untilNs;

    /** Duration of the sleep before the last call. */
    private long sleptNs;

    SpoutSleep(SpoutExecutor executor) {
        this.executor = executor;
    }

    /**
     * Returns whether the core may wait for sleeps. It may not if the executor has several tasks,
     * of which each would sleep by itself, nor if back-offs pass by another clock than the
     * engine's.
     */
    boolean isPossible() {
        return executor.tasks().size() == 1 && !executor.core().idleTimers().passInRealTime();
    }

    private @Nullable SleepingSpout spout() {
        return executor.tasks().size() == 1
                ? ((SpoutTask) executor.tasks().get(0)).sleepingSpout()
                : null;
    }

    /** Returns whether calls of nextTuple may request a sleep, so that each is made by itself. */
    boolean isUsed() {
        return spout() != null;
    }

    /** Returns whether the last call did nothing but request a sleep. */
    boolean isCallPostponed() {
        SleepingSpout spout = spout();
        return spout != null && spout.requestedSleep() == Sleep.BEFORE;
    }

    /**
     * Begins the sleep that the last call requested, if any.
     *
     * @param empty whether the call emitted nothing
     * @param backoff decides how long an idle spout backs off after the sleep
     * @return whether the call did nothing but request the sleep
     */
    boolean beginRequested(boolean empty, SpoutBackoff backoff) {
        SleepingSpout spout = spout();
        if (spout == null || spout.requestedSleep() == Sleep.NONE) {
            return false;
        }
        sleep = spout.requestedSleep();
        long durationNs = Math.min(spout.takeRequestedSleepNs(), MAX_SLEEP_NS);
        long latenessNs = Math.max(1, Math.min(durationNs / LATENESS_DIVISOR, MAX_LATENESS_NS));
        long endNs = executor.core().idleTimers().nowNs() + durationNs;
        untilNs = endNs + Math.floorMod(-endNs, latenessNs);
        sleptNs = durationNs;
        if (sleep == Sleep.AFTER && empty) {
            untilNs += backoff.delayAfterSleepNs(durationNs);
        }
        return sleep == Sleep.BEFORE;
    }

    /** Returns whether nextTuple must not be called now. */
    @HotPath
    boolean isAsleep() {
        return sleep != Sleep.NONE && untilNs - executor.core().idleTimers().nowNs() > 0;
    }

    /**
     * Returns whether the sleep is at the beginning of nextTuple, whose rest is called afterwards.
     */
    boolean isBeforeCall() {
        return sleep == Sleep.BEFORE;
    }

    /** Returns when the sleep is over. */
    long untilNs() {
        return untilNs;
    }

    /** Returns the duration of the last sleep. */
    long sleptNs() {
        return sleptNs;
    }

    /** Ends the sleep because nextTuple is called; returns whether it was the call's beginning. */
    boolean end() {
        boolean before = sleep == Sleep.BEFORE;
        sleep = Sleep.NONE;
        return before;
    }

    /** Makes the sleep end now, as if its time had passed. */
    void endNow() {
        untilNs = executor.core().idleTimers().nowNs();
    }
}
