package io.eyewall.benchmarks.tstorm;

import java.util.List;
import java.util.Locale;

/** Formats the figures of runs as a Markdown table with a row for each phase. */
final class FigureTable {
    private FigureTable() {}

    /** Returns the table. The first phase of the first run is the reference for all ratios. */
    static String of(List<Run> runs) {
        StringBuilder out =
                new StringBuilder(
                        """
                        | scheduler | nodes | workers | average ms | to Storm | p99 ms | acked/s | failed | busy cores |
                        |---|---|---|---|---|---|---|---|---|
                        """);
        double storm = Double.NaN;
        for (Run run : runs) {
            for (Phase phase : run.phases()) {
                long fromMs = phase.countedFromMs();
                Run.Figures figures = run.figures(fromMs, phase.endMs());
                storm = Double.isNaN(storm) ? figures.meanMs() : storm;
                out.append(
                        String.format(
                                Locale.ROOT,
                                "| %s, %s | %d | %d | %.2f | %+.0f%% | %.1f | %.0f | %d | %.2f |%n",
                                run.scheduler(),
                                phase.name(),
                                phase.nodes(),
                                phase.workers(),
                                figures.meanMs(),
                                100 * (figures.meanMs() / storm - 1),
                                figures.p99Ms(),
                                figures.acked() * 1e3 / (phase.endMs() - fromMs),
                                run.figures(phase.startMs(), phase.endMs()).failed(),
                                phase.cores()));
            }
        }
        return out.toString();
    }
}
