package io.eyewall.benchmarks.accuracy;

import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.Calibrator;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.calibration.Recording;
import io.eyewall.model.topology.HeapUse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Compares predicted with measured allocation and collections. It uses the runs of {@link
 * RateStudy}, with the same calibration and held-out configurations, at the measured rate, so that
 * an error of the rate does not become one of the heap.
 */
final class HeapStudy implements Study {
    private static final double MB = 1 << 20;

    private final Trial trial;
    private final int most;
    private final StringBuilder table =
            new StringBuilder(
                    """
                    | topology | MB/s allocated | error: median | greatest | collections | foreseen | stopped | foreseen |
                    |---|---|---|---|---|---|---|---|
                    """);

    /**
     * @param most limit of configurations per subject
     */
    HeapStudy(Trial trial, int most) {
        this.trial = trial;
        this.most = most;
    }

    @Override
    public void run(Subject subject) throws IOException, InterruptedException {
        Recording known = trial.run(subject, subject.calibration(), "full", 0).recording();
        HeapUse heap = heap(known, trial.machine());
        List<Double> errors = new ArrayList<>();
        double allocated = 0;
        double collections = 0;
        double foreseen = 0;
        double stoppedNs = 0;
        double foreseenNs = 0;
        double seconds = 0;
        for (Subject.Configuration one : subject.heldOut().stream().limit(most).toList()) {
            Run run = trial.run(subject, one, "full", 0);
            double length = 0;
            double bytes = 0;
            for (Recording.Window window : run.recording().windows()) {
                if (window.heap().allocatedBytes() < 0) {
                    continue; // a thread has ended in the meantime
                }
                length += window.seconds();
                bytes += window.heap().allocatedBytes();
                collections += window.heap().collections();
                stoppedNs += window.heap().stoppedNs();
            }
            errors.add(Math.abs(heap.allocatedPerSec(run.perSec()) * length / bytes - 1));
            allocated += bytes;
            seconds += length;
            foreseen += heap.collectionsPerSec(run.perSec()) * length;
            foreseenNs += heap.stoppedPart(run.perSec()) * length * 1e9;
        }
        table.append(
                String.format(
                        Locale.ROOT,
                        "| %s | %.1f | %.1f%% | %.1f%% | %.0f | %.1f | %.1f ms | %.1f ms |%n",
                        subject.name(),
                        allocated / seconds / MB,
                        100 * Statistics.quantile(errors, 0.5),
                        100 * Statistics.quantile(errors, 1),
                        collections,
                        foreseen,
                        stoppedNs / 1e6,
                        foreseenNs / 1e6));
    }

    private static HeapUse heap(Recording recording, MachineConstants machine) {
        Calibration calibration = Calibrator.calibrate(recording, machine);
        return calibration.topology().heap();
    }

    @Override
    public String table() {
        return table.toString();
    }
}
