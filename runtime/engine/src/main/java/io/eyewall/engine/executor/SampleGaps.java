package io.eyewall.engine.executor;

/**
 * The distances between timed tuples. They vary in a sequence that is the same in every run: with
 * equal distances, if two tasks get tuples alternately, all timed tuples could be those of one
 * task. For one thread.
 */
public final class SampleGaps {
    private static final int ODD = 0x9E3779B9;

    private final int every;
    private int state;

    /**
     * @param every one of this many tuples is timed on average; 1 times all
     * @param seed distinguishes sequences
     */
    public SampleGaps(int every, int seed) {
        this.every = every;
        this.state = (seed | 1) * ODD;
    }

    /** Returns the next distance: from 1 to {@code 2 * every - 1}, all equally likely. */
    public int next() {
        if (every == 1) {
            return 1;
        }
        state ^= state << 13; // Marsaglia, Xorshift RNGs (2003): visits each number but 0 once
        state ^= state >>> 17;
        state ^= state << 5;
        return 1 + Integer.remainderUnsigned(state, 2 * every - 1);
    }
}
