package io.eyewall.benchmarks.scenario.runner;

import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.child.Measurement;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Executes a plan step by step and prints its progress to a stream. */
public final class ScenarioRunner {
    private static final int MAX_ATTEMPTS = 3;

    private final Launcher launcher;
    private final PrintStream progress;

    /**
     * Creates a runner.
     *
     * @param launcher makes the measurements
     * @param progress receives a line per step
     */
    public ScenarioRunner(Launcher launcher, PrintStream progress) {
        this.launcher = launcher;
        this.progress = progress;
    }

    /** Receives the results so far after each scenario that another one follows. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Receives the results; called by the thread that runs the plan.
         *
         * @throws IOException to end the run
         */
        void onScenario(List<RunResult> soFar) throws IOException;
    }

    /**
     * Runs all steps and blocks until they are done. A failed step is reported, and the run
     * continues.
     *
     * @throws IOException if no child can be started at all, or if the listener throws one
     */
    public List<RunResult> run(RunPlan plan, Listener listener)
            throws IOException, InterruptedException {
        announce(plan);
        List<RunResult> results = new ArrayList<>();
        for (Scenario scenario : plan.scenarios()) {
            if (!results.isEmpty()) {
                listener.onScenario(List.copyOf(results));
            }
            Optional<RunPlan.Step> gauge = plan.gauge(scenario);
            OptionalDouble before = gauge(plan, gauge);
            for (int round = 1; round <= plan.rounds(); round++) {
                before = run(plan, plan.steps(scenario, round), gauge, before, results);
            }
        }
        return results;
    }

    /**
     * Runs a round, and repeats it a limited number of times if the host changed in the meantime.
     *
     * @param before the previous reading of the gauge
     * @return the gauge's reading after the round
     */
    private OptionalDouble run(
            RunPlan plan,
            List<RunPlan.Step> steps,
            Optional<RunPlan.Step> gauge,
            OptionalDouble before,
            List<RunResult> results)
            throws IOException, InterruptedException {
        OptionalDouble last = before;
        for (int attempt = 1; ; attempt++) {
            List<RunResult> round = new ArrayList<>();
            for (RunPlan.Step step : steps) {
                round.add(told(plan, step, results.size() + round.size() + 1));
            }
            OptionalDouble after = gauge(plan, gauge);
            if (last.isEmpty() || after.isEmpty()) {
                results.addAll(round);
                return after;
            }
            HostReading host = new HostReading(last.getAsDouble(), after.getAsDouble());
            if (host.isSteady() || attempt == MAX_ATTEMPTS) {
                round.forEach(result -> results.add(result.on(host)));
                return after;
            }
            progress.printf(
                    Locale.ROOT,
                    "the host has changed by %.0f%% meanwhile: the round is repeated%n",
                    100 * host.change());
            last = after;
        }
    }

    private OptionalDouble gauge(RunPlan plan, Optional<RunPlan.Step> gauge)
            throws IOException, InterruptedException {
        if (gauge.isEmpty()) {
            return OptionalDouble.empty();
        }
        progress.print("the host: ");
        RunResult result = told(plan, gauge.get(), 0);
        Measurement measurement = result.measurement();
        return measurement == null || !result.isGood()
                ? OptionalDouble.empty()
                : OptionalDouble.of(measurement.millionUnitsPerSec());
    }

    /**
     * Runs a step and prints its result.
     *
     * @param number number of the measurement; 0 for the gauge
     */
    private RunResult told(RunPlan plan, RunPlan.Step step, int number)
            throws IOException, InterruptedException {
        if (number > 0) {
            progress.printf(Locale.ROOT, "[%d/%d] ", number, plan.steps().size());
        }
        progress.printf(Locale.ROOT, "%-16s %-14s ", step.scenario(), step.peer());
        progress.flush();
        RunResult result = run(plan, step);
        Measurement measurement = result.measurement();
        if (measurement != null) {
            progress.printf(
                    "%s  %s%n",
                    figures(step.scenario(), measurement), result.isGood() ? "" : result.failure());
        } else {
            progress.println("FAILED: " + result.failure());
        }
        return result;
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
                "%d measurements of %.1f s, starts and ends not counted%s%n",
                plan.steps().size(),
                (plan.warmupMs() + plan.windowMs()) / 1e3,
                plan.gauged() ? ", nor what gauges the host" : "");
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
