package io.eyewall.console.model;

import io.eyewall.control.ServedTopology;
import io.eyewall.control.health.Crashes;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.topology.TopologyPlan;
import java.util.Map;

/**
 * What a topology says of itself at one moment.
 *
 * @param atNs when, by {@link System#nanoTime} of this process
 * @param timeMs when, in milliseconds since 1970
 * @param plan what is run
 * @param status where it is in its life
 * @param uptimeSecs since its submission
 * @param metrics its counters
 * @param errors reported so far, by task
 * @param crashes of its processes
 */
public record Sample(
        long atNs,
        long timeMs,
        TopologyPlan plan,
        TopologyStatus status,
        int uptimeSecs,
        TopologyMetrics metrics,
        Map<Integer, Long> errors,
        Crashes crashes) {
    /** Asks it; throws what its methods do. */
    public static Sample of(RunningTopology topology) {
        TopologyMetrics metrics = topology.metrics();
        long atNs = System.nanoTime();
        return new Sample(
                atNs,
                System.currentTimeMillis(),
                topology.plan(),
                topology.status(),
                topology.uptimeSecs(),
                metrics,
                topology.errorCounts(),
                topology instanceof ServedTopology served ? served.crashes() : Crashes.NONE);
    }
}
