package io.eyewall.server.keeper;

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
 */
record Seen(TopologyStatus status, TopologyPlan plan, List<ErrorReport> errors) {
    static Seen of(WorkerLink link) {
        return new Seen(link.topology().status(), link.topology().plan(), link.topology().errors());
    }
}
