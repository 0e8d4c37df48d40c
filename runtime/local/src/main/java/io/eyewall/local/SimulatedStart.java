package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TaskOpening;
import java.time.Duration;
import org.apache.storm.utils.Time;

/**
 * Waits until a topology has started before its submitter advances simulated time, so that ticks
 * and message timeouts count from the time of submission.
 */
final class SimulatedStart {
    /**
     * The longest wait, in real time. A topology that needs longer may be waiting for its
     * submitter, which therefore has to continue.
     */
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(2);

    private SimulatedStart() {}

    /**
     * Waits until every task is open, or a task sleeps in simulated time, which only the submitter
     * can advance; at most {@link #MAX_WAIT}. An interrupt ends the wait, and the thread's
     * interrupt flag stays set.
     */
    static void await(RunningTopology topology) {
        long endNs = System.nanoTime() + MAX_WAIT.toNanos();
        try {
            while (!topology.awaitStarted(POLL_INTERVAL)
                    && !topology.status().isOver()
                    && topology.openings().stream().noneMatch(SimulatedStart::sleepsInSimulatedTime)
                    && System.nanoTime() - endNs < 0) {}
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean sleepsInSimulatedTime(TaskOpening opening) {
        return opening.stack().stream()
                .anyMatch(frame -> frame.getClassName().equals(Time.class.getName()));
    }
}
