package io.eyewall.cli;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.metrics.ExecutorMetrics;
import java.time.Duration;
import java.util.List;

/**
 * Ends topologies in order: no new tuples, what is under way finishes, everything is cleaned up.
 */
final class Drain {
    /** Tuples under way get this long. */
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(10);

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
        long deadlineNs = System.nanoTime() + DRAIN_LIMIT.toNanos();
        long before = -1;
        while (System.nanoTime() < deadlineNs) {
            long now = handled(alive);
            if (now == before && isEmpty(alive)) {
                break;
            }
            before = now;
            Thread.sleep(POLL_MS);
        }
        alive.forEach(topology -> topology.kill(Duration.ZERO));
        boolean over = true;
        deadlineNs = System.nanoTime() + CLEANUP_LIMIT.toNanos();
        for (RunningTopology topology : alive) {
            long leftNs = Math.max(0, deadlineNs - System.nanoTime());
            over &= topology.await(Duration.ofNanos(leftNs));
        }
        return over;
    }

    /** Grows while anything is under way that is in no queue. */
    private static long handled(List<RunningTopology> topologies) {
        return topologies.stream()
                .flatMap(topology -> topology.metrics().executors().stream())
                .mapToLong(e -> e.executed() + e.acked() + e.failed())
                .sum();
    }

    private static boolean isEmpty(List<RunningTopology> topologies) {
        return topologies.stream()
                .flatMap(topology -> topology.metrics().executors().stream())
                .allMatch(Drain::isEmpty);
    }

    private static boolean isEmpty(ExecutorMetrics executor) {
        return executor.queuedTuples() == 0 && executor.pendingMessages() == 0;
    }
}
