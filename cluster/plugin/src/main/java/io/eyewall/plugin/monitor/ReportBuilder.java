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

/** Builds reports of the counts since the previous report. Used by the reporting thread. */
final class ReportBuilder {
    private static final int ROOM = 16; // for threads that start meanwhile

    private final ReportFrame frame;
    private final Processors processors;
    private final ToLongFunction<Thread> idleNs;
    private final Map<ExecutorMeter, Usage> usages = new HashMap<>();

    /** The processor time of an executor's thread at the end of the last window. */
    private static final class Usage {
        private @Nullable Thread thread;
        private long usedNs;
    }

    /** The sums of an executor. */
    private static final class Sum {
        private long tuples;
    }

    /** The sums of a sender and a receiver. */
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
            Processors processors,
            ToLongFunction<Thread> idleNs,
            long nowNs) {
        this.frame = new ReportFrame(worker, processors, nowNs);
        this.processors = processors;
        this.idleNs = idleNs;
    }

    /**
     * Ends the window and returns its report.
     *
     * @param tasks all tasks of the worker
     * @param nowNs the time, later than at the previous call
     */
    LoadReport closeWindow(Collection<TaskMeter> tasks, long nowNs, long nowMs) {
        double windowNs = frame.advance(nowNs);
        Map<ExecutorMeter, Sum> executors = new HashMap<>();
        Map<Long, Flow> flows = new HashMap<>();
        for (TaskMeter task : tasks) {
            executors.computeIfAbsent(task.executor(), key -> new Sum()).tuples +=
                    task.tuplesOfWindow();
            task.closeWindow(
                    (to, tuples, bytes) -> {
                        long pair = ((long) task.task() << Integer.SIZE) | to;
                        Flow flow = flows.computeIfAbsent(pair, key -> new Flow());
                        flow.tuples += tuples;
                        flow.bytes += bytes;
                    });
        }
        usages.keySet().retainAll(executors.keySet());
        List<ExecutorUse> uses = new ArrayList<>();
        executors.forEach((executor, sum) -> uses.add(use(executor, sum, windowNs)));
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
        return frame.report(nowMs, uses, traffic);
    }

    private ExecutorUse use(ExecutorMeter executor, Sum sum, double windowNs) {
        Usage usage = usages.computeIfAbsent(executor, key -> new Usage());
        Thread thread = executor.thread();
        if (thread == null && usage.thread == null) {
            usage.thread = threadByName(executor);
        } else if (thread != null && thread != usage.thread) {
            usage.thread = thread;
            usage.usedNs = 0;
        }
        long windowUsedNs = 0;
        if (usage.thread != null) {
            // Waiting is read first: waiting added between the two reads counts as load for one
            // window.
            long idle = idleNs.applyAsLong(usage.thread);
            long used = processors.threadNs(usage.thread) - idle;
            // Otherwise the thread has ended, or its waiting time was overestimated.
            if (used > usage.usedNs) {
                windowUsedNs = used - usage.usedNs;
                usage.usedNs = used;
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
        Thread[] all = new Thread[2 * group.activeCount() + ROOM];
        int count = group.enumerate(all);
        Thread found = null;
        for (int i = 0; i < count; i++) {
            if (executor.isNameOfThread(all[i].getName())) {
                if (found != null) {
                    return null;
                }
                found = all[i];
            }
        }
        return found;
    }
}
