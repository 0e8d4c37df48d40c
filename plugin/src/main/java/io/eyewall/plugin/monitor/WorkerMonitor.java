package io.eyewall.plugin.monitor;

import io.eyewall.plugin.wire.LoadReport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures one worker: knows the meters of its tasks, and has the thread that reports them. It
 * lives from its first task to its last.
 */
final class WorkerMonitor {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerMonitor.class);
    private static final Duration SEND_LIMIT = Duration.ofSeconds(5);
    private static final Duration FIRST_SPREAD = Duration.ofSeconds(5);
    private static final long REMIND_MS = 600_000;

    private final WorkerIdentity worker;
    private final MonitorSettings settings;
    private final Map<String, Object> conf;
    private final Map<Integer, TaskMeter> tasks = new ConcurrentHashMap<>();
    private final Thread thread;
    private volatile @Nullable SizeSampler sizes;
    private volatile boolean closed;

    // The reporting thread's:
    private boolean failing;
    private long remindedMs;

    WorkerMonitor(WorkerIdentity worker, MonitorSettings settings, Map<String, Object> conf) {
        this.worker = worker;
        this.settings = settings;
        this.conf = conf;
        this.thread = new Thread(this::run, "eyewall-load-" + worker.port());
        thread.setDaemon(true);
        thread.setContextClassLoader(WorkerMonitor.class.getClassLoader());
    }

    void start() {
        thread.start();
    }

    /** Does not wait for the thread: a report may be under way. */
    void close() {
        closed = true;
        thread.interrupt();
    }

    /** Begins to measure a task; another meter of the same task is forgotten. */
    TaskMeter add(TopologyContext context, ExecutorMeter executor) {
        int task = context.getThisTaskId();
        executor.addTask(task);
        boolean spout =
                context.getRawTopology().get_spouts().containsKey(context.getThisComponentId());
        TaskMeter meter = new TaskMeter(task, spout, hasAckers(), executor, () -> sizes);
        tasks.put(task, meter);
        return meter;
    }

    /** Whether none is left. */
    boolean remove(TaskMeter meter) {
        tasks.remove(meter.task(), meter);
        return tasks.isEmpty();
    }

    /** As {@code StormCommon.hasAckers}. */
    private boolean hasAckers() {
        return !(conf.get("topology.acker.executors") instanceof Number number)
                || number.intValue() > 0;
    }

    // Whatever it is, memory that is short included: a thread of a worker that ends by an exception
    // ends the worker (Utils.setupWorkerUncaughtExceptionHandler).
    @SuppressWarnings("CatchingUnchecked")
    private void run() {
        try {
            if (settings.sizes()) {
                sizes = newSizes();
            }
            ReportBuilder builder =
                    new ReportBuilder(
                            worker, new JvmProcessors(), IdleTimes::ns, System.nanoTime());
            ReportSender sender =
                    new ReportSender(settings.loads(), settings.tokenFile(), SEND_LIMIT);
            long periodNs = settings.period().toNanos();
            // So that all workers of a cluster don't report in the same moment.
            long nextNs =
                    System.nanoTime()
                            + periodNs
                            + ThreadLocalRandom.current()
                                    .nextLong(1 + Math.min(periodNs, FIRST_SPREAD.toNanos()));
            while (!closed) {
                sleepUntil(nextNs);
                report(builder, sender);
                long nowNs = System.nanoTime();
                nextNs = Math.max(nextNs + periodNs, nowNs + periodNs / 2);
            }
        } catch (InterruptedException e) {
            if (!closed) {
                LOG.info("load of {} is no longer reported: interrupted", worker.topology());
            }
        } catch (RuntimeException | Error e) {
            LOG.warn("load of {} is not reported", worker.topology(), e);
        }
    }

    private @Nullable SizeSampler newSizes() {
        try {
            return new SizeSampler(conf, System::nanoTime);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("sizes of tuples are not measured; only their number is reported", e);
            return null;
        }
    }

    private static void sleepUntil(long wakeNs) throws InterruptedException {
        long restNs = wakeNs - System.nanoTime();
        while (restNs > 0) {
            Thread.sleep(restNs / 1_000_000, (int) (restNs % 1_000_000));
            restNs = wakeNs - System.nanoTime();
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // as above; the next window may be better
    private void report(ReportBuilder builder, ReportSender sender) throws InterruptedException {
        try {
            LoadReport report =
                    builder.closeWindow(
                            tasks.values(), System.nanoTime(), System.currentTimeMillis());
            sender.send(report.toFittingJson());
            if (failing) {
                LOG.info("load of {} is reported again", worker.topology());
                failing = false;
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | Error e) {
            long nowMs = System.currentTimeMillis();
            if (!failing || nowMs - remindedMs > REMIND_MS) {
                LOG.warn("load of {} is not reported for now: {}", worker.topology(), e.toString());
                remindedMs = nowMs;
            }
            failing = true;
        }
    }
}
