package io.eyewall.benchmarks.accuracy;

/** Rounds of arithmetic, each of which needs the result of the one before. */
public final class Work {
    private static final long MEASURED_ROUNDS = 1_000_000;
    private static final int MEASUREMENTS = 50;

    private Work() {}

    /**
     * Executes {@code rounds} rounds; the caller must use the result, so that the compiler keeps
     * the work.
     */
    public static long rounds(long seed, long rounds) {
        long x = seed;
        for (long i = 0; i < rounds; i++) {
            x = x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        }
        return x;
    }

    /** Returns the rounds per microsecond, from the fastest of many tries. */
    public static double roundsPerUs() {
        long fastestNs = Long.MAX_VALUE;
        long seed = 1;
        for (int i = 0; i < MEASUREMENTS; i++) {
            long beganNs = System.nanoTime();
            seed = rounds(seed, MEASURED_ROUNDS);
            fastestNs = Math.min(fastestNs, System.nanoTime() - beganNs);
        }
        if (seed == 0) {
            throw new AssertionError("its result is needed, so that the work is done");
        }
        return MEASURED_ROUNDS / (Math.max(1, fastestNs) / 1e3);
    }
}
