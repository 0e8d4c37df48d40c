package io.eyewall.benchmarks.placed;

import java.util.function.LongSupplier;

/**
 * Work for a processor: rounds of arithmetic, each of which needs the result of the one before. The
 * rounds per microsecond are measured once, so that time without the processor does not count as
 * work.
 */
final class Spin implements Machine {
    private static final long FACTOR = 6_364_136_223_846_793_005L;
    private static final long SUMMAND = 1_442_695_040_888_963_407L;
    private static final int MEASURED_ROUNDS = 1_000_000;
    private static final int MEASUREMENTS = 50;

    private final double roundsPerUs;

    /** Measures this machine, for some 50 ms. */
    Spin() {
        this(System::nanoTime);
    }

    Spin(LongSupplier clock) {
        long seed = 1;
        long fastestNs = Long.MAX_VALUE;
        for (int i = 0; i < MEASUREMENTS; i++) {
            long beganNs = clock.getAsLong();
            seed = rounds(seed, MEASURED_ROUNDS);
            fastestNs = Math.min(fastestNs, clock.getAsLong() - beganNs);
        }
        if (seed == 0) {
            throw new AssertionError("its result is needed, so that the work is done");
        }
        roundsPerUs = MEASURED_ROUNDS / (Math.max(1, fastestNs) / 1e3);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long work(long seed, double us) {
        return rounds(seed, (int) Math.round(us * roundsPerUs));
    }

    double roundsPerUs() {
        return roundsPerUs;
    }

    private static long rounds(long seed, int rounds) {
        long x = seed;
        for (int i = 0; i < rounds; i++) {
            x = x * FACTOR + SUMMAND;
        }
        return x;
    }
}
