package io.eyewall.engine.executor;

/**
 * How many tuples after the last one the next is timed. Gaps differ, by a sequence that is the same
 * in every run: with equal ones, of two tasks that get tuples in turn the same would be timed
 * always, and the other never. For one thread.
 */
final class SampleGaps {
    private static final int ODD = 0x9E3779B9;

    private final int every;
    private int state;

    /**
     * @param every one of so many is timed, on average; 1 for all
     * @param seed tells sequences apart
     */
    SampleGaps(int every, int seed) {
        this.every = every;
        this.state = (seed | 1) * ODD;
    }

    /** The next gap: from 1 to {@code 2 every - 1}, each as often as any other. */
    int next() {
        if (every == 1) {
            return 1;
        }
        state ^= state << 13; // Marsaglia, Xorshift RNGs (2003): all numbers but 0, each once
        state ^= state >>> 17;
        state ^= state << 5;
        return 1 + Integer.remainderUnsigned(state, 2 * every - 1);
    }
}
