package io.eyewall.benchmarks.scenario.runner;

import io.eyewall.benchmarks.scenario.child.Measurement;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Carries out a plan, step by step, and says on a stream how far it is. */
public final class ScenarioRunner {
    private final ChildLauncher launcher;
    private final PrintStream progress;

    /** Creates it; {@code progress} gets a line per step. */
    public ScenarioRunner(ChildLauncher launcher, PrintStream progress) {
        this.launcher = launcher;
        this.progress = progress;
    }

    /**
     * Blocks until all steps are done. A step that fails is reported and the others go on.
     *
     * @throws IOException if no child can be started at all
     */
    public List<RunResult> run(RunPlan plan) throws IOException, InterruptedException {
        List<RunPlan.Step> steps = plan.steps();
        List<RunResult> results = new ArrayList<>();
        for (RunPlan.Step step : steps) {
            progress.printf(
                    Locale.ROOT,
                    "[%d/%d] %-14s %-14s ",
                    results.size() + 1,
                    steps.size(),
                    step.scenario(),
                    step.peer());
            progress.flush();
            RunResult result = run(plan, step);
            Measurement measurement = result.measurement();
            if (measurement != null) {
                progress.printf(
                        Locale.ROOT,
                        "%8.3f M/s  %.3f CPU s/M  %s%n",
                        measurement.millionUnitsPerSec(),
                        measurement.cpuSecPerMillionUnits(),
                        result.isGood() ? "" : result.failure());
            } else {
                progress.println("FAILED: " + result.failure());
            }
            results.add(result);
        }
        return results;
    }

    private RunResult run(RunPlan plan, RunPlan.Step step)
            throws IOException, InterruptedException {
        try {
            return RunResult.of(
                    step,
                    launcher.run(step.scenario(), step.peer(), plan.warmupMs(), plan.windowMs()));
        } catch (ChildFailedException e) {
            return RunResult.failed(step, String.valueOf(e.getMessage()));
        }
    }
}
