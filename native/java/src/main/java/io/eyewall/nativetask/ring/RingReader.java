package io.eyewall.nativetask.ring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** The end of a ring that reads. */
public final class RingReader {
    private final ByteBuffer memory;
    private final int control;
    private final int data;
    private final int capacity;

    /** Ours; the one in the file is for the writer. */
    private long head;

    /** As last seen. */
    private long tail;

    private int taken;
    private boolean last;

    RingReader(ByteBuffer memory, int control, int data, int capacity) {
        this.memory = memory;
        this.control = control;
        this.data = data;
        this.capacity = capacity;
    }

    /**
     * The next part of a batch, until {@link #release}; null if there is none yet. hot path.
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
            int size = memory.getInt(data + at); // once: the other side might change it
            int part = memory.getInt(data + at + 4);
            long unread = tail - head;
            if (size < 0
                    || size % 8 != 0
                    || part < RingLayout.LAST
                    || part > RingLayout.PADDING
                    || RingLayout.RECORD_HEADER + (long) size > Math.min(unread, capacity - at)) {
                throw new CorruptRingException(
                        "a record of "
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
            taken = RingLayout.RECORD_HEADER + size;
            last = part == RingLayout.LAST;
            return memory.slice(data + at + RingLayout.RECORD_HEADER, size)
                    .order(ByteOrder.nativeOrder());
        }
    }

    /** Whether what {@link #next} gave is the last or only part of its batch. */
    public boolean isLast() {
        return last;
    }

    /**
     * Gives the room of what {@link #next} gave back to the writer.
     *
     * @return whether the writer is to be woken up
     */
    public boolean release() {
        head += taken;
        taken = 0;
        RingLayout.setLong(memory, control + RingLayout.HEAD_AT, head);
        return RingLayout.takeWait(memory, control + RingLayout.WRITER_WAITS_AT);
    }

    /**
     * Asks the writer to wake this side up when it writes.
     *
     * @return true if it has already
     */
    public boolean announceWait() {
        RingLayout.setInt(memory, control + RingLayout.READER_WAITS_AT, 1);
        return RingLayout.getLong(memory, control + RingLayout.TAIL_AT) != head;
    }
}
