package io.eyewall.benchmarks.scenario.runner;

import io.eyewall.benchmarks.scenario.Scenario;
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

    /** Gets what has been measured so far, whenever a scenario is done and another one follows. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Called by the thread that runs the plan.
         *
         * @throws IOException ends the run
         */
        void onScenario(List<RunResult> soFar) throws IOException;
    }

    /**
     * Blocks until all steps are done. A step that fails is reported and the others go on.
     *
     * @throws IOException if no child can be started at all, or from the listener
     */
    public List<RunResult> run(RunPlan plan, Listener listener)
            throws IOException, InterruptedException {
        announce(plan);
        List<RunPlan.Step> steps = plan.steps();
        List<RunResult> results = new ArrayList<>();
        for (RunPlan.Step step : steps) {
            progress.printf(
                    Locale.ROOT,
                    "[%d/%d] %-16s %-14s ",
                    results.size() + 1,
                    steps.size(),
                    step.scenario(),
                    step.peer());
            progress.flush();
            RunResult result = run(plan, step);
            Measurement measurement = result.measurement();
            if (measurement != null) {
                progress.printf(
                        "%s  %s%n",
                        figures(step.scenario(), measurement),
                        result.isGood() ? "" : result.failure());
            } else {
                progress.println("FAILED: " + result.failure());
            }
            results.add(result);
            if (results.size() < steps.size()
                    && !steps.get(results.size()).scenario().equals(step.scenario())) {
                listener.onScenario(List.copyOf(results));
            }
        }
        return results;
    }

    private static String figures(Scenario scenario, Measurement measurement) {
        return scenario.work().isSilent()
                ? String.format(Locale.ROOT, "%9.2f %% of a core", 100 * measurement.coresUsed())
                : String.format(
                        Locale.ROOT,
                        "%9s M/s  %.3f CPU s/M",
                        ResultTable.rate(measurement.millionUnitsPerSec()),
                        measurement.cpuSecPerMillionUnits());
    }

    private void announce(RunPlan plan) {
        progress.printf(
                Locale.ROOT,
                "%d measurements of %.1f s, starts and ends not counted%n",
                plan.steps().size(),
                (plan.warmupMs() + plan.windowMs()) / 1e3);
        plan.leftOut()
                .forEach(
                        (peer, scenarios) ->
                                progress.printf(
                                        "%s cannot run %s: left out%n",
                                        peer,
                                        String.join(
                                                " ",
                                                scenarios.stream().map(Scenario::name).toList())));
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
