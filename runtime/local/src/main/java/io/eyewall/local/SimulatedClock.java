package io.eyewall.local;

import io.eyewall.engine.core.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.storm.utils.Time;

/**
 * Storm's simulated time as an engine's clock (Storm: utils/Time.java). Simulated time is a static
 * of the process; when the simulation ends, or another begins at zero, this clock stands still,
 * because an engine's clock must not go back. Any thread may call.
 */
final class SimulatedClock implements Clock {
    private final BooleanSupplier simulating;
    private final LongSupplier timeNs;
    private final AtomicLong latestNs = new AtomicLong();

    /** Creates a clock that reads {@link Time}. */
    SimulatedClock() {
        this(Time::isSimulating, Time::nanoTime);
    }

    /**
     * @param simulating whether time is simulated at this moment
     * @param timeNs returns the simulated time, or the machine's if time is not simulated
     */
    SimulatedClock(BooleanSupplier simulating, LongSupplier timeNs) {
        this.simulating = simulating;
        this.timeNs = timeNs;
    }

    @Override
    public long nanoTime() {
        boolean simulatedBefore = simulating.getAsBoolean();
        long nowNs = timeNs.getAsLong();
        // Checked after the reading, too: if the simulation has ended meanwhile, the reading is
        // the machine's time.
        boolean simulated = simulatedBefore && simulating.getAsBoolean();
        return latestNs.accumulateAndGet(simulated ? nowNs : 0, Math::max);
    }

    @Override
    public long currentTimeMillis() {
        return Time.nanosToMillis(nanoTime());
    }

    @Override
    public boolean isSetFromOutside() {
        return true;
    }
}
