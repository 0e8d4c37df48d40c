package io.eyewall.cli.top;

import io.eyewall.control.RemoteTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.topology.TopologyPlan;
import java.util.Map;

/**
 * A topology's state at one moment.
 *
 * @param atNs when it said so, by {@link System#nanoTime} of this process
 * @param errors reported so far, by task
 */
record TopSample(
        RemoteTopology topology,
        long atNs,
        TopologyPlan plan,
        TopologyStatus status,
        int uptimeSecs,
        TopologyMetrics metrics,
        Map<Integer, Long> errors) {

    /**
     * Asks it.
     *
     * @throws io.eyewall.control.ProcessGoneException if its process has ended
     * @throws io.eyewall.control.ControlException if it does not answer
     */
    static TopSample of(RemoteTopology topology) {
        TopologyMetrics metrics = topology.metrics();
        long nowNs = System.nanoTime();
        return new TopSample(
                topology,
                nowNs,
                topology.plan(),
                topology.status(),
                topology.uptimeSecs(),
                metrics,
                topology.errorCounts());
    }
}
