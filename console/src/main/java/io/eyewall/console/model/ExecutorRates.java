package io.eyewall.console.model;

import io.eyewall.engine.metrics.ExecutorMetrics;
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
     * @param before null if it is new
     */
    static ExecutorRates of(ExecutorMetrics now, @Nullable ExecutorMetrics before, double seconds) {
        ExecutorMetrics past = before; // counters of one that was replaced begin anew
        if (past == null || past.uptimeSecs() > now.uptimeSecs()) {
            return of(
                    now.usefulNs(),
                    now.backPressuredNs(),
                    now.executed(),
                    emitted(now),
                    now.acked(),
                    seconds);
        }
        return of(
                since(now.usefulNs(), past.usefulNs()),
                since(now.backPressuredNs(), past.backPressuredNs()),
                since(now.executed(), past.executed()),
                since(emitted(now), emitted(past)),
                since(now.acked(), past.acked()),
                seconds);
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
        return executor.emitted().values().stream().mapToLong(n -> n).sum();
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
