package io.eyewall.engine.memory;

/**
 * Estimates the typical size of items from a sample. The estimate rises to a larger item at once
 * and falls slowly, since limits that depend on it must not be exceeded. One thread updates it.
 */
public final class TypicalSize {
    /** A smaller item lowers the estimate by its difference divided by this, rounded up. */
    private static final int DECAY_DIVISOR = 8;

    private long bytes = 1;

    /** Adds the size of an item to the estimate. */
    public void record(long itemBytes) {
        bytes =
                itemBytes >= bytes
                        ? itemBytes
                        : bytes - (bytes - itemBytes + (DECAY_DIVISOR - 1)) / DECAY_DIVISOR;
    }

    /**
     * Returns the size of an item in bytes; 1 at least. Any thread may call; the result may be
     * slightly out of date.
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Returns how many such items fit into a number of bytes.
     *
     * @return from 1 to {@code maxCount}
     */
    public int countThatFits(long roomBytes, int maxCount) {
        return (int) Math.max(1, Math.min(maxCount, roomBytes / bytes));
    }
}
