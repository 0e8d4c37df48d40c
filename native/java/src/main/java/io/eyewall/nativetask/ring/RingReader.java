package io.eyewall.nativetask.ring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** The reading end of a ring. Confined to one thread at a time; never blocks. */
public final class RingReader {
    private final ByteBuffer memory;
    private final int control;
    private final int data;
    private final int capacity;

    /** Authoritative head; the copy in the file is for the writer. */
    private long head;

    /** The writer's tail as this reader last read it. */
    private long tail;

    private int recordBytes;
    private boolean last;

    RingReader(ByteBuffer memory, int control, int data, int capacity) {
        this.memory = memory;
        this.control = control;
        this.data = data;
        this.capacity = capacity;
    }

    /**
     * Returns the next part of a batch, valid until {@link #release}; null if there is none yet.
     * Hot path.
     *
     * @throws CorruptRingException if indices or sizes are impossible
     */
    public @Nullable ByteBuffer next() {
        for (; ; ) {
            if (head == tail) {
                long written = RingLayout.getLong(memory, control + RingLayout.TAIL_AT);
                if (written == head) {
                    return null;
                }
                if (written < head || written - head > capacity || written % 8 != 0) {
                    throw new CorruptRingException(
                            "the writer of the ring claims to have written "
                                    + written
                                    + " bytes; "
                                    + head
                                    + " were read, and the ring holds "
                                    + capacity);
                }
                tail = written;
            }
            int at = (int) (head & capacity - 1);
            int size =
                    memory.getInt(data + at); // read once, because the other side might change it
            int part = memory.getInt(data + at + 4);
            long unread = tail - head;
            if (size < 0
                    || size % 8 != 0
                    || part < RingLayout.LAST
                    || part > RingLayout.PADDING
                    || RingLayout.RECORD_HEADER + (long) size > Math.min(unread, capacity - at)) {
                throw new CorruptRingException(
                        "invalid record of "
                                + size
                                + " bytes, kind "
                                + part
                                + ", at "
                                + at
                                + " of a ring of "
                                + capacity
                                + " with "
                                + unread
                                + " unread");
            }
            if (part == RingLayout.PADDING) {
                head += RingLayout.RECORD_HEADER + size;
                continue;
            }
            recordBytes = RingLayout.RECORD_HEADER + size;
            last = part == RingLayout.LAST;
            return memory.slice(data + at + RingLayout.RECORD_HEADER, size)
                    .order(ByteOrder.nativeOrder());
        }
    }

    /** Returns whether the part of {@link #next} is the last or only part of its batch. */
    public boolean isLast() {
        return last;
    }

    /**
     * Gives the space of the part that {@link #next} returned back to the writer.
     *
     * @return whether the caller must wake the writer up
     */
    public boolean release() {
        head += recordBytes;
        recordBytes = 0;
        RingLayout.setLong(memory, control + RingLayout.HEAD_AT, head);
        return RingLayout.consumeWait(memory, control + RingLayout.WRITER_WAITS_AT);
    }

    /**
     * Asks the writer to wake this side up at its next write.
     *
     * @return true if there is unread data already
     */
    public boolean announceWait() {
        RingLayout.setInt(memory, control + RingLayout.READER_WAITS_AT, 1);
        return RingLayout.getLong(memory, control + RingLayout.TAIL_AT) != head;
    }
}
