package io.eyewall.nativetask.ring;

import java.nio.ByteBuffer;

/** The writing end of a ring. Confined to one thread at a time; never blocks. */
public final class RingWriter {
    private final ByteBuffer memory;
    private final int control;
    private final int data;
    private final int capacity;

    /** Authoritative tail; the copy in the file is for the reader. */
    private long tail;

    /** The reader's head as this writer last read it. */
    private long head;

    RingWriter(ByteBuffer memory, int control, int data, int capacity) {
        this.memory = memory;
        this.control = control;
        this.data = data;
        this.capacity = capacity;
    }

    /**
     * Writes and publishes as much of a batch as there is room for, and advances the batch's
     * position by that much. Hot path.
     *
     * @param batch a batch whose size is a multiple of 8
     * @return whether the caller must wake the reader up
     * @throws CorruptRingException if the reader's head is impossible
     */
    public boolean write(ByteBuffer batch) {
        long to = tail;
        long freeBytes = capacity - (to - readHead());
        while (batch.hasRemaining()) {
            int at = (int) (to & capacity - 1);
            int bytesToEnd = capacity - at;
            int size = Math.min(batch.remaining(), RingLayout.maxRecordBytes(capacity));
            int needed = RingLayout.RECORD_HEADER + size;
            if (needed > bytesToEnd) {
                if (freeBytes < bytesToEnd) {
                    break;
                }
                writeHeader(at, bytesToEnd - RingLayout.RECORD_HEADER, RingLayout.PADDING);
                to += bytesToEnd;
                freeBytes -= bytesToEnd;
                continue;
            }
            if (freeBytes < needed) {
                break;
            }
            memory.put(data + at + RingLayout.RECORD_HEADER, batch, batch.position(), size);
            batch.position(batch.position() + size);
            writeHeader(at, size, batch.hasRemaining() ? RingLayout.MORE : RingLayout.LAST);
            to += needed;
            freeBytes -= needed;
        }
        if (to == tail) {
            return false;
        }
        tail = to;
        RingLayout.setLong(memory, control + RingLayout.TAIL_AT, to);
        return RingLayout.consumeWait(memory, control + RingLayout.READER_WAITS_AT);
    }

    private void writeHeader(int at, int size, int part) {
        memory.putInt(data + at, size).putInt(data + at + 4, part);
    }

    private long readHead() {
        long read = RingLayout.getLong(memory, control + RingLayout.HEAD_AT);
        if (read < head || read > tail || read % 8 != 0) {
            throw new CorruptRingException(
                    "the reader of the ring claims to have read "
                            + read
                            + " bytes, after "
                            + head
                            + " of "
                            + tail);
        }
        head = read;
        return read;
    }

    /**
     * Asks the reader to wake this side up when it makes room.
     *
     * @return true if the reader has made room since the last {@link #write}
     */
    public boolean announceWait() {
        long before = head;
        RingLayout.setInt(memory, control + RingLayout.WRITER_WAITS_AT, 1);
        return readHead() != before;
    }
}
