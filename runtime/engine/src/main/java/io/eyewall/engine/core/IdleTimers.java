package io.eyewall.engine.core;

/**
 * The timers that end the back-off of tasklets that found nothing to do. Storm's wait strategies
 * sleep in real time, and so do these timers, even where the engine's clock is one that another
 * thread advances: a thread that feeds a spout and then waits for the ack does not advance the
 * clock meanwhile. A clock that changes only between the steps that its own thread makes is not
 * advanced by another thread: with such a clock, back-off uses the core's ordinary timers. For the
 * core's owner thread.
 */
public final class IdleTimers {
    private final Clock clock;
    private final Timers timers;
    private final boolean realTime;

    /**
     * @param clock the engine's clock
     * @param timers the core's timers, by that clock
     */
    IdleTimers(Clock clock, Timers timers) {
        this.realTime = clock.isSetFromOutside();
        this.clock = realTime ? Clock.SYSTEM : clock;
        this.timers = realTime ? new Timers() : timers;
    }

    /** Returns whether back-off is measured in real time and not by the engine's clock. */
    public boolean passInRealTime() {
        return realTime;
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
        return realTime ? timers.fire(clock.nanoTime()) : 0;
    }

    /**
     * Returns the nanoseconds until the next timer is due; {@code Long.MAX_VALUE} if these are the
     * core's timers.
     */
    long untilNextNs() {
        return realTime ? timers.untilNextNs(clock.nanoTime()) : Long.MAX_VALUE;
    }
}
