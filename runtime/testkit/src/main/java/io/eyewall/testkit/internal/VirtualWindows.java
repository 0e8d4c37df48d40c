package io.eyewall.testkit.internal;

import java.util.Collection;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.storm.topology.WindowedBoltExecutor;
import org.apache.storm.windowing.CountTriggerPolicy;
import org.apache.storm.windowing.EvictionContext;
import org.apache.storm.windowing.EvictionPolicy;
import org.apache.storm.windowing.TimeEvictionPolicy;
import org.apache.storm.windowing.TimeTriggerPolicy;
import org.apache.storm.windowing.TimestampExtractor;
import org.apache.storm.windowing.TriggerPolicy;
import org.apache.storm.windowing.WaterMarkEventGenerator;
import org.apache.storm.windowing.WindowManager;
import org.jspecify.annotations.Nullable;

/**
 * Makes the windows of a bolt follow the engine's clock. Three parts of Storm read the machine's
 * clock: the thread of a time trigger, the thread that generates watermarks, and the code that
 * stamps tuples without a timestamp (Storm: windowing/TimeTriggerPolicy.java,
 * CountTriggerPolicy.java, TimeEvictionPolicy.java, WaterMarkEventGenerator.java,
 * WindowManager.java).
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // all windows contain tuples
final class VirtualWindows {
    private static final PrivateField<WindowManager> MANAGER =
            PrivateField.find(WindowedBoltExecutor.class, "windowManager", WindowManager.class);
    private static final PrivateField<TriggerPolicy> TRIGGER =
            PrivateField.find(WindowedBoltExecutor.class, "triggerPolicy", TriggerPolicy.class);
    private static final PrivateField<EvictionPolicy> EVICTION =
            PrivateField.find(WindowedBoltExecutor.class, "evictionPolicy", EvictionPolicy.class);
    private static final PrivateField<WaterMarkEventGenerator> WATERMARKS =
            PrivateField.find(
                    WindowedBoltExecutor.class,
                    "waterMarkEventGenerator",
                    WaterMarkEventGenerator.class);
    private static final PrivateField<TimestampExtractor> TIMESTAMPS =
            PrivateField.find(
                    WindowedBoltExecutor.class, "timestampExtractor", TimestampExtractor.class);
    private static final PrivateField<Collection> QUEUE =
            PrivateField.find(WindowManager.class, "queue", Collection.class);
    private static final PrivateField<EvictionPolicy> TIME_TRIGGER_EVICTION =
            PrivateField.find(TimeTriggerPolicy.class, "evictionPolicy", EvictionPolicy.class);
    private static final PrivateField<EvictionPolicy> COUNT_TRIGGER_EVICTION =
            PrivateField.find(CountTriggerPolicy.class, "evictionPolicy", EvictionPolicy.class);
    private static final PrivateField<ScheduledExecutorService> TIME_TRIGGER_EXECUTOR =
            PrivateField.find(TimeTriggerPolicy.class, "executor", ScheduledExecutorService.class);
    private static final PrivateField<ScheduledFuture> TIME_TRIGGER_FUTURE =
            PrivateField.find(TimeTriggerPolicy.class, "executorFuture", ScheduledFuture.class);
    private static final PrivateField<ScheduledExecutorService> WATERMARK_EXECUTOR =
            PrivateField.find(
                    WaterMarkEventGenerator.class,
                    "executorService",
                    ScheduledExecutorService.class);
    private static final PrivateField<ScheduledFuture> WATERMARK_FUTURE =
            PrivateField.find(
                    WaterMarkEventGenerator.class, "executorFuture", ScheduledFuture.class);
    private static final PrivateField<EvictionContext> TIME_EVICTION_CONTEXT =
            PrivateField.find(TimeEvictionPolicy.class, "evictionContext", EvictionContext.class);
    private static final PrivateField<Long> TIME_EVICTION_DELTA =
            PrivateField.find(TimeEvictionPolicy.class, "delta", Long.class);

    private VirtualWindows() {}

    /**
     * Makes a bolt follow the scheduler's clock; to be called after {@code prepare} and before the
     * first tuple.
     */
    static void followClock(WindowedBoltExecutor bolt, EngineScheduler scheduler) {
        TriggerPolicy trigger = TRIGGER.get(bolt);
        EvictionPolicy eviction = EVICTION.get(bolt);
        WindowManager manager = MANAGER.get(bolt);
        boolean hasTimestampExtractor = TIMESTAMPS.getOrNull(bolt) != null;
        if (!hasTimestampExtractor) {
            EvictionPolicy virtual = new VirtualEviction<>(eviction, scheduler.clock());
            manager.setEvictionPolicy(virtual);
            QUEUE.set(manager, new TimestampingQueue<>(QUEUE.get(manager), scheduler.clock()));
            if (trigger instanceof TimeTriggerPolicy) {
                TIME_TRIGGER_EVICTION.set(trigger, virtual);
            } else if (trigger instanceof CountTriggerPolicy) {
                COUNT_TRIGGER_EVICTION.set(trigger, virtual);
            }
        }
        if (trigger instanceof TimeTriggerPolicy
                && replaceThread(trigger, TIME_TRIGGER_EXECUTOR, TIME_TRIGGER_FUTURE, scheduler)) {
            forgetRealTriggers(eviction);
            trigger.start();
        }
        WaterMarkEventGenerator<?> watermarks = WATERMARKS.getOrNull(bolt);
        if (watermarks != null
                && replaceThread(watermarks, WATERMARK_EXECUTOR, WATERMARK_FUTURE, scheduler)) {
            watermarks.start();
        }
    }

    /**
     * Ends Storm's thread and replaces it by the scheduler.
     *
     * @return whether Storm had started the thread, so that the caller must start the owner again;
     *     a stateful bolt starts its threads only once its state is there
     */
    private static boolean replaceThread(
            Object owner,
            PrivateField<ScheduledExecutorService> thread,
            PrivateField<ScheduledFuture> future,
            EngineScheduler scheduler) {
        ScheduledExecutorService real = thread.get(owner);
        boolean started = future.getOrNull(owner) != null;
        future.set(owner, null); // a cancelled future would be reported as a failure
        real.shutdownNow();
        awaitEnd(real);
        thread.set(owner, scheduler);
        return started;
    }

    private static void awaitEnd(ScheduledExecutorService real) {
        try {
            if (!real.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "test driver: the timer thread of a window does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Undoes what Storm's thread may have done if it had time to trigger the empty window. */
    private static void forgetRealTriggers(EvictionPolicy eviction) {
        if (eviction instanceof TimeEvictionPolicy) {
            @Nullable EvictionContext none = null;
            TIME_EVICTION_CONTEXT.set(eviction, none);
            TIME_EVICTION_DELTA.set(eviction, 0L);
        }
    }
}
