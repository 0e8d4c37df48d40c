package io.eyewall.engine.core;

/**
 * When tasklets that found nothing to do are to look again. As Storm's wait strategies sleep in
 * real time, so these rests pass in real time, also where the engine's clock is one that somebody
 * sets: who feeds a spout and then waits for the ack sets no clock meanwhile. A clock that stands
 * still between the steps of its caller is not such a one: there, rests are timers like all others.
 * For the core's own thread alone.
 */
public final class IdleTimers {
    private final Clock clock;
    private final Timers timers;
    private final boolean apart;

    /**
     * @param clock the engine's
     * @param timers the core's, by that clock
     */
    IdleTimers(Clock clock, Timers timers) {
        this.apart = clock.isSetFromOutside();
        this.clock = apart ? Clock.SYSTEM : clock;
        this.timers = apart ? new Timers() : timers;
    }

    /** Whether time passes here otherwise than for the engine's timers. */
    public boolean passInRealTime() {
        return apart;
    }

    /** The time that rests are measured by, in nanoseconds. */
    public long nowNs() {
        return clock.nanoTime();
    }

    /**
     * Runs a command at the end of a rest.
     *
     * @param deadlineNs when, by {@link #nowNs}
     */
    public Timers.Timer until(long deadlineNs, Runnable command) {
        return timers.at(deadlineNs, command);
    }

    /** Ends those that are over, unless the core's timers do; how many. */
    int fire() {
        return apart ? timers.fire(clock.nanoTime()) : 0;
    }

    /** Nanoseconds until the next one is over; {@code Long.MAX_VALUE} if the core's timers know. */
    long untilNextNs() {
        return apart ? timers.untilNextNs(clock.nanoTime()) : Long.MAX_VALUE;
    }
}
