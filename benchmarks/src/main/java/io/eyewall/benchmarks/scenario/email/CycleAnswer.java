package io.eyewall.benchmarks.scenario.email;

import java.util.function.IntToLongFunction;

/**
 * The expected answer after a source has emitted a number of emails from a cycle, starting with the
 * first. Immutable.
 */
public final class CycleAnswer {
    /** The length of an email that the pipeline drops. */
    static final long DROPPED = -1;

    private final int length;
    private final long[] arrived;
    private final long[] characters;

    /**
     * Computes the expected answer.
     *
     * @param length number of emails in the cycle
     * @param charactersOf returns the length at which an email arrives; {@link #DROPPED} if it does
     *     not arrive
     */
    CycleAnswer(int length, IntToLongFunction charactersOf) {
        this.length = length;
        arrived = new long[length + 1];
        characters = new long[length + 1];
        for (int i = 0; i < length; i++) {
            long count = charactersOf.applyAsLong(i);
            arrived[i + 1] = arrived[i] + (count == DROPPED ? 0 : 1);
            characters[i + 1] = characters[i] + Math.max(0, count);
        }
    }

    /** Returns how many of a source's first {@code emitted} emails arrive. */
    public long arrived(long emitted) {
        return sum(arrived, emitted);
    }

    /** Returns how many characters, or bytes, of a source's first {@code emitted} emails arrive. */
    public long characters(long emitted) {
        return sum(characters, emitted);
    }

    private long sum(long[] sums, long emitted) {
        return emitted / length * sums[length] + sums[(int) (emitted % length)];
    }
}
