package io.eyewall.testkit.chaos;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * The seeds of chaos runs: always the same, so that a build that was green stays so, unless {@code
 * -Dchaos.runs=N} asks for others and more of them, or {@code -Dchaos.seed=N} for one run again.
 */
final class ChaosSeeds {
    private ChaosSeeds() {}

    /**
     * @param usually how many runs there are if nobody asks for something else
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

    /** What a failing run says: how to have it again, and what it was. */
    static String describe(Class<?> test, long seed, ChaosTopology topology) {
        return "chaos with seed "
                + seed
                + "; again by: ./mvnw -pl testkit -am test -Dtest="
                + test.getSimpleName()
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dchaos.seed="
                + seed
                + "\n  "
                + topology
                + "\n";
    }
}
