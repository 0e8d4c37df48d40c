package io.eyewall.benchmarks.scenario.runner;

import io.eyewall.benchmarks.scenario.child.Measurement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one step.
 *
 * @param step the step
 * @param measurement the child's measurement; null if it failed
 * @param failure the reason why the numbers cannot be used: the child failed, or its answer is
 *     wrong; null if the measurement is good
 * @param host the rate of hand-written code on the host around the step's round; null if not
 *     measured
 */
public record RunResult(
        RunPlan.Step step,
        @Nullable Measurement measurement,
        @Nullable String failure,
        @Nullable HostReading host) {

    static RunResult of(RunPlan.Step step, Measurement measurement) {
        List<String> problems = measurement.problems();
        String failure = problems.isEmpty() ? null : "wrong answer: " + String.join("; ", problems);
        return new RunResult(step, measurement, failure, null);
    }

    static RunResult failed(RunPlan.Step step, String failure) {
        return new RunResult(step, null, failure, null);
    }

    RunResult on(HostReading reading) {
        return new RunResult(step, measurement, failure, reading);
    }

    /** Returns whether there is a measurement with the right answer. */
    public boolean isGood() {
        return failure == null;
    }
}
