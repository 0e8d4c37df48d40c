package io.eyewall.testkit.chaos;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * The seeds of chaos runs. They are always the same, so that a build that passed keeps passing,
 * unless {@code -Dchaos.runs=N} requests a number of other seeds, or {@code -Dchaos.seed=N} repeats
 * one run.
 */
final class ChaosSeeds {
    private ChaosSeeds() {}

    /**
     * @param usually number of runs unless a property requests another one
     */
    static List<Long> seeds(int usually) {
        Long one = Long.getLong("chaos.seed");
        if (one != null) {
            return List.of(one);
        }
        Integer runs = Integer.getInteger("chaos.runs");
        LongStream seeds =
                runs == null
                        ? LongStream.range(0, usually)
                        : new SplittableRandom(System.nanoTime()).longs(runs, 0, Long.MAX_VALUE);
        return seeds.boxed().toList();
    }

    /** Returns the description of a failing run: how to repeat it, and its topology. */
    static String describe(Class<?> test, long seed, ChaosTopology topology) {
        return "chaos with seed "
                + seed
                + "; again by: ./mvnw -pl :eyewall-testkit -am test -Dtest="
                + test.getSimpleName()
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dchaos.seed="
                + seed
                + "\n  "
                + topology
                + "\n";
    }
}
