package io.eyewall.local;

import io.eyewall.engine.core.Clock;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.utils.Time;

/**
 * Storm's simulated time as an engine's clock (Storm: utils/Time.java). It is a static of the
 * process; when its simulation ends, or another begins at zero, this clock stands still, as clocks
 * of the engine must not go back. Any thread may ask.
 */
final class SimulatedClock implements Clock {
    private final AtomicLong latestNs = new AtomicLong();

    @Override
    public long nanoTime() {
        long nowNs = Time.isSimulating() ? Time.nanoTime() : 0;
        return latestNs.accumulateAndGet(nowNs, Math::max);
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
