package io.eyewall.server.keeper;

import io.eyewall.control.RemoteTopology;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.topology.TopologyPlan;
import java.util.List;

/**
 * The latest report of a topology's process, which is available without waiting for the process.
 *
 * @param status status of the topology in its process
 * @param plan plan with the executors at that time
 * @param errors errors that this process has reported
 * @param numbers metrics, which are read only on demand
 * @param atNs when the process was queried, by {@link System#nanoTime}
 */
record ProcessReport(
        TopologyStatus status,
        TopologyPlan plan,
        List<ErrorReport> errors,
        SharedNumbers numbers,
        long atNs) {
    static ProcessReport query(WorkerLink link) {
        long atNs = System.nanoTime();
        RemoteTopology topology = link.topology();
        RemoteTopology.State state = topology.state();
        return new ProcessReport(
                state.status(), state.plan(), state.errors(), new SharedNumbers(topology), atNs);
    }

    /** Returns whether an earlier report had the same status, plan and errors. */
    boolean hasSameContent(ProcessReport earlier) {
        return status == earlier.status
                && plan.equals(earlier.plan)
                && errors.equals(earlier.errors);
    }

    long ageNs() {
        return System.nanoTime() - atNs;
    }
}
