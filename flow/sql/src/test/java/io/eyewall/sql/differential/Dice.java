package io.eyewall.sql.differential;

import java.util.List;
import java.util.Random;

/** Random choices of a seed. */
final class Dice {
    private final Random random;

    Dice(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L);
        random.nextInt(); // the first values of near seeds are alike
    }

    /** Returns a number from 0 up to, and without, {@code bound}. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Returns true once in {@code times}. */
    boolean once(int times) {
        return random.nextInt(times) == 0;
    }

    <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    @SafeVarargs
    final <T> T of(T... all) {
        return all[random.nextInt(all.length)];
    }
}
