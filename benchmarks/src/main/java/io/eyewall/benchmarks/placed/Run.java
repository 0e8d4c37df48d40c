package io.eyewall.benchmarks.placed;

import java.util.List;

/**
 * What became of one scenario, placed in one way.
 *
 * @param scenario which
 * @param way the name of the algorithm, {@code off}, or {@link #BEST_STATIC}; with {@link
 *     #FOLLOWING} behind it if executors came and went
 * @param samples all steps in the order of time
 * @param problems what is wrong with the answer; empty if nothing
 */
record Run(PlacedScenario scenario, String way, List<Sample> samples, List<String> problems) {
    /** In each phase that plan which was best for it when all were tried. */
    static final String BEST_STATIC = "best static";

    /** The numbers of executors follow the load. */
    static final String FOLLOWING = "+auto";

    Run {
        samples = List.copyOf(samples);
        problems = List.copyOf(problems);
    }

    /** The steps of one place in the timeline. */
    List<Sample> phase(int place) {
        return samples.stream().filter(sample -> sample.phase() == place).toList();
    }
}
