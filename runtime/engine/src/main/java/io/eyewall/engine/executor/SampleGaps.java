package io.eyewall.engine.executor;

/**
 * The distances between timed tuples. They vary in a sequence that is the same in every run: with
 * equal distances, if two tasks get tuples alternately, all timed tuples could be those of one
 * task. For one thread.
 */
public final class SampleGaps {
    /**
     * 2^32 divided by the golden ratio, which spreads the seeds. It is odd, so its product with an
     * odd number is never 0, a state that Xorshift cannot leave.
     */
    private static final int SEED_FACTOR = 0x9E3779B9;

    private final int timedEvery;
    private int state;

    /**
     * @param timedEvery one of this many tuples is timed on average; at 1, every tuple is timed
     * @param seed distinguishes sequences
     */
    public SampleGaps(int timedEvery, int seed) {
        this.timedEvery = timedEvery;
        this.state = (seed | 1) * SEED_FACTOR;
    }

    /** Returns the next distance: from 1 to {@code 2 * timedEvery - 1}, all equally likely. */
    public int next() {
        if (timedEvery == 1) {
            return 1;
        }
        state ^= state << 13; // Marsaglia, Xorshift RNGs (2003): visits each number but 0 once
        state ^= state >>> 17;
        state ^= state << 5;
        return 1 + Integer.remainderUnsigned(state, 2 * timedEvery - 1);
    }
}
