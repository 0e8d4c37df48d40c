package io.eyewall.engine.thread;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Timer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The timer on which Storm's statistics renew their buckets (Storm:
 * metric/internal/MetricStatTimer.java), shared by all topologies that share Storm's classes. The
 * timer keeps a cancelled task until it is due, half a minute later: with many short topologies
 * these are many megabytes. Storm never ends the timer's thread, which keeps Storm's classes in
 * memory. Any thread may call the methods.
 */
public final class StormStatTimer {
    private static final Logger LOG = LoggerFactory.getLogger(StormStatTimer.class);
    private static final String HOLDER = "org.apache.storm.metric.internal.MetricStatTimer";

    private StormStatTimer() {}

    /** Removes the tasks that have been cancelled. */
    public static void purge() {
        withTimer(Timer::purge);
    }

    /** Ends the timer's thread. Called when these classes of Storm run no topology any more. */
    public static void end() {
        withTimer(Timer::cancel);
    }

    private static void withTimer(Consumer<Timer> action) {
        try {
            Class<?> holder = Class.forName(HOLDER);
            VarHandle timer =
                    MethodHandles.privateLookupIn(holder, MethodHandles.lookup())
                            .findStaticVarHandle(holder, "timer", Timer.class);
            action.accept((Timer) timer.get());
        } catch (ReflectiveOperationException e) {
            LOG.debug(
                    "cannot access {}.timer: cancelled statistics stay in memory until due",
                    HOLDER,
                    e);
        }
    }
}
