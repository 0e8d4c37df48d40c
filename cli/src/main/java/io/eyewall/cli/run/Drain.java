package io.eyewall.cli.run;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.metrics.ExecutorMetrics;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Ends topologies in order: spouts emit no new tuples, tuples in flight are processed, then the
 * topologies are killed and cleaned up.
 */
final class Drain {
    /** Time limit for the processing of tuples in flight. */
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(10);

    /**
     * Time limit for messages to be acked once all queues are empty and the counters no longer
     * change. Some messages stay pending for good, such as those in a window that waits for more
     * tuples.
     */
    private static final Duration UNACKED_LIMIT = Duration.ofSeconds(2);

    /** Time limit for the clean-up of all topologies. */
    private static final Duration CLEANUP_LIMIT = Duration.ofSeconds(10);

    private static final long POLL_MS = 20;
    private static final long TELL_NS = 1_000_000_000L;

    /** Receives the state of the drain. Called on the caller's thread. */
    interface Listener {
        /**
         * Called about once a second for each topology.
         *
         * @param secondsLeft time left for tuples in flight
         */
        void onWaiting(RunningTopology topology, long secondsLeft);

        /**
         * Called just before a topology is killed: its messages in flight have finished, or their
         * time is up.
         */
        void onKill(RunningTopology topology);
    }

    private final List<RunningTopology> alive;
    private final Listener listener;

    /**
     * Creates a drain.
     *
     * @param topologies the topologies to end; those that are over are left out
     */
    Drain(List<RunningTopology> topologies, Listener listener) {
        this.alive = topologies.stream().filter(topology -> !topology.status().isOver()).toList();
        this.listener = listener;
    }

    /**
     * Ends the topologies.
     *
     * @return whether all are over; false if user code did not return in time
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    boolean end() throws InterruptedException {
        alive.forEach(RunningTopology::deactivate);
        awaitQuiet();
        alive.forEach(listener::onKill);
        alive.forEach(topology -> topology.kill(Duration.ZERO));
        boolean over = true;
        long deadlineNs = System.nanoTime() + CLEANUP_LIMIT.toNanos();
        for (RunningTopology topology : alive) {
            long leftNs = Math.max(0, deadlineNs - System.nanoTime());
            over &= topology.await(Duration.ofNanos(leftNs));
        }
        return over;
    }

    private void awaitQuiet() throws InterruptedException {
        long beginNs = System.nanoTime();
        long quietSinceNs = beginNs;
        long toldNs = beginNs;
        long before = -1;
        while (System.nanoTime() - beginNs < DRAIN_LIMIT.toNanos()) {
            long nowNs = System.nanoTime();
            long now = sum(e -> e.executed() + e.acked() + e.failed()); // grows while tuples run
            if (now != before) {
                before = now;
                quietSinceNs = nowNs;
            } else if (sum(ExecutorMetrics::queuedTuples) == 0) {
                boolean allAcked = sum(ExecutorMetrics::pendingMessages) == 0;
                if (allAcked || nowNs - quietSinceNs >= UNACKED_LIMIT.toNanos()) {
                    return;
                }
            }
            if (nowNs - toldNs >= TELL_NS) {
                toldNs = nowNs;
                long left = DRAIN_LIMIT.minusNanos(nowNs - beginNs).toSeconds();
                alive.forEach(topology -> listener.onWaiting(topology, left));
            }
            Thread.sleep(POLL_MS);
        }
    }

    private long sum(ToLongFunction<ExecutorMetrics> number) {
        return alive.stream().mapToLong(topology -> topology.metrics().sum(number)).sum();
    }
}
