package io.eyewall.cli.run;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import org.jspecify.annotations.Nullable;

/** Reports the events of one topology to a reporter. Used by one thread. */
final class TopologyWatch {
    private final RunningTopology topology;
    private final Reporter reporter;
    private final ProgressMeter meter;
    private final ErrorWatch errors;
    private @Nullable TopologyStatus lastStatus;
    private @Nullable TopologyProgress left;

    /** Creates a watch whose rates count from now. */
    TopologyWatch(RunningTopology topology, Reporter reporter) {
        this.topology = topology;
        this.reporter = reporter;
        this.meter = new ProgressMeter(topology);
        this.errors = new ErrorWatch(topology);
    }

    private String name() {
        return topology.plan().name();
    }

    /** Reports the topology's status if it has changed, and a summary if the topology is over. */
    void reportStatus() {
        TopologyStatus status = topology.status();
        if (status == lastStatus) {
            return;
        }
        lastStatus = status;
        if (status.isOver()) {
            reportErrors();
        }
        reporter.onStatus(name(), topology.plan().id(), status);
        if (status.isOver()) {
            sumUp();
        }
        if (status == TopologyStatus.FAILED) {
            topology.failure().ifPresent(reporter::onFailure);
        }
    }

    /**
     * Reports the topology's status for the last time, and a summary even if the topology is not
     * over. To be called when the session no longer waits for the topology.
     */
    void reportEnd() {
        reportStatus();
        if (!topology.status().isOver()) {
            reportErrors();
            sumUp();
        }
    }

    private void sumUp() {
        reporter.onSummary(meter.total(left));
        errors.totals().forEach(total -> reporter.onErrorSummary(name(), total));
    }

    /** Reports new errors and progress. To be called about once a second. */
    void reportProgress() {
        if (!topology.status().isOver()) {
            reportErrors();
            reporter.onProgress(meter.measure());
        }
    }

    /**
     * Reports new errors and progress while the topology is drained. To be called about once a
     * second.
     */
    void reportDraining(long secondsLeft) {
        reportErrors();
        reporter.onDraining(meter.measure(), secondsLeft);
    }

    /** Stores the pending and queued numbers just before the topology is killed: they are final. */
    void onKill() {
        left = meter.total(null);
    }

    private void reportErrors() {
        errors.news().forEach(error -> reporter.onError(name(), error));
    }
}
