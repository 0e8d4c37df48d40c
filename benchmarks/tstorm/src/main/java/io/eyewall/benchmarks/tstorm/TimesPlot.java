package io.eyewall.benchmarks.tstorm;

import io.eyewall.benchmarks.report.Picture;
import io.eyewall.benchmarks.report.TimePlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Plots average processing times over time, as figures 5, 6 and 8 of the paper do, but on a
 * logarithmic scale.
 */
final class TimesPlot {
    private static final long STEP_MS = 5_000;

    private TimesPlot() {}

    /** Writes the plot of one topology under all schedulers. */
    static void write(Path file, Workload workload, List<Run> runs) throws IOException {
        List<TimePlot.Line> lines = new ArrayList<>();
        List<TimePlot.Change> changes = new ArrayList<>();
        for (Run run : runs) {
            if (run.scheduler().equals("Eyewall")) {
                lines.add(line(run.scheduler(), run, run.startMs(), end(run)));
                for (Phase phase : run.phases()) {
                    String name = phase.name().replace("T-Storm, ", "") + ", " + phase.nodes();
                    double sec = (phase.startMs() - run.startMs()) / 1e3;
                    changes.add(new TimePlot.Change(sec, name + " nodes"));
                }
            } else {
                for (Phase phase : run.phases()) {
                    String name = run.scheduler() + ", " + phase.workers();
                    lines.add(line(name + " workers", run, phase.startMs(), phase.endMs()));
                }
            }
        }
        String title = workload.title() + ": average processing time, ms";
        Files.writeString(file, Picture.of(TimePlot.drawByPowers(title, changes, lines)));
    }

    private static long end(Run run) {
        return run.phases().get(run.phases().size() - 1).endMs();
    }

    private static TimePlot.Line line(String name, Run run, long fromMs, long toMs) {
        List<TimePlot.Point> points = new ArrayList<>();
        for (long ms = fromMs; ms < toMs; ms += STEP_MS) {
            Run.Figures figures = run.figures(ms, Math.min(toMs, ms + STEP_MS));
            if (figures.acked() > 0) {
                points.add(
                        new TimePlot.Point((ms + STEP_MS / 2.0 - fromMs) / 1e3, figures.meanMs()));
            }
        }
        return new TimePlot.Line(name, points);
    }
}
