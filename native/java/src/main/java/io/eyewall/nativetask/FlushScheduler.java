package io.eyewall.nativetask;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * Schedules the hand-over of a batch that is not full. Eyewall's engine puts an {@code Executor}
 * into the task's data; it runs commands at the end of the step, on the task's own thread. In
 * Storm's workers a timer thread runs commands after a millisecond, so the task needs a lock.
 */
final class FlushScheduler {
    /** Key in the task's data under which the engine's {@code BoltExecutor} puts the executor. */
    private static final String TASK_DATA_KEY = "eyewall.soon";

    private static final long DELAY_MS = 1;

    private FlushScheduler() {}

    /** Returns the engine's executor for the task, or null outside Eyewall's engine. */
    static @Nullable Executor engineExecutor(TopologyContext context) {
        return context.getTaskData(TASK_DATA_KEY) instanceof Executor executor ? executor : null;
    }

    /** Returns an executor that runs each command after a millisecond, on a timer thread. */
    static Executor timerExecutor() {
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
