package io.eyewall.engine.multilang;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One daemon thread for what is to be done for children later. It ends when nothing is left to do:
 * a thread keeps the class loaders of whose code has started it. The JDK's own, as for the timeouts
 * of futures, would never end.
 */
final class ChildTimer {
    static final ScheduledExecutorService TIMER = timer();

    private ChildTimer() {}

    private static ScheduledExecutorService timer() {
        ScheduledThreadPoolExecutor timer =
                new ScheduledThreadPoolExecutor(
                        1,
                        command -> {
                            // It outlives the topology whose thread starts it: it inherits nothing.
                            Thread thread =
                                    new Thread(null, command, "eyewall-shell-watch", 0, false);
                            thread.setContextClassLoader(ChildTimer.class.getClassLoader());
                            thread.setDaemon(true);
                            return thread;
                        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(1, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        return timer;
    }
}
