package io.eyewall.model.simulation.event;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/**
 * Draws keys whose frequencies follow Zipf's law: the k-th is as frequent as {@code 1 / k^skew}.
 * Walker's alias method: constant time per key. Immutable.
 */
public final class SkewedKeys {
    private final double[] cuts;
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
        cuts = new double[keys];
        aliases = new int[keys];
        double sum = 0;
        for (int k = 0; k < keys; k++) {
            cuts[k] = Math.pow(k + 1.0, -skew);
            sum += cuts[k];
        }
        Deque<Integer> small = new ArrayDeque<>();
        Deque<Integer> large = new ArrayDeque<>();
        for (int k = 0; k < keys; k++) {
            cuts[k] *= keys / sum;
            aliases[k] = k;
            (cuts[k] < 1 ? small : large).add(k);
        }
        while (!small.isEmpty() && !large.isEmpty()) {
            int less = small.remove();
            int more = large.remove();
            aliases[less] = more;
            cuts[more] -= 1 - cuts[less];
            (cuts[more] < 1 ? small : large).add(more);
        }
        small.forEach(k -> cuts[k] = 1); // they remain because of rounding only
    }

    /** Draws a key, from 0. */
    public int draw(SplittableRandom random) {
        int k = random.nextInt(cuts.length);
        return random.nextDouble() < cuts[k] ? k : aliases[k];
    }

    /** Returns the task of a key; keys are spread as by a hash function. */
    public static int task(int key, int tasks) {
        int hash = key * 0x9E3779B9;
        hash ^= hash >>> 15;
        hash *= 0x85EBCA6B;
        hash ^= hash >>> 13;
        return Integer.remainderUnsigned(hash, tasks);
    }
}
