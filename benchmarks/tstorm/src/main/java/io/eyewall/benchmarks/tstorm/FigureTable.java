package io.eyewall.benchmarks.tstorm;

import java.util.List;
import java.util.Locale;

/** What a run showed, a row for each phase, as Markdown. */
final class FigureTable {
    private FigureTable() {}

    /** The first phase of the first run is what others are compared with. */
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
