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
    static String toText(
            List<? extends RunningTopology> topologies, Optional<PlacementReport> report) {
        PlanText plan = new PlanText();
        if (topologies.isEmpty()) {
            plan.appendLine("nothing has been submitted yet");
        }
        for (RunningTopology topology : topologies) {
            plan.appendLine(
                    "topology    %s (%s): %d times an executor has been moved",
                    topology.plan().name(), topology.status(), topology.placement().moves());
            plan.appendParallelism(topology.parallelism());
        }
        if (report.isPresent()) {
            plan.appendReport(report.get());
        } else if (!topologies.isEmpty()) {
            plan.appendLine(
                    "nothing has been measured yet, or placement is off: see"
                            + " eyewall.placement");
        }
        return plan.text.toString();
    }

    private void appendParallelism(ParallelismReport report) {
        for (ParallelismReport.Component component : report.components()) {
            appendLine(
                    "  follows   %s: %d executors, %d at least; %s",
                    component.componentId(),
                    component.executors(),
                    component.least(),
                    component.state());
        }
        for (ParallelismReport.Change change : report.changes()) {
            appendLine(
                    "  resized   %s: %s from %d to %d executors: %s",
                    time(change.timeMs()),
                    change.componentId(),
                    change.before(),
                    change.after(),
                    change.reason());
        }
    }

    private void appendReport(PlacementReport report) {
        PlacementReport.Evaluation latest = report.lastEvaluation().orElseThrow();
        appendEvaluation(latest);
        report.lastChange().ifPresent(change -> appendChange(change, latest));
    }

    private void appendEvaluation(PlacementReport.Evaluation evaluation) {
        appendLine("");
        appendLine(
                "evaluated   %s: %s, %s",
                time(evaluation), evaluation.advice().verdict(), evaluation.advice().reason());
        for (CoreMetrics core : evaluation.cores()) {
            appendLine(
                    "  core-%-4d %s: %d executors%s",
                    core.core(),
                    core.isParked() ? "parked" : "awake",
                    core.executors(),
                    core.isParked()
                            ? ""
                            : format(
                                    ", %.1f ms at work, %d times asleep",
                                    core.busyNs() / 1e6, core.sleeps()));
        }
        for (ExecutorLoad load : evaluation.window().executors()) {
            appendLine(
                    "  uses      %s on %s: %.3f cores",
                    load.executor(), place(evaluation, load.executor()), load.cores());
        }
        for (Traffic flow : evaluation.window().traffic()) {
            boolean crosses = !place(evaluation, flow.from()).equals(place(evaluation, flow.to()));
            appendLine(
                    "  sends     %s -> %s: %.0f tuples/s%s",
                    flow.from(), flow.to(), flow.tuplesPerSec(), crosses ? ", crossing" : "");
        }
        appendLine("");
        appendLine("plan of that evaluation:");
        text.append(evaluation.advice().plan().explain());
    }

    private void appendChange(
            PlacementReport.Evaluation change, PlacementReport.Evaluation latest) {
        appendLine("");
        appendLine("changed     %s: %s", time(change), change.advice().reason());
        appendLine(
                "  sent      %.0f tuples/s before, %.0f now",
                tuplesPerSec(change), tuplesPerSec(latest));
        appendLine(
                "  cost      %s before, %s predicted for the same traffic, %s now",
                presentCost(change), cost(change.advice().plan().score()), presentCost(latest));
    }

    /** Returns the tuples per second, summed over all pairs of executors. */
    private static double tuplesPerSec(PlacementReport.Evaluation evaluation) {
        return evaluation.window().traffic().stream().mapToDouble(Traffic::tuplesPerSec).sum();
    }

    /** Returns the cost of the placement that was in effect at the evaluation. */
    private static String presentCost(PlacementReport.Evaluation evaluation) {
        Score score = evaluation.advice().plan().startScore();
        return score == null ? "unknown" : cost(score);
    }

    private static String place(PlacementReport.Evaluation evaluation, ExecutorId executor) {
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

    private static String time(PlacementReport.Evaluation evaluation) {
        return time(evaluation.timeMs());
    }

    private static String time(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }

    private void appendLine(String format, Object... arguments) {
        text.append(format(format, arguments)).append('\n');
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
