package io.eyewall.engine.executor;

import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.StreamSource;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Constants;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Tick tuples and metrics ticks of one executor (Storm: executor/Executor.java). */
final class Ticks {
    private Ticks() {}

    /** Sets the timers of an executor that has just been opened. */
    static void start(Executor executor) {
        int secs = executor.settings().tickSecs();
        if (secs > 0) {
            every(executor, secs, () -> tick(executor, secs));
        }
        MetricsTick metrics = new MetricsTick(executor);
        for (int interval : metrics.intervalsSecs()) {
            every(
                    executor,
                    interval,
                    () ->
                            executor.addChore(
                                    () -> metrics.collect(interval), () -> metrics.emit(interval)));
        }
    }

    private static void every(Executor executor, int secs, Runnable command) {
        executor.every(TimeUnit.SECONDS.toNanos(secs), command);
    }

    private static void tick(Executor executor, int secs) {
        for (Task task : executor.tasks()) {
            StreamSource source =
                    new StreamSource(
                            task.systemContext(),
                            Constants.SYSTEM_COMPONENT_ID,
                            (int) Constants.SYSTEM_TASK_ID,
                            Constants.SYSTEM_TICK_STREAM_ID,
                            new Fields("rate_secs"),
                            task.tickStreamKey());
            executor.enqueue(new EngineTuple(source, new Values(secs), task, null));
        }
    }
}
