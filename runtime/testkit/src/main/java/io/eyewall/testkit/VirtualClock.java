package io.eyewall.testkit;

import io.eyewall.engine.core.Clock;
import java.time.Duration;
import java.time.Instant;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until it is advanced. Used by the thread that drives the engine.
 *
 * <p>It can put {@link Time}, Storm's own clock, into simulation and share its time. Storm has one
 * such clock per process: user code that reads it gets virtual time, but so does everything else
 * that runs in the process meanwhile.
 */
public final class VirtualClock implements Clock, AutoCloseable {
    private record Simulation(Time.SimulatedTime time, SleepWaker waker) {}

    private @Nullable Simulation stormTime;
    private long nowNs;

    private VirtualClock(Instant start) {
        this.nowNs = Math.multiplyExact(start.toEpochMilli(), 1_000_000L);
    }

    /** Returns a clock that is independent of Storm's. */
    public static VirtualClock startingAt(Instant start) {
        return new VirtualClock(start);
    }

    /**
     * Returns a clock that Storm's {@link Time} follows until this clock is closed. When the
     * calling thread sleeps by {@code Time.sleep}, the clock advances by the time of the sleep.
     *
     * @throws IllegalStateException if Storm's time is being simulated already
     */
    public static VirtualClock sharedWithStorm(Instant start) {
        if (Time.isSimulating()) {
            throw new IllegalStateException(
                    "Storm's time is being simulated already, and there is only one per process;"
                            + " close the other simulation first, and run such tests one at a time");
        }
        VirtualClock clock = new VirtualClock(start);
        Time.SimulatedTime simulated = new Time.SimulatedTime();
        Time.advanceTimeNanos(clock.nowNs);
        SleepWaker waker = new SleepWaker(Thread.currentThread());
        clock.stormTime = new Simulation(simulated, waker);
        waker.start();
        return clock;
    }

    /** Advances the clock. */
    public void advance(Duration by) {
        advanceNs(by.toNanos());
    }

    void advanceNs(long byNs) {
        if (byNs < 0) {
            throw new IllegalArgumentException(
                    "virtual clock: can't be set back by " + -byNs + " ns; time only advances");
        }
        if (stormTime == null) {
            nowNs += byNs;
        } else {
            Time.advanceTimeNanos(byNs);
        }
    }

    /** Returns nanoseconds since 1970. */
    @Override
    public long nanoTime() {
        return stormTime == null ? nowNs : Time.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return nanoTime() / 1_000_000;
    }

    /** Ends the simulation of Storm's time, if there is one. */
    @Override
    public void close() {
        Simulation simulation = stormTime;
        if (simulation != null) {
            nowNs = Time.nanoTime();
            stormTime = null;
            simulation.waker().close();
            simulation.time().close();
        }
    }
}
