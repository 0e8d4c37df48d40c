package io.eyewall.engine.memory;

/**
 * How large items are that pass by, from some of them: follows a larger one at once and smaller
 * ones slowly, since what is bounded by it must not be exceeded. For one thread.
 */
public final class UsualSize {
    private static final int SMOOTHING = 8;

    private long bytes = 1;

    /** One of the items is so large. */
    public void see(long itemBytes) {
        bytes = itemBytes >= bytes ? itemBytes : bytes - (bytes - itemBytes + 7) / SMOOTHING;
    }

    /** The size of an item, in bytes; 1 at least. Any thread; may be a moment old. */
    public long bytes() {
        return bytes;
    }

    /**
     * How many such items fit into so many bytes.
     *
     * @return from 1 to {@code most}
     */
    public int fit(long roomBytes, int most) {
        return (int) Math.max(1, Math.min(most, roomBytes / bytes));
    }
}
