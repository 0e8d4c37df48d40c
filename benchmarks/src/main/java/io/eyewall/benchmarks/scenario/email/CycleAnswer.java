package io.eyewall.benchmarks.scenario.email;

import java.util.function.IntToLongFunction;

/**
 * The expected output when a source has emitted a number of emails from a cycle, starting with the
 * first. Immutable.
 */
public final class CycleAnswer {
    /** An email that does not arrive. */
    static final long DROPPED = -1;

    private final int length;
    private final long[] arrived;
    private final long[] characters;

    /**
     * Works it out.
     *
     * @param length emails of the cycle
     * @param charactersOf what arrives of an email; {@link #DROPPED}: it does not
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

    /** Emails that arrive of a source's first {@code emitted}. */
    public long arrived(long emitted) {
        return sum(arrived, emitted);
    }

    /** Characters, or bytes, that arrive of a source's first {@code emitted}. */
    public long characters(long emitted) {
        return sum(characters, emitted);
    }

    private long sum(long[] sums, long emitted) {
        return emitted / length * sums[length] + sums[(int) (emitted % length)];
    }
}
