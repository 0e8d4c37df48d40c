package io.eyewall.testkit.chaos;

import java.io.Serializable;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * The misbehaviour of a bolt.
 *
 * @param seed seed of its choices
 * @param mischief percentage of tuples with which it misbehaves
 * @param longestDozeNs nanoseconds that it may block its thread; 0 if it must not
 */
record ChaosDice(long seed, int mischief, int longestDozeNs) implements Serializable {
    boolean slow() {
        return longestDozeNs > 0;
    }

    /** Blocks the calling thread for a while. */
    void doze(SplittableRandom random) {
        LockSupport.parkNanos(1 + random.nextInt(longestDozeNs));
    }
}
