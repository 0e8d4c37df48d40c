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
 * Updates the rate counters of a topology's metrics on the monitor's thread (Storm:
 * metrics2/StormMetricRegistry.java {@code RateCounterUpdater}). Storm uses a timer with a thread
 * per topology, which ends the process on any exception, including an exhausted heap.
 */
final class RateCounters {
    private static final Logger LOG = LoggerFactory.getLogger(RateCounters.class);

    private final int intervalSecs;
    private final @Nullable Runnable updater;
    private int secsSinceUpdate;

    private RateCounters(int intervalSecs, @Nullable Runnable updater) {
        this.intervalSecs = intervalSecs;
        this.updater = updater;
    }

    /**
     * Stops the timer of a registry and takes over its work.
     *
     * @param startedRegistry a registry whose timer has just been started
     */
    static RateCounters takeOver(StormMetricRegistry startedRegistry) {
        int intervalSecs = startedRegistry.getRateCounterUpdateIntervalSeconds();
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
                                    .invoke(startedRegistry);
            VarHandle timer =
                    lookup.findVarHandle(
                            StormMetricRegistry.class, "metricTimer", StormTimer.class);
            ((StormTimer) timer.get(startedRegistry)).close();
            return new RateCounters(intervalSecs, updater);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable notAsExpected) {
            LOG.debug("cannot take over Storm's metric timer; it keeps its thread", notAsExpected);
        }
        return new RateCounters(intervalSecs, null);
    }

    /**
     * Counts a second, and updates the counters when their interval has passed. Called by one
     * thread.
     */
    void countSecond() {
        if (++secsSinceUpdate >= intervalSecs && updater != null) {
            secsSinceUpdate = 0;
            updater.run();
        }
    }
}
