package io.eyewall.engine.lifecycle;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import org.apache.storm.StormTimer;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the rate counters of a topology's metrics (Storm: metrics2/StormMetricRegistry.java {@code
 * RateCounterUpdater}), in the monitor's rounds. Storm has a timer for that, a thread per topology,
 * which ends the process with whatever it meets, an exhausted heap among it.
 */
final class RateCounters {
    private static final Logger LOG = LoggerFactory.getLogger(RateCounters.class);

    private final int intervalSecs;
    private final @Nullable Runnable updater;
    private int secs;

    private RateCounters(int intervalSecs, @Nullable Runnable updater) {
        this.intervalSecs = intervalSecs;
        this.updater = updater;
    }

    /**
     * Ends a registry's own timer and takes its place.
     *
     * @param started a registry that was started just now
     */
    static RateCounters takeOver(StormMetricRegistry started) {
        int intervalSecs = started.getRateCounterUpdateIntervalSeconds();
        try {
            MethodHandles.Lookup lookup =
                    MethodHandles.privateLookupIn(
                            StormMetricRegistry.class, MethodHandles.lookup());
            Class<?> updaterClass =
                    lookup.findClass(StormMetricRegistry.class.getName() + "$RateCounterUpdater");
            Runnable updater =
                    (Runnable)
                            MethodHandles.privateLookupIn(updaterClass, lookup)
                                    .findConstructor(
                                            updaterClass,
                                            MethodType.methodType(
                                                    void.class, StormMetricRegistry.class))
                                    .invoke(started);
            VarHandle timer =
                    lookup.findVarHandle(
                            StormMetricRegistry.class, "metricTimer", StormTimer.class);
            ((StormTimer) timer.get(started)).close();
            return new RateCounters(intervalSecs, updater);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable notAsExpected) {
            LOG.debug("Storm's metrics keep their own timer", notAsExpected);
        }
        return new RateCounters(intervalSecs, null);
    }

    /** A second has passed. One thread. */
    void tick() {
        if (++secs >= intervalSecs && updater != null) {
            secs = 0;
            updater.run();
        }
    }
}
