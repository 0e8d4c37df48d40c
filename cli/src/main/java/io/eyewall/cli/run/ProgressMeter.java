package io.eyewall.cli.run;

import io.eyewall.control.figures.TopologyFigures;
import io.eyewall.control.figures.TopologySample;
import io.eyewall.engine.RunningTopology;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes the progress of a topology. Used by one thread. */
final class ProgressMeter {
    private final RunningTopology topology;
    private final long firstNs;
    private TopologySample last;

    /** Creates a meter whose rates count from now. */
    ProgressMeter(RunningTopology topology) {
        this.topology = topology;
        last = TopologySample.of(topology);
        firstNs = last.atNs();
    }

    /** Returns the progress since the last call. */
    TopologyProgress measure() {
        TopologySample now = TopologySample.of(topology);
        TopologyProgress progress = progress(now, TopologyFigures.between(last, now));
        last = now;
        return progress;
    }

    /**
     * Returns the progress since the start; rates are means.
     *
     * @param left the progress at the moment when the topology was killed, for the pending and
     *     queued numbers, which are no longer available once it is over; null if it was not killed
     */
    TopologyProgress total(@Nullable TopologyProgress left) {
        TopologySample now = TopologySample.of(topology);
        double seconds = (now.atNs() - firstNs) / 1e9;
        TopologyProgress total = progress(now, TopologyFigures.sinceStart(now, seconds));
        return left == null ? total : total.withLeft(left);
    }

    private TopologyProgress progress(TopologySample now, TopologyFigures figures) {
        return new TopologyProgress(
                now.plan().name(),
                now.uptimeSecs(),
                figures.components().values().stream()
                        .map(
                                component ->
                                        new TopologyProgress.Component(
                                                component.id(),
                                                component.tuples(),
                                                component.perSec(),
                                                component.counters().queuedTuples(),
                                                component.errors()))
                        .toList(),
                figures.acked(),
                figures.failed(),
                figures.pending(),
                now.status().isOver() ? List.of() : topology.openings());
    }
}
