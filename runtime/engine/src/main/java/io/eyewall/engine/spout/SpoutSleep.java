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
     * Divisor of a sleep: it may end later by such a part, so that spouts that sleep equally long
     * share the core's wake-ups. Less than the JVM's own sleeps are late by.
     */
    private static final int LATENESS_DIVISOR = 16;

    private static final long MAX_LATENESS_NS = 1_000_000;

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
     * Returns whether the core may wait: not if several tasks take turns, of which each would sleep
     * by itself, nor if another thread sets the clock.
     */
    boolean isPossible() {
        return executor.tasks().size() == 1 && !executor.core().idleTimers().passInRealTime();
    }

    private @Nullable SleepingSpout spout() {
        return executor.tasks().size() == 1
                ? ((SpoutTask) executor.tasks().get(0)).sleeping()
                : null;
    }

    /** Returns whether calls of nextTuple may ask for a sleep, so that each is made by itself. */
    boolean isUsed() {
        return spout() != null;
    }

    /** Returns whether the last call has done nothing but ask for a sleep. */
    boolean isCallPostponed() {
        SleepingSpout spout = spout();
        return spout != null && spout.requested() == Sleep.BEFORE;
    }

    /**
     * Begins the sleep that the last call has asked for, if any.
     *
     * @param empty whether the call emitted nothing
     * @param backoff decides how long an idle spout is left alone after the sleep
     * @return whether the call has done nothing but ask
     */
    boolean begin(boolean empty, SpoutBackoff backoff) {
        SleepingSpout spout = spout();
        if (spout == null || spout.requested() == Sleep.NONE) {
            return false;
        }
        sleep = spout.requested();
        long durationNs = Math.min(spout.takeRequest(), MAX_SLEEP_NS);
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

    /** Returns whether a call of nextTuple is to follow that has begun with a sleep. */
    boolean isBefore() {
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

    /** Ends a sleep since nextTuple is called; returns whether the call has begun with it. */
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
