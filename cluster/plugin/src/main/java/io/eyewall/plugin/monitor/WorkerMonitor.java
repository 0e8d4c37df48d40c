package io.eyewall.plugin.monitor;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures one worker: it holds the meters of the worker's tasks and reports them. It exists from
 * the worker's first task to its last.
 */
final class WorkerMonitor {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerMonitor.class);

    private final WorkerIdentity worker;
    private final MonitorSettings settings;
    private final Map<String, Object> conf;
    private final Map<Integer, TaskMeter> tasks = new ConcurrentHashMap<>();
    private final ReportLoop loop;
    private volatile @Nullable SizeSampler sizes;

    WorkerMonitor(WorkerIdentity worker, MonitorSettings settings, Map<String, Object> conf) {
        this.worker = worker;
        this.settings = settings;
        this.conf = conf;
        this.loop = new ReportLoop(worker, settings, this::windows);
    }

    void start() {
        loop.start();
    }

    /** Stops reporting. Does not wait for a report that is being sent. */
    void close() {
        loop.close();
    }

    /** Starts measuring a task; replaces an earlier meter of the same task. */
    TaskMeter add(TopologyContext context, ExecutorMeter executor) {
        int task = context.getThisTaskId();
        executor.addTask(task);
        boolean spout =
                context.getRawTopology().get_spouts().containsKey(context.getThisComponentId());
        TaskMeter meter = new TaskMeter(task, spout, hasAckers(), executor, () -> sizes);
        tasks.put(task, meter);
        return meter;
    }

    /** Removes a meter and returns whether none is left. */
    boolean remove(TaskMeter meter) {
        tasks.remove(meter.task(), meter);
        return tasks.isEmpty();
    }

    /** Returns the same as Storm's {@code StormCommon.hasAckers}. */
    private boolean hasAckers() {
        return !(conf.get("topology.acker.executors") instanceof Number number)
                || number.intValue() > 0;
    }

    private ReportLoop.Windows windows() {
        if (settings.sizes()) {
            sizes = newSizes();
        }
        ReportBuilder builder =
                new ReportBuilder(worker, new JvmProcessors(), IdleTimes::ns, System.nanoTime());
        return (nowNs, nowMs) -> builder.closeWindow(tasks.values(), nowNs, nowMs);
    }

    private @Nullable SizeSampler newSizes() {
        try {
            return new SizeSampler(conf, System::nanoTime);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("sizes of tuples are not measured; only their number is reported", e);
            return null;
        }
    }
}
