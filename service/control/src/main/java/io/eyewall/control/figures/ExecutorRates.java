package io.eyewall.control.figures;

import io.eyewall.engine.metrics.ExecutorMetrics;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The activity of one executor between two samples.
 *
 * @param busy share of the time that it spent in user code; a call that has not returned counts
 *     from when it began
 * @param held share of the time that it was stopped by back-pressure
 * @param executedPerSec tuples executed per second
 * @param emittedPerSec tuples emitted per second
 * @param ackedPerSec messages or tuples acked per second
 */
public record ExecutorRates(
        double busy, double held, double executedPerSec, double emittedPerSec, double ackedPerSec) {
    static final ExecutorRates NONE = new ExecutorRates(0, 0, 0, 0, 0);

    /**
     * @param before the earlier counters; null if the executor is new and its counters started at
     *     zero with it
     */
    static ExecutorRates of(ExecutorMetrics now, @Nullable ExecutorMetrics before, double seconds) {
        if (before == null || isOtherProcess(now, before)) {
            return of(
                    now.usefulNs() + now.callNs(),
                    now.backPressuredNs(),
                    now.executed(),
                    now.emittedByUser(),
                    now.acked(),
                    Math.max(seconds, now.uptimeSecs()));
        }
        return of(
                since(now.usefulNs(), before.usefulNs()) + now.callNs(),
                since(now.backPressuredNs(), before.backPressuredNs()),
                since(now.executed(), before.executed()),
                since(now.emittedByUser(), before.emittedByUser()),
                since(now.acked(), before.acked()),
                seconds);
    }

    /**
     * Returns whether the later counters are another process's, which start at zero; counters that
     * moved within a process continue.
     */
    private static boolean isOtherProcess(ExecutorMetrics now, ExecutorMetrics before) {
        return before.uptimeSecs() > now.uptimeSecs()
                && (now.executed() < before.executed()
                        || now.emittedByUser() < before.emittedByUser());
    }

    /** Returns the average rates of executors that took over the tasks of others. */
    static ExecutorRates share(
            List<ExecutorMetrics> now, List<ExecutorMetrics> before, double seconds) {
        return of(
                since(now, before, ExecutorMetrics::usefulNs),
                since(now, before, ExecutorMetrics::backPressuredNs),
                since(now, before, ExecutorMetrics::executed),
                since(now, before, ExecutorMetrics::emittedByUser),
                since(now, before, ExecutorMetrics::acked),
                seconds * now.size());
    }

    /** Returns the sums of rates and the means of shares. */
    static ExecutorRates together(List<ExecutorRates> all) {
        return new ExecutorRates(
                all.stream().mapToDouble(ExecutorRates::busy).average().orElse(0),
                all.stream().mapToDouble(ExecutorRates::held).average().orElse(0),
                all.stream().mapToDouble(ExecutorRates::executedPerSec).sum(),
                all.stream().mapToDouble(ExecutorRates::emittedPerSec).sum(),
                all.stream().mapToDouble(ExecutorRates::ackedPerSec).sum());
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

    /** Returns the tuples per second that a bolt executed or a spout emitted. */
    public double perSec(boolean spout) {
        return spout ? emittedPerSec : executedPerSec;
    }

    /** Returns the mean time of a call that processed or emitted a tuple, in nanoseconds. */
    public double callNs(boolean spout) {
        double callsPerSec = perSec(spout);
        return callsPerSec == 0 ? 0 : busy * 1e9 / callsPerSec;
    }
}
