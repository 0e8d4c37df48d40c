package io.eyewall.plugin.monitor;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the meters of one worker's tasks and reports what they count. It exists from the time when
 * Storm opens the worker's first task until it closes the last one.
 */
final class WorkerMonitor {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerMonitor.class);

    private final WorkerIdentity worker;
    private final MonitorSettings settings;
    private final Map<String, Object> conf;
    private final Map<Integer, TaskMeter> tasks = new ConcurrentHashMap<>();
    private final ReportLoop loop;
    private volatile @Nullable SizeSampler sizeSampler;

    WorkerMonitor(WorkerIdentity worker, MonitorSettings settings, Map<String, Object> conf) {
        this.worker = worker;
        this.settings = settings;
        this.conf = conf;
        this.loop = new ReportLoop(worker, settings, this::createReportSource);
    }

    void start() {
        loop.start();
    }

    /** Stops reporting. Does not wait for a report that is being sent. */
    void close() {
        loop.close();
    }

    /** Starts measuring a task; replaces an earlier meter of the same task. */
    TaskMeter addTask(TopologyContext context, ExecutorMeter executor) {
        int task = context.getThisTaskId();
        executor.addTask(task);
        boolean spout =
                context.getRawTopology().get_spouts().containsKey(context.getThisComponentId());
        TaskMeter meter = new TaskMeter(task, spout, hasAckers(), executor, () -> sizeSampler);
        tasks.put(task, meter);
        return meter;
    }

    /** Removes a task's meter and returns whether no meter is left. */
    boolean removeTask(TaskMeter meter) {
        tasks.remove(meter.task(), meter);
        return tasks.isEmpty();
    }

    /** Returns the same as Storm's {@code StormCommon.hasAckers}. */
    private boolean hasAckers() {
        return !(conf.get("topology.acker.executors") instanceof Number number)
                || number.intValue() > 0;
    }

    private ReportLoop.ReportSource createReportSource() {
        if (settings.samplesSizes()) {
            sizeSampler = createSizeSampler();
        }
        ReportBuilder builder =
                new ReportBuilder(
                        worker, new JvmProcessorTimes(), IdleTimes::idleNs, System.nanoTime());
        return (nowNs, nowMs) -> builder.closeWindow(tasks.values(), nowNs, nowMs);
    }

    private @Nullable SizeSampler createSizeSampler() {
        try {
            return new SizeSampler(conf, System::nanoTime);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("sizes of tuples are not measured; only their number is reported", e);
            return null;
        }
    }
}
