package io.eyewall.console.model;

import io.eyewall.engine.metrics.ExecutorMetrics;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What one executor did.
 *
 * @param busy share of the time that it was in user code
 * @param held share of the time that it was held back by full receivers
 * @param executedPerSec tuples executed per second
 * @param emittedPerSec tuples emitted per second
 * @param ackedPerSec messages or tuples acked per second
 */
record ExecutorRates(
        double busy, double held, double executedPerSec, double emittedPerSec, double ackedPerSec) {

    /**
     * @param before null if it is new: its counters began when it did
     */
    static ExecutorRates of(ExecutorMetrics now, @Nullable ExecutorMetrics before, double seconds) {
        if (before == null || isAnother(now, before)) {
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

    /** Counters of one of another process begin anew; those that moved within one do not. */
    private static boolean isAnother(ExecutorMetrics now, ExecutorMetrics before) {
        return before.uptimeSecs() > now.uptimeSecs()
                && (now.executed() < before.executed() || emitted(now) < emitted(before));
    }

    /** What each did on average of executors that have taken the tasks of others. */
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

    /** Mean time of a call that did something. */
    double callNs(boolean spout) {
        double callsPerSec = perSec(spout);
        return callsPerSec == 0 || busy == 0 ? 0 : busy * 1e9 / callsPerSec;
    }

    /** As the columns of executors are. */
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
