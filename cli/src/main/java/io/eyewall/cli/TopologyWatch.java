package io.eyewall.cli;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import org.jspecify.annotations.Nullable;

/** Tells a reporter how one topology does. Used by one thread. */
final class TopologyWatch {
    private final RunningTopology topology;
    private final Reporter reporter;
    private final ProgressMeter meter;
    private final ErrorWatch errors;
    private @Nullable TopologyStatus lastStatus;
    private @Nullable Progress left;

    /** Rates count from now. */
    TopologyWatch(RunningTopology topology, Reporter reporter) {
        this.topology = topology;
        this.reporter = reporter;
        this.meter = new ProgressMeter(topology, System.nanoTime());
        this.errors = new ErrorWatch(topology);
    }

    private String name() {
        return topology.plan().name();
    }

    /** Tells of its status if that has changed; with what became of it if it is over. */
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

    /** Nobody waits for it any longer: tells its status, and sums up even if it is not over. */
    void reportEnd() {
        reportStatus();
        if (!topology.status().isOver()) {
            reportErrors();
            sumUp();
        }
    }

    private void sumUp() {
        reporter.onSummary(meter.total(System.nanoTime(), left));
        errors.totals().forEach(total -> reporter.onErrorSummary(name(), total));
    }

    /** To be called about every second. */
    void reportProgress() {
        if (!topology.status().isOver()) {
            reportErrors();
            reporter.onProgress(meter.measure(System.nanoTime()));
        }
    }

    /** Likewise, while it is drained. */
    void reportDraining(long secondsLeft) {
        reportErrors();
        reporter.onDraining(meter.measure(System.nanoTime()), secondsLeft);
    }

    /** It is about to be killed: what has not finished now never will. */
    void onKill() {
        left = meter.total(System.nanoTime(), null);
    }

    private void reportErrors() {
        errors.news().forEach(error -> reporter.onError(name(), error));
    }
}
