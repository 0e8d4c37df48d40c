package io.eyewall.engine.core;

/**
 * The timers that end the back-off of tasklets that found nothing to do. Back-off passes in real
 * time, as Storm's wait strategies sleep. Where another thread sets the engine's clock ({@link
 * Clock#isSetFromOutside}), these timers therefore go by the system's clock: that thread may wait
 * for an ack meanwhile, and not advance its own. With every other clock the core's ordinary timers
 * are used. For the core's owner thread.
 */
public final class IdleTimers {
    private final Clock clock;
    private final Timers timers;
    private final boolean bypassesClock;

    /**
     * @param clock the engine's clock
     * @param timers the core's timers, by that clock
     */
    IdleTimers(Clock clock, Timers timers) {
        this.bypassesClock = clock.isSetFromOutside();
        this.clock = bypassesClock ? Clock.SYSTEM : clock;
        this.timers = bypassesClock ? new Timers() : timers;
    }

    /**
     * Returns whether back-off goes by the system's clock although the engine's clock is another.
     */
    public boolean passInRealTime() {
        return bypassesClock;
    }

    /** Returns the time by which back-off is measured, in nanoseconds. */
    public long nowNs() {
        return clock.nanoTime();
    }

    /**
     * Runs a command when a back-off ends.
     *
     * @param deadlineNs end of the back-off, by {@link #nowNs}
     */
    public Timers.Timer schedule(long deadlineNs, Runnable command) {
        return timers.at(deadlineNs, command);
    }

    /** Runs the commands that are due, unless the core's timers run them; returns how many ran. */
    int fire() {
        return bypassesClock ? timers.fire(clock.nanoTime()) : 0;
    }

    /**
     * Returns the nanoseconds until the next timer is due; {@code Long.MAX_VALUE} if these are the
     * core's timers.
     */
    long untilNextNs() {
        return bypassesClock ? timers.untilNextNs(clock.nanoTime()) : Long.MAX_VALUE;
    }
}
