package io.eyewall.engine.multilang;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One daemon thread for delayed actions on child processes. It ends when nothing is scheduled,
 * because a thread keeps alive the class loaders of the code that started it. The JDK's own timer
 * thread, which serves the timeouts of futures, never ends.
 */
final class ChildTimer {
    static final ScheduledExecutorService TIMER = timer();

    private ChildTimer() {}

    private static ScheduledExecutorService timer() {
        ScheduledThreadPoolExecutor timer =
                new ScheduledThreadPoolExecutor(
                        1,
                        command -> {
                            // Inherits nothing, because it outlives the topology whose thread
                            // starts it.
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
