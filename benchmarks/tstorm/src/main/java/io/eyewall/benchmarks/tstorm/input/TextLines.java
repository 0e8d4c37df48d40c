package io.eyewall.benchmarks.tstorm.input;

import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.function.Supplier;

/**
 * Generates lines of eight to twelve artificial words, the n-th of which is about n times rarer
 * than the first.
 */
final class TextLines implements Supplier<String> {
    private static final int WORDS = 3_000;
    private static final int SHORTEST = 8;
    private static final int LONGEST = 12;

    private final SplittableRandom random = new SplittableRandom(1);

    @Override
    public String get() {
        StringJoiner line = new StringJoiner(" ");
        int words = random.nextInt(SHORTEST, LONGEST + 1);
        for (int i = 0; i < words; i++) {
            line.add("word" + rank(random, WORDS));
        }
        return line.toString();
    }

    /** Returns a random number below a limit, by Zipf's law. */
    static int rank(SplittableRandom random, int limit) {
        return (int) Math.pow(limit, random.nextDouble()) - 1;
    }
}
