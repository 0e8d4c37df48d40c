package io.eyewall.model.simulation.event;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/**
 * Draws keys whose frequencies follow Zipf's law: the k-th is as frequent as {@code 1 / k^skew}.
 * Uses Walker's alias method, which takes constant time per key: it draws a key evenly, and keeps
 * it with the key's probability or else takes the key's alias. Immutable.
 */
public final class SkewedKeys {
    private final double[] keepProbabilities;
    private final int[] aliases;

    /**
     * @param keys number of keys
     * @param skew 0 for equal frequencies; words of a language have about 1
     */
    public SkewedKeys(int keys, double skew) {
        if (keys < 1 || !(skew >= 0 && skew <= 10)) {
            throw new IllegalArgumentException(
                    "keys must be 1 or more and skew from 0 to 10, not " + keys + " and " + skew);
        }
        keepProbabilities = new double[keys];
        aliases = new int[keys];
        double sum = 0;
        for (int k = 0; k < keys; k++) {
            keepProbabilities[k] = Math.pow(k + 1.0, -skew);
            sum += keepProbabilities[k];
        }
        Deque<Integer> small = new ArrayDeque<>();
        Deque<Integer> large = new ArrayDeque<>();
        for (int k = 0; k < keys; k++) {
            keepProbabilities[k] *= keys / sum;
            aliases[k] = k;
            (keepProbabilities[k] < 1 ? small : large).add(k);
        }
        while (!small.isEmpty() && !large.isEmpty()) {
            int smallKey = small.remove();
            int largeKey = large.remove();
            aliases[smallKey] = largeKey;
            keepProbabilities[largeKey] -= 1 - keepProbabilities[smallKey];
            (keepProbabilities[largeKey] < 1 ? small : large).add(largeKey);
        }
        small.forEach(k -> keepProbabilities[k] = 1); // they remain only because of rounding errors
    }

    /** Draws a key: 0 for the most frequent, 1 for the next, and so on. */
    public int draw(SplittableRandom random) {
        int k = random.nextInt(keepProbabilities.length);
        return random.nextDouble() < keepProbabilities[k] ? k : aliases[k];
    }

    /**
     * Returns the task of a key; the multipliers and shifts hash the key, so that keys spread
     * evenly.
     */
    public static int taskOf(int key, int tasks) {
        int hash = key * 0x9E3779B9;
        hash ^= hash >>> 15;
        hash *= 0x85EBCA6B;
        hash ^= hash >>> 13;
        return Integer.remainderUnsigned(hash, tasks);
    }
}
