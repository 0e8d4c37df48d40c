package io.eyewall.benchmarks.allocation;

import io.eyewall.engine.core.Clock;

/** No timer is ever due after the first instant. */
final class StandingClock implements Clock {
    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public long currentTimeMillis() {
        return 0;
    }
}
