package io.eyewall.nativetask.codec;

import io.eyewall.nativetask.text.TextCache;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads Kryo's primitives from untrusted bytes: it never reads beyond their end, and allocates for
 * a length only after checking that as many bytes remain. It does not change the array. After an
 * exception the position is unspecified, and the message must be dropped. Confined to one thread.
 */
public final class KryoReader {

    private byte[] bytes = new byte[0];
    private int position;
    private int end;
    // Copy of a short text without the high bit that marks its last byte; the message itself is not
    // changed.
    private final byte[] shortText = new byte[KryoWriter.MAX_SHORT_TEXT];
    private final TextCache cache = new TextCache();
    private char[] charBuffer = new char[64];

    /** Starts reading a range of an array, which the reader references until the next call. */
    public void reset(byte[] bytes, int from, int to) {
        Objects.checkFromToIndex(from, to, bytes.length);
        this.bytes = bytes;
        position = from;
        end = to;
    }

    /** Returns the position of the next byte. */
    public int position() {
        return position;
    }

    // Returns to an earlier position.
    void rewind(int position) {
        this.position = position;
    }

    /** Returns the number of bytes left. */
    public int remaining() {
        return end - position;
    }

    private CodecException truncatedError() {
        return CodecException.badBytes(end, "the bytes end inside a value");
    }

    private void checkRemaining(int count) {
        if (end - position < count) {
            throw truncatedError();
        }
    }

    /** Reads a byte as 0 to 255. */
    public int readByte() {
        if (position == end) {
            throw truncatedError();
        }
        return bytes[position++] & 0xff;
    }

    int peek() {
        if (position == end) {
            throw truncatedError();
        }
        return bytes[position] & 0xff;
    }

    /** Reads an unsigned varint into the bits of an int. */
    public int readVarint() {
        if (position < end && bytes[position] >= 0) {
            return bytes[position++];
        }
        return readRestOfVarint(0, 0);
    }

    private int readRestOfVarint(int low, int firstShift) {
        long value = low;
        for (int shift = firstShift; shift < 34; shift += 7) {
            int next = readByte();
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                if (value > 0xffffffffL) {
                    break;
                }
                return (int) value;
            }
        }
        throw CodecException.badBytes(position, "a varint has more than 32 bits");
    }

    public int readInt() {
        int value = readVarint();
        return (value >>> 1) ^ -(value & 1);
    }

    public long readLong() {
        long value = 0;
        int shift = 0;
        for (; shift < 56; shift += 7) {
            if (position == end) {
                throw truncatedError();
            }
            byte next = bytes[position++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return (value >>> 1) ^ -(value & 1);
            }
        }
        value |= (long) readByte() << 56;
        return (value >>> 1) ^ -(value & 1);
    }

    /** Reads a flag and a number of up to 32 bits; the flag is bit 32 of the result. */
    public long readFlagVarint() {
        int first = readByte();
        long flag = (long) (first & 0x80) << 25;
        int low = first & 0x3f;
        return (first & 0x40) == 0
                ? flag | low
                : flag | Integer.toUnsignedLong(readRestOfVarint(low, 6));
    }

    public short readShort() {
        checkRemaining(2);
        short value = (short) KryoWriter.SHORT.get(bytes, position);
        position += 2;
        return value;
    }

    public char readChar() {
        checkRemaining(2);
        char value = (char) KryoWriter.CHAR.get(bytes, position);
        position += 2;
        return value;
    }

    public float readFloat() {
        checkRemaining(4);
        int bits = (int) KryoWriter.INT.get(bytes, position);
        position += 4;
        return Float.intBitsToFloat(bits);
    }

    public double readDouble() {
        return Double.longBitsToDouble(readFixedLong());
    }

    /** Reads eight bytes, little-endian. */
    public long readFixedLong() {
        checkRemaining(8);
        long value = (long) TextCache.LONG.get(bytes, position);
        position += 8;
        return value;
    }

    /** Reads a byte array into a new one; null on the wire is an error. */
    public byte[] readBytes() {
        int plusOne = readVarint();
        if (plusOne == 0) {
            throw CodecException.badBytes(position, "null where a byte[] is expected");
        }
        // Compared unsigned: a negative number is a length of more than 2^31.
        if (Integer.compareUnsigned(plusOne - 1, end - position) > 0) {
            throw lengthError(plusOne);
        }
        byte[] value = new byte[plusOne - 1];
        System.arraycopy(bytes, position, value, 0, value.length);
        position += value.length;
        return value;
    }

    private CodecException lengthError(int plusOne) {
        return CodecException.badBytes(
                position,
                "a length of "
                        + (Integer.toUnsignedLong(plusOne) - 1)
                        + ", but "
                        + (end - position)
                        + " bytes left");
    }

    /** Reads a string; null on the wire is an error. */
    // hot path: CodecBenchmark
    public String readText() {
        return peek() < 0x80 ? readShortText() : readTextWithLength();
    }

    // The deprecated constructor interprets bytes as Latin-1 without a charset lookup, which suits
    // ASCII.
    @SuppressWarnings("deprecation")
    private String readShortText() {
        String text = readCachedText();
        if (text != null) {
            return text;
        }
        byte[] to = shortText;
        int limit = Math.min(end - position, KryoWriter.MAX_SHORT_TEXT);
        int i = 0;
        for (; i + 8 <= limit; i += 8) {
            long word = (long) TextCache.LONG.get(bytes, position + i);
            long high = word & TextCache.HIGH_BITS;
            TextCache.LONG.set(to, i, word & ~TextCache.HIGH_BITS);
            if (high != 0) {
                int length = i + (Long.numberOfTrailingZeros(high) >>> 3) + 1;
                position += length;
                return new String(to, 0, 0, length);
            }
        }
        for (; i < limit; i++) {
            byte next = bytes[position + i];
            to[i] = (byte) (next & 0x7f);
            if (next < 0) {
                position += i + 1;
                return new String(to, 0, 0, i + 1);
            }
        }
        if (limit < KryoWriter.MAX_SHORT_TEXT) {
            throw truncatedError();
        }
        throw CodecException.badBytes(position, "a string of ASCII with more than 32 characters");
    }

    // Returns null if the text has more than 16 characters, or lies too close to the end of the
    // array for whole words. A word may extend beyond the end of the message; a text may not.
    private @Nullable String readCachedText() {
        if (bytes.length - position < 8) {
            return null;
        }
        long low = (long) TextCache.LONG.get(bytes, position);
        long marks = low & TextCache.HIGH_BITS;
        long high = 0;
        int last;
        if (marks != 0) {
            last = Long.numberOfTrailingZeros(marks);
            low &= -1L >>> (63 - last);
            last >>>= 3;
        } else {
            if (bytes.length - position < 16) {
                return null;
            }
            high = (long) TextCache.LONG.get(bytes, position + 8);
            marks = high & TextCache.HIGH_BITS;
            if (marks == 0) {
                return null;
            }
            last = Long.numberOfTrailingZeros(marks);
            high &= -1L >>> (63 - last);
            last = 8 + (last >>> 3);
        }
        if (last >= end - position) {
            throw truncatedError();
        }
        String text = cache.get(low, high, last + 1);
        position += last + 1;
        return text;
    }

    private String readTextWithLength() {
        long flagged = readFlagVarint();
        int plusOne = (int) flagged;
        if (plusOne == 0) {
            throw CodecException.badBytes(position, "null where a string is expected");
        }
        if (Integer.compareUnsigned(plusOne - 1, end - position) > 0) {
            throw lengthError(plusOne);
        }
        int length = plusOne - 1;
        if (charBuffer.length < length) {
            charBuffer = new char[Math.max(length, Math.min(2 * charBuffer.length, 1 << 16))];
        }
        char[] to = charBuffer;
        for (int i = 0; i < length; i++) {
            int first = readByte();
            to[i] = first < 0x80 ? (char) first : readRestOfUnit(first);
        }
        String text = new String(to, 0, length);
        if (charBuffer.length > 1 << 16) {
            charBuffer = new char[64]; // a rare long string does not keep its buffer
        }
        return text;
    }

    private char readRestOfUnit(int first) {
        if (first >= 0xc2 && first < 0xe0) {
            return (char) (((first & 0x1f) << 6) | readContinuation());
        }
        if (first >= 0xe0 && first < 0xf0) {
            int unit = ((first & 0xf) << 12) | (readContinuation() << 6) | readContinuation();
            if (unit >= 0x800) {
                return (char) unit;
            }
        }
        throw CodecException.badBytes(position, "a string is not CESU-8");
    }

    private int readContinuation() {
        int next = readByte();
        if ((next & 0xc0) != 0x80) {
            throw CodecException.badBytes(position, "a string is not CESU-8");
        }
        return next & 0x3f;
    }
}
