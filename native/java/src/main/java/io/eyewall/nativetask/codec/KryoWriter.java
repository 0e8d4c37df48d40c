package io.eyewall.nativetask.codec;

import io.eyewall.nativetask.text.TextCache;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes Kryo's primitives into a growing array. Confined to one thread.
 *
 * <pre>
 *   int, long      zigzag varint, at most 5 and 9 bytes
 *   fixed-width    little-endian
 *   string         2 to 32 ASCII characters, the last with its high bit set; otherwise
 *                  flag varint (80, n + 1), CESU-8; null is 80
 *   byte[]         varint (n + 1), the bytes; null is 00
 * </pre>
 *
 * <p>Golden file: {@code native/golden/values.golden}.
 */
public final class KryoWriter {

    static final VarHandle SHORT = view(short[].class);
    static final VarHandle CHAR = view(char[].class);
    static final VarHandle INT = view(int[].class);

    static final int MAX_SHORT_TEXT = 32;
    private static final int MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8;

    byte[] buffer;
    int position;

    /**
     * Creates an empty writer.
     *
     * @param capacity the initial capacity in bytes; positive
     */
    public KryoWriter(int capacity) {
        buffer = new byte[Math.max(capacity, 16)];
    }

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the array, whose first {@link #size} bytes are valid until the next write. */
    public byte[] buffer() {
        return buffer;
    }

    /** Returns the number of bytes written. */
    public int size() {
        return position;
    }

    /** Discards all written bytes. */
    public void clear() {
        position = 0;
    }

    /**
     * Discards the bytes written after an earlier {@link #size}.
     *
     * @param size at most the current size
     */
    public void truncate(int size) {
        if (size < 0 || size > position) {
            throw new IllegalArgumentException("cannot truncate " + position + " to " + size);
        }
        position = size;
    }

    /** Returns a copy of the written bytes. */
    public byte[] toBytes() {
        return Arrays.copyOf(buffer, position);
    }

    void ensureCapacity(int bytes) {
        if (buffer.length - position < bytes) {
            grow(bytes);
        }
    }

    private void grow(int bytes) {
        long needed = (long) position + bytes;
        if (needed > MAX_ARRAY_BYTES) {
            throw CodecException.badValues(
                    "the message needs "
                            + needed
                            + " bytes; an array holds at most "
                            + MAX_ARRAY_BYTES);
        }
        buffer =
                Arrays.copyOf(
                        buffer,
                        (int) Math.min(MAX_ARRAY_BYTES, Math.max(needed, 2L * buffer.length)));
    }

    // The caller has ensured the capacity.
    void putByte(int value) {
        buffer[position++] = (byte) value;
    }

    public void writeByte(int value) {
        ensureCapacity(1);
        buffer[position++] = (byte) value;
    }

    /** Writes an unsigned varint; a negative value takes 5 bytes. */
    public void writeVarint(int value) {
        ensureCapacity(5);
        putVarint(value);
    }

    // The caller has ensured a capacity of 5 bytes.
    private void putVarint(int value) {
        byte[] to = buffer;
        int at = position;
        int remainingBits = value;
        while ((remainingBits & ~0x7f) != 0) {
            to[at++] = (byte) (remainingBits | 0x80);
            remainingBits >>>= 7;
        }
        to[at++] = (byte) remainingBits;
        position = at;
    }

    public void writeInt(int value) {
        writeVarint((value << 1) ^ (value >> 31));
    }

    public void writeLong(long value) {
        ensureCapacity(9);
        byte[] to = buffer;
        int at = position;
        long remainingBits = (value << 1) ^ (value >> 63);
        int end = at + 8;
        while ((remainingBits & ~0x7fL) != 0 && at < end) {
            to[at++] = (byte) (remainingBits | 0x80);
            remainingBits >>>= 7;
        }
        to[at++] = (byte) remainingBits;
        position = at;
    }

    /**
     * Writes a flag and the low six bits in one byte, then a varint of the rest if there is more.
     */
    public void writeFlagVarint(boolean flag, int value) {
        ensureCapacity(5);
        int high = flag ? 0x80 : 0;
        if (value >>> 6 == 0) {
            buffer[position++] = (byte) (high | value);
        } else {
            buffer[position++] = (byte) (high | 0x40 | (value & 0x3f));
            putVarint(value >>> 6);
        }
    }

    public void writeShort(short value) {
        ensureCapacity(2);
        SHORT.set(buffer, position, value);
        position += 2;
    }

    public void writeChar(char value) {
        ensureCapacity(2);
        CHAR.set(buffer, position, value);
        position += 2;
    }

    public void writeFloat(float value) {
        ensureCapacity(4);
        INT.set(buffer, position, Float.floatToIntBits(value));
        position += 4;
    }

    public void writeDouble(double value) {
        ensureCapacity(8);
        TextCache.LONG.set(buffer, position, Double.doubleToLongBits(value));
        position += 8;
    }

    /** Writes eight bytes, little-endian. */
    public void writeFixedLong(long value) {
        ensureCapacity(8);
        TextCache.LONG.set(buffer, position, value);
        position += 8;
    }

    /** Writes bytes without a length. */
    public void writeRaw(byte[] bytes) {
        ensureCapacity(bytes.length);
        System.arraycopy(bytes, 0, buffer, position, bytes.length);
        position += bytes.length;
    }

    public void writeBytes(byte[] bytes) {
        if (bytes.length > MAX_ARRAY_BYTES - 5) {
            throw CodecException.badValues(
                    "a byte[] of " + bytes.length + " bytes exceeds the largest message");
        }
        ensureCapacity(5 + bytes.length);
        putVarint(bytes.length + 1);
        System.arraycopy(bytes, 0, buffer, position, bytes.length);
        position += bytes.length;
    }

    // hot path: CodecBenchmark
    public void writeText(String text) {
        int length = text.length();
        if (length < 2 || length > MAX_SHORT_TEXT) {
            writeTextWithLength(text);
            return;
        }
        ensureCapacity(length);
        byte[] to = buffer;
        int at = position;
        int allBits = 0;
        for (int i = 0; i < length; i++) {
            char unit = text.charAt(i);
            allBits |= unit;
            to[at + i] = (byte) unit;
        }
        if (allBits > 0x7f) {
            writeTextWithLength(text);
            return;
        }
        at += length;
        to[at - 1] |= (byte) 0x80;
        position = at;
    }

    public void writeNullText() {
        writeByte(0x80);
    }

    private void writeTextWithLength(String text) {
        int length = text.length();
        long maxBytes = 5 + 3L * length;
        if (maxBytes > MAX_ARRAY_BYTES) {
            throw CodecException.badValues(
                    "a string of " + length + " characters exceeds the largest message");
        }
        ensureCapacity((int) maxBytes);
        writeFlagVarint(true, length + 1);
        byte[] to = buffer;
        int at = position;
        for (int i = 0; i < length; i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                to[at++] = (byte) unit;
            } else if (unit < 0x800) {
                to[at++] = (byte) (0xc0 | (unit >> 6));
                to[at++] = (byte) (0x80 | (unit & 0x3f));
            } else {
                to[at++] = (byte) (0xe0 | (unit >> 12));
                to[at++] = (byte) (0x80 | ((unit >> 6) & 0x3f));
                to[at++] = (byte) (0x80 | (unit & 0x3f));
            }
        }
        position = at;
    }
}
