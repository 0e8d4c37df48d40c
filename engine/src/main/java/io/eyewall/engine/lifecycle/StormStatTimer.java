package io.eyewall.engine.lifecycle;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The timer of the process on which Storm's statistics renew their buckets (Storm:
 * metric/internal/MetricStatTimer.java). It keeps what has been cancelled until it is due, half a
 * minute later: with many short topologies that is many megabytes.
 */
final class StormStatTimer {
    private static final Logger LOG = LoggerFactory.getLogger(StormStatTimer.class);
    private static final String HOLDER = "org.apache.storm.metric.internal.MetricStatTimer";

    private StormStatTimer() {}

    /** Drops what has been cancelled. */
    static void purge() {
        try {
            Class<?> holder = Class.forName(HOLDER);
            VarHandle timer =
                    MethodHandles.privateLookupIn(holder, MethodHandles.lookup())
                            .findStaticVarHandle(holder, "timer", Timer.class);
            ((Timer) timer.get()).purge();
        } catch (ReflectiveOperationException e) {
            LOG.debug("{}.timer is not as expected; it keeps statistics for a while", HOLDER, e);
        }
    }
}
