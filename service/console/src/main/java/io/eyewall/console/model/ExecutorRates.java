package io.eyewall.console.model;

import io.eyewall.engine.metrics.ExecutorMetrics;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The activity of one executor between two samples.
 *
 * @param busy share of the time that it spent in user code
 * @param held share of the time that it was stopped by back-pressure
 * @param executedPerSec tuples executed per second
 * @param emittedPerSec tuples emitted per second
 * @param ackedPerSec messages or tuples acked per second
 */
record ExecutorRates(
        double busy, double held, double executedPerSec, double emittedPerSec, double ackedPerSec) {

    /**
     * @param before the earlier counters; null if the executor is new and its counters started at
     *     zero with it
     */
    static ExecutorRates of(ExecutorMetrics now, @Nullable ExecutorMetrics before, double seconds) {
        if (before == null || isOtherProcess(now, before)) {
            return of(
                    now.usefulNs(),
                    now.backPressuredNs(),
                    now.executed(),
                    emitted(now),
                    now.acked(),
                    Math.max(seconds, now.uptimeSecs()));
        }
        return of(
                since(now.usefulNs(), before.usefulNs()),
                since(now.backPressuredNs(), before.backPressuredNs()),
                since(now.executed(), before.executed()),
                since(emitted(now), emitted(before)),
                since(now.acked(), before.acked()),
                seconds);
    }

    /**
     * Returns whether the later counters are another process's, which start at zero; counters that
     * moved within a process continue.
     */
    private static boolean isOtherProcess(ExecutorMetrics now, ExecutorMetrics before) {
        return before.uptimeSecs() > now.uptimeSecs()
                && (now.executed() < before.executed() || emitted(now) < emitted(before));
    }

    /** Returns the average rates of executors that took over the tasks of others. */
    static ExecutorRates share(
            List<ExecutorMetrics> now, List<ExecutorMetrics> before, double seconds) {
        return of(
                since(now, before, ExecutorMetrics::usefulNs),
                since(now, before, ExecutorMetrics::backPressuredNs),
                since(now, before, ExecutorMetrics::executed),
                since(now, before, ExecutorRates::emitted),
                since(now, before, ExecutorMetrics::acked),
                seconds * now.size());
    }

    private static long since(
            List<ExecutorMetrics> now,
            List<ExecutorMetrics> before,
            ToLongFunction<ExecutorMetrics> counter) {
        return since(
                now.stream().mapToLong(counter).sum(), before.stream().mapToLong(counter).sum());
    }

    private static ExecutorRates of(
            long usefulNs, long heldNs, long executed, long emitted, long acked, double seconds) {
        double allNs = seconds * 1e9;
        return new ExecutorRates(
                Math.min(1, usefulNs / allNs),
                Math.min(1, heldNs / allNs),
                executed / seconds,
                emitted / seconds,
                acked / seconds);
    }

    private static long since(long now, long before) {
        return now >= before ? now - before : now;
    }

    static long emitted(ExecutorMetrics executor) {
        return executor.emittedByUser();
    }

    double perSec(boolean spout) {
        return spout ? emittedPerSec : executedPerSec;
    }

    /** Returns the mean time of a call that processed or emitted a tuple, in nanoseconds. */
    double callNs(boolean spout) {
        double callsPerSec = perSec(spout);
        return callsPerSec == 0 || busy == 0 ? 0 : busy * 1e9 / callsPerSec;
    }

    /** Returns the rates as a row of the table of executors; see {@link Columns}. */
    double[] row(ExecutorMetrics executor, boolean spout) {
        return new double[] {
            executor.core(),
            executor.dedicated() ? 1 : 0,
            busy,
            held,
            perSec(spout),
            executor.queuedTuples(),
            executor.pendingMessages(),
            callNs(spout)
        };
    }
}
