package io.eyewall.nativetask;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * When a batch is handed over that has not become full. Eyewall's engine calls a task back after
 * its step, on the task's own thread: it has put an {@code Executor} into the task's data.
 * Elsewhere a timer does, a millisecond later, so that the task needs a lock.
 */
final class Soon {
    /** The engine's: {@code BoltExecutor}. */
    private static final String OF_THE_ENGINE = "eyewall.soon";

    private static final long DELAY_MS = 1;

    private Soon() {}

    /** The engine's, or null. */
    static @Nullable Executor ofTheEngine(TopologyContext context) {
        return context.getTaskData(OF_THE_ENGINE) instanceof Executor soon ? soon : null;
    }

    static Executor byTimer() {
        return command -> {
            var unused = Timer.THREAD.schedule(command, DELAY_MS, TimeUnit.MILLISECONDS);
        };
    }

    private static final class Timer {
        static final ScheduledExecutorService THREAD =
                Executors.newSingleThreadScheduledExecutor(
                        command -> {
                            Thread thread = new Thread(command, "eyewall-native-soon");
                            thread.setDaemon(true);
                            return thread;
                        });
    }
}
