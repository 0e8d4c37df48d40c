package io.eyewall.nativetask.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The layout of the file of a pair of rings, described in {@code layout.hpp}. Both processes run on
 * one machine, so numbers have its native byte order.
 */
final class RingLayout {
    /** The bytes "EYWRING1" in little-endian order. */
    static final long MAGIC = 0x31474e4952575945L;

    static final int VERSION = 1;

    static final int TO_CHILD_AT = 4096;
    static final int FROM_CHILD_AT = 2 * 4096;
    static final int DATA_AT = 3 * 4096;

    // Offsets in the control page of a ring.
    static final int TAIL_AT = 0;
    static final int HEAD_AT = 128;
    static final int READER_WAITS_AT = 256;
    static final int WRITER_WAITS_AT = 384;

    static final int RECORD_HEADER = 8;

    // Kinds of records: the last part of a batch, another part of it, and unused space at the end.
    static final int LAST = 1;
    static final int MORE = 2;
    static final int PADDING = 3;

    /** Value of {@code READER_WAITS} by which a reader asks to be woken up for every batch. */
    static final int WAKE_ALWAYS = 2;

    static final VarHandle LONG =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final VarHandle INT =
            MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private RingLayout() {}

    static int maxRecordBytes(int capacity) {
        return capacity / 4;
    }

    /** Reads atomically and sequentially consistently, across threads and processes. */
    static long getLong(ByteBuffer memory, int at) {
        return (long) LONG.getVolatile(memory, at);
    }

    static void setLong(ByteBuffer memory, int at, long value) {
        LONG.setVolatile(memory, at, value);
    }

    static void setInt(ByteBuffer memory, int at, int value) {
        INT.setVolatile(memory, at, value);
    }

    /** Returns whether the other side waits and must be woken up; resets a one-time wait. */
    static boolean consumeWait(ByteBuffer memory, int at) {
        int waits = (int) INT.getVolatile(memory, at);
        return waits == WAKE_ALWAYS || (waits == 1 && (int) INT.getAndSet(memory, at, 0) != 0);
    }
}
