package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TaskOpening;
import java.time.Duration;
import org.apache.storm.utils.Time;

/**
 * Lets a topology start before its submitter sets simulated time forward, so that its ticks and
 * message timeouts are counted from the time of its submission.
 */
final class SimulatedStart {
    /** Of real time: what takes longer may wait for its submitter, who must go on then. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private static final Duration LOOK_AFTER = Duration.ofMillis(2);

    private SimulatedStart() {}

    /**
     * Waits until every task is open, or one sleeps in simulated time, which only the submitter can
     * set forward; at most ten seconds. An interrupt ends the wait and is kept.
     */
    static void await(RunningTopology topology) {
        long endNs = System.nanoTime() + LONGEST.toNanos();
        try {
            while (!topology.awaitStarted(LOOK_AFTER)
                    && !topology.status().isOver()
                    && topology.openings().stream().noneMatch(SimulatedStart::sleeps)
                    && System.nanoTime() - endNs < 0) {}
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean sleeps(TaskOpening opening) {
        return opening.stack().stream()
                .anyMatch(frame -> frame.getClassName().equals(Time.class.getName()));
    }
}
