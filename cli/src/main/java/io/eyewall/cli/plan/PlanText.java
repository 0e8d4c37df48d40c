package io.eyewall.cli.plan;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.load.Traffic;
import io.eyewall.placement.plan.Score;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Writes the placement of topologies for people. */
final class PlanText {
    private final StringBuilder text = new StringBuilder();

    private PlanText() {}

    /**
     * Returns the text.
     *
     * @param report the report of one of the topologies; empty if there was no evaluation
     */
    static String of(List<? extends RunningTopology> topologies, Optional<PlacementReport> report) {
        PlanText all = new PlanText();
        if (topologies.isEmpty()) {
            all.line("nothing has been submitted yet");
        }
        for (RunningTopology topology : topologies) {
            all.line(
                    "topology    %s (%s): %d times an executor has been moved",
                    topology.plan().name(), topology.status(), topology.placement().moves());
            all.parallelism(topology.parallelism());
        }
        if (report.isPresent()) {
            all.report(report.get());
        } else if (!topologies.isEmpty()) {
            all.line("nothing has been measured yet, or placement is off: see eyewall.placement");
        }
        return all.text.toString();
    }

    private void parallelism(ParallelismReport report) {
        for (ParallelismReport.Component component : report.components()) {
            line(
                    "  follows   %s: %d executors, %d at least; %s",
                    component.componentId(),
                    component.executors(),
                    component.least(),
                    component.state());
        }
        for (ParallelismReport.Change change : report.changes()) {
            line(
                    "  resized   %s: %s from %d to %d executors: %s",
                    time(change.timeMs()),
                    change.componentId(),
                    change.before(),
                    change.after(),
                    change.reason());
        }
    }

    private void report(PlacementReport report) {
        PlacementReport.Look now = report.lastLook().orElseThrow();
        appendEvaluation(now);
        report.lastChange().ifPresent(change -> change(change, now));
    }

    private void appendEvaluation(PlacementReport.Look evaluation) {
        line("");
        line(
                "evaluated   %s: %s, %s",
                time(evaluation), evaluation.advice().verdict(), evaluation.advice().reason());
        for (CoreMetrics core : evaluation.cores()) {
            line(
                    "  core-%-4d %s: %d executors%s",
                    core.core(),
                    core.isParked() ? "parked" : "awake",
                    core.executors(),
                    core.isParked()
                            ? ""
                            : text(
                                    ", %.1f ms at work, %d times asleep",
                                    core.busyNs() / 1e6, core.sleeps()));
        }
        for (ExecutorLoad load : evaluation.window().executors()) {
            line(
                    "  uses      %s on %s: %.3f cores",
                    load.executor(), place(evaluation, load.executor()), load.cores());
        }
        for (Traffic flow : evaluation.window().traffic()) {
            boolean crosses = !place(evaluation, flow.from()).equals(place(evaluation, flow.to()));
            line(
                    "  sends     %s -> %s: %.0f tuples/s%s",
                    flow.from(), flow.to(), flow.tuplesPerSec(), crosses ? ", crossing" : "");
        }
        line("");
        line("plan of that evaluation:");
        text.append(evaluation.advice().plan().explain());
    }

    private void change(PlacementReport.Look change, PlacementReport.Look now) {
        line("");
        line("changed     %s: %s", time(change), change.advice().reason());
        line("  sent      %.0f tuples/s before, %.0f now", sent(change), sent(now));
        line(
                "  cost      %s before, %s predicted for the same traffic, %s now",
                presentCost(change), cost(change.advice().plan().score()), presentCost(now));
    }

    /** Returns the tuples per second, summed over all pairs of executors. */
    private static double sent(PlacementReport.Look evaluation) {
        return evaluation.window().traffic().stream().mapToDouble(Traffic::tuplesPerSec).sum();
    }

    /** Returns the cost of the placement that was in effect at the evaluation. */
    private static String presentCost(PlacementReport.Look evaluation) {
        Score score = evaluation.advice().plan().startScore();
        return score == null ? "unknown" : cost(score);
    }

    private static String place(PlacementReport.Look evaluation, ExecutorId executor) {
        return evaluation.places().getOrDefault(executor, "nowhere");
    }

    private static String cost(Score score) {
        String limits =
                score.isFeasible()
                        ? ""
                        : " (limits exceeded by up to "
                                + Math.round(100 * score.violation())
                                + "%)";
        return String.format(Locale.ROOT, "%.3f ms/s%s", score.costNsPerSec() / 1e6, limits);
    }

    private static String time(PlacementReport.Look evaluation) {
        return time(evaluation.timeMs());
    }

    private static String time(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }

    private void line(String format, Object... arguments) {
        text.append(text(format, arguments)).append('\n');
    }

    private static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
