package io.eyewall.cli;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.metrics.ExecutorMetrics;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Ends topologies in order: no new tuples, what is under way finishes, everything is cleaned up.
 */
final class Drain {
    /** Tuples under way get this long. */
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(10);

    /**
     * With empty queues and nothing going on, messages get this long to be acked: some are held for
     * good, such as those in a window that waits for more.
     */
    private static final Duration UNACKED_LIMIT = Duration.ofSeconds(2);

    /** Cleaning up may take this long. */
    private static final Duration CLEANUP_LIMIT = Duration.ofSeconds(10);

    private static final long POLL_MS = 20;

    private Drain() {}

    /**
     * Ends them.
     *
     * @return whether all are over; false if user code didn't return in time
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    static boolean end(List<RunningTopology> topologies) throws InterruptedException {
        List<RunningTopology> alive =
                topologies.stream().filter(topology -> !topology.status().isOver()).toList();
        alive.forEach(RunningTopology::deactivate);
        awaitQuiet(alive);
        alive.forEach(topology -> topology.kill(Duration.ZERO));
        boolean over = true;
        long deadlineNs = System.nanoTime() + CLEANUP_LIMIT.toNanos();
        for (RunningTopology topology : alive) {
            long leftNs = Math.max(0, deadlineNs - System.nanoTime());
            over &= topology.await(Duration.ofNanos(leftNs));
        }
        return over;
    }

    private static void awaitQuiet(List<RunningTopology> topologies) throws InterruptedException {
        long beginNs = System.nanoTime();
        long quietSinceNs = beginNs;
        long before = -1;
        while (System.nanoTime() - beginNs < DRAIN_LIMIT.toNanos()) {
            long now = handled(topologies);
            if (now != before) {
                before = now;
                quietSinceNs = System.nanoTime();
            } else if (sum(topologies, ExecutorMetrics::queuedTuples) == 0) {
                boolean allAcked = sum(topologies, ExecutorMetrics::pendingMessages) == 0;
                if (allAcked || System.nanoTime() - quietSinceNs >= UNACKED_LIMIT.toNanos()) {
                    return;
                }
            }
            Thread.sleep(POLL_MS);
        }
    }

    /** Grows while anything is under way that is in no queue. */
    private static long handled(List<RunningTopology> topologies) {
        return sum(topologies, e -> e.executed() + e.acked() + e.failed());
    }

    private static long sum(
            List<RunningTopology> topologies, ToLongFunction<ExecutorMetrics> number) {
        return topologies.stream()
                .flatMap(topology -> topology.metrics().executors().stream())
                .mapToLong(number)
                .sum();
    }
}
