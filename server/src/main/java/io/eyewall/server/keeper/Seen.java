package io.eyewall.server.keeper;

import io.eyewall.control.RemoteTopology;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.topology.TopologyPlan;
import java.util.List;

/**
 * The latest report of a topology's process: available without waiting for the process.
 *
 * @param status of the topology there
 * @param plan with its executors of then
 * @param errors of that process
 * @param numbers which only readers want
 */
record Seen(
        TopologyStatus status, TopologyPlan plan, List<ErrorReport> errors, SharedNumbers numbers) {
    static Seen of(WorkerLink link) {
        RemoteTopology topology = link.topology();
        return new Seen(
                topology.status(), topology.plan(), topology.errors(), new SharedNumbers(topology));
    }
}
