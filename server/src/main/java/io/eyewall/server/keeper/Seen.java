package io.eyewall.server.keeper;

import io.eyewall.control.RemoteTopology;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.topology.TopologyPlan;
import java.util.List;

/**
 * What a topology's process has said last: at hand for whoever asks, without waiting for it.
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
