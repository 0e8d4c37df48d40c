package io.eyewall.engine.memory;

/**
 * Estimates the typical size of items from a sample: rises to a larger item at once and falls
 * slowly, since limits that depend on it must not be exceeded. One thread updates it.
 */
public final class TypicalSize {
    private static final int SMOOTHING = 8;

    private long bytes = 1;

    /** Adds the size of an item to the estimate. */
    public void record(long itemBytes) {
        bytes = itemBytes >= bytes ? itemBytes : bytes - (bytes - itemBytes + 7) / SMOOTHING;
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
     * @return from 1 to {@code most}
     */
    public int countThatFits(long roomBytes, int most) {
        return (int) Math.max(1, Math.min(most, roomBytes / bytes));
    }
}
