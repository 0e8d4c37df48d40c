package io.eyewall.engine.thread;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Timer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The timer on which Storm's statistics renew their buckets (Storm:
 * metric/internal/MetricStatTimer.java), one for all topologies that share Storm's classes. It
 * keeps what has been cancelled until it is due, half a minute later: with many short topologies
 * that is many megabytes. Nobody ends its thread, which keeps those classes. Any thread may call.
 */
public final class StormStatTimer {
    private static final Logger LOG = LoggerFactory.getLogger(StormStatTimer.class);
    private static final String HOLDER = "org.apache.storm.metric.internal.MetricStatTimer";

    private StormStatTimer() {}

    /** Drops what has been cancelled. */
    public static void purge() {
        withTimer(Timer::purge);
    }

    /** Ends its thread: these classes of Storm run no topology any more. */
    public static void end() {
        withTimer(Timer::cancel);
    }

    private static void withTimer(Consumer<Timer> deed) {
        try {
            Class<?> holder = Class.forName(HOLDER);
            VarHandle timer =
                    MethodHandles.privateLookupIn(holder, MethodHandles.lookup())
                            .findStaticVarHandle(holder, "timer", Timer.class);
            deed.accept((Timer) timer.get());
        } catch (ReflectiveOperationException e) {
            LOG.debug("{}.timer is not as expected; it keeps statistics for a while", HOLDER, e);
        }
    }
}
