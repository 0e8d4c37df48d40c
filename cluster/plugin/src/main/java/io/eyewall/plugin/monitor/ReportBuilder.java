package io.eyewall.plugin.monitor;

import io.eyewall.plugin.wire.LoadReport;
import io.eyewall.plugin.wire.LoadReport.ExecutorUse;
import io.eyewall.plugin.wire.LoadReport.TaskTraffic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Builds the reports of one worker, each about the time since the previous report. Used by the
 * reporting thread.
 */
final class ReportBuilder {
    private static final int SPARE_THREADS = 16; // room for threads that start while all are listed

    private final ReportFrame frame;
    private final ProcessorTimes processorTimes;
    private final ToLongFunction<Thread> idleNs;
    private final Map<ExecutorMeter, LastReading> lastReadings = new HashMap<>();

    /** An executor's thread and its processor time at the end of the last window. */
    private static final class LastReading {
        private @Nullable Thread thread;
        private long usedNs; // without the time spent waiting
    }

    /** The tuples of an executor's tasks in a window. */
    private static final class TupleCount {
        private long tuples;
    }

    /** The traffic from a sender to a receiver in a window, over all streams. */
    private static final class Flow {
        private long tuples;
        private double bytes;
    }

    /**
     * @param idleNs returns the processor time that a thread has spent waiting
     * @param nowNs the start of the first window
     */
    ReportBuilder(
            WorkerIdentity worker,
            ProcessorTimes processorTimes,
            ToLongFunction<Thread> idleNs,
            long nowNs) {
        this.frame = new ReportFrame(worker, processorTimes, nowNs);
        this.processorTimes = processorTimes;
        this.idleNs = idleNs;
    }

    /**
     * Ends the window and returns its report.
     *
     * @param tasks all tasks of the worker
     * @param nowNs the time by {@link System#nanoTime}, later than at the previous call
     * @param nowMs the time by the host's clock
     */
    LoadReport closeWindow(Collection<TaskMeter> tasks, long nowNs, long nowMs) {
        double windowNs = frame.endWindow(nowNs);
        Map<ExecutorMeter, TupleCount> executors = new HashMap<>();
        Map<Long, Flow> flows = new HashMap<>();
        for (TaskMeter task : tasks) {
            executors.computeIfAbsent(task.executor(), key -> new TupleCount()).tuples +=
                    task.takeTuples();
            task.closeWindow(
                    (to, tuples, bytes) -> {
                        long pair = ((long) task.task() << Integer.SIZE) | to;
                        Flow flow = flows.computeIfAbsent(pair, key -> new Flow());
                        flow.tuples += tuples;
                        flow.bytes += bytes;
                    });
        }
        lastReadings.keySet().retainAll(executors.keySet());
        List<ExecutorUse> uses = new ArrayList<>();
        executors.forEach((executor, sum) -> uses.add(executorUse(executor, sum, windowNs)));
        List<TaskTraffic> traffic =
                flows.entrySet().stream()
                        .map(
                                e ->
                                        new TaskTraffic(
                                                (int) (e.getKey() >>> Integer.SIZE),
                                                e.getKey().intValue(),
                                                e.getValue().tuples,
                                                Math.round(e.getValue().bytes)))
                        .toList();
        return frame.buildReport(nowMs, uses, traffic);
    }

    private ExecutorUse executorUse(ExecutorMeter executor, TupleCount sum, double windowNs) {
        LastReading last = lastReadings.computeIfAbsent(executor, key -> new LastReading());
        Thread thread = executor.thread();
        if (thread == null && last.thread == null) {
            last.thread = threadByName(executor);
        } else if (thread != null && thread != last.thread) {
            last.thread = thread;
            last.usedNs = 0;
        }
        long windowUsedNs = 0;
        if (last.thread != null) {
            // The waiting time is read first: waiting that is added between the two reads counts
            // as load until the next window.
            long threadIdleNs = idleNs.applyAsLong(last.thread);
            long threadUsedNs = processorTimes.threadNs(last.thread) - threadIdleNs;
            // If it has not grown, then the thread has ended, or its waiting time was
            // overestimated.
            if (threadUsedNs > last.usedNs) {
                windowUsedNs = threadUsedNs - last.usedNs;
                last.usedNs = threadUsedNs;
            }
        }
        return new ExecutorUse(
                executor.component(),
                executor.firstTask(),
                executor.lastTask(),
                windowUsedNs / windowNs,
                sum.tuples);
    }

    /**
     * Returns the thread of an executor that has called no hook yet; null unless exactly one thread
     * has its name.
     */
    private static @Nullable Thread threadByName(ExecutorMeter executor) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread[] all = new Thread[2 * group.activeCount() + SPARE_THREADS];
        int count = group.enumerate(all);
        Thread found = null;
        for (int i = 0; i < count; i++) {
            if (executor.mayBeThreadName(all[i].getName())) {
                if (found != null) {
                    return null;
                }
                found = all[i];
            }
        }
        return found;
    }
}
