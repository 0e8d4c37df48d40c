package io.eyewall.benchmarks.placed;

import java.util.List;

/**
 * The result of one scenario with one way of placement.
 *
 * @param scenario the scenario
 * @param way the name of the algorithm, {@code off}, or {@link #BEST_STATIC}; followed by {@link
 *     #FOLLOWING} if numbers of executors followed the load
 * @param samples all steps in the order of time
 * @param problems errors in the answer; empty if it is right
 */
record Run(PlacedScenario scenario, String way, List<Sample> samples, List<String> problems) {
    /** The way that uses, in each phase, the plan that was best for it when all were tried. */
    static final String BEST_STATIC = "best static";

    /** Suffix of ways in which the numbers of executors follow the load. */
    static final String FOLLOWING = "+auto";

    Run {
        samples = List.copyOf(samples);
        problems = List.copyOf(problems);
    }

    /** Returns the steps of one position in the timeline. */
    List<Sample> phase(int place) {
        return samples.stream().filter(sample -> sample.phase() == place).toList();
    }
}
