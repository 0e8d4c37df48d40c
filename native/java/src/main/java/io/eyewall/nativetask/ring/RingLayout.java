package io.eyewall.nativetask.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The layout of the file of a pair of rings; {@code layout.hpp} describes it. All sides are on one
 * machine, so numbers are in its own order.
 */
final class RingLayout {
    static final long MAGIC = 0x31474e4952575945L;
    static final int VERSION = 1;

    static final int TO_CHILD_AT = 4096;
    static final int FROM_CHILD_AT = 2 * 4096;
    static final int DATA_AT = 3 * 4096;

    // in a control page
    static final int TAIL_AT = 0;
    static final int HEAD_AT = 128;
    static final int READER_WAITS_AT = 256;
    static final int WRITER_WAITS_AT = 384;

    static final int RECORD_HEADER = 8;
    static final int LAST = 1;
    static final int MORE = 2;
    static final int PADDING = 3;

    /** How a waiting reader says that it is to be told of each batch. */
    static final int ALWAYS = 2;

    static final VarHandle LONG =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final VarHandle INT =
            MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private RingLayout() {}

    static int mostInRecord(int capacity) {
        return capacity / 4;
    }

    /** Atomic; in the one order that all threads and processes agree on. */
    static long getLong(ByteBuffer memory, int at) {
        return (long) LONG.getVolatile(memory, at);
    }

    static void setLong(ByteBuffer memory, int at, long value) {
        LONG.setVolatile(memory, at, value);
    }

    static void setInt(ByteBuffer memory, int at, int value) {
        INT.setVolatile(memory, at, value);
    }

    /** Whether the other side waits for news, which it is told of once. */
    static boolean takeWait(ByteBuffer memory, int at) {
        int waits = (int) INT.getVolatile(memory, at);
        return waits == ALWAYS || (waits == 1 && (int) INT.getAndSet(memory, at, 0) != 0);
    }
}
