package io.eyewall.cli.top;

import io.eyewall.control.RemoteTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.topology.TopologyPlan;
import java.util.Map;

/**
 * The state of a topology at one moment.
 *
 * @param atNs the time when the topology answered, by {@link System#nanoTime} of this process
 * @param errors the number of errors reported so far, by task
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
     * Reads the state of a topology.
     *
     * @throws io.eyewall.control.ProcessGoneException if the topology's process has ended
     * @throws io.eyewall.control.ControlException if the process does not answer
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
