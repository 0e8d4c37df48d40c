package io.eyewall.nativetask.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Cache of short strings, found by their bytes. Most fields of tuples are words, keys or names that
 * repeat; a cached string costs no allocation, and its hash code is computed once for all hash
 * maps. Each hash has one slot, which keeps the newest string: at most 4,096 strings of up to 16
 * ASCII characters. Confined to one thread.
 */
public final class TextCache {
    /** Accesses eight bytes of an array, least significant first. */
    public static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The high bits of eight bytes, which are 0 in ASCII characters. */
    public static final long HIGH_BITS = 0x8080808080808080L;

    private static final int SIZE = 4096;

    // Pairs (low, high) of each slot. The high bit of a text's last byte distinguishes lengths.
    private final long[] words = new long[2 * SIZE];
    private final @Nullable String[] texts = new String[SIZE];

    private final byte[] bytes = new byte[16];

    /**
     * Returns the string of bytes in Kryo's form: the last byte has its high bit set, and 0
     * follows.
     *
     * @param low the first eight bytes, least significant first
     * @param high the next eight bytes, least significant first
     * @param length the number of characters, 1 to 16
     */
    // hot path: CodecBenchmark
    public String get(long low, long high, int length) {
        int slot = slot(low, high);
        String cached = texts[slot];
        if (cached != null && words[2 * slot] == low && words[2 * slot + 1] == high) {
            return cached;
        }
        String text = decode(low, high, length);
        words[2 * slot] = low;
        words[2 * slot + 1] = high;
        texts[slot] = text;
        return text;
    }

    /**
     * Returns the slot by a multiplicative hash; the factor is 2^64 divided by the golden ratio.
     */
    private static int slot(long low, long high) {
        long hash = (low ^ Long.rotateLeft(high, 32)) * 0x9e3779b97f4a7c15L;
        return (int) (hash >>> 52); // 12 bits, as SIZE is 2^12
    }

    // The deprecated constructor interprets bytes as Latin-1 without a charset lookup.
    @SuppressWarnings("deprecation")
    private String decode(long low, long high, int length) {
        LONG.set(bytes, 0, low & ~HIGH_BITS);
        LONG.set(bytes, 8, high & ~HIGH_BITS);
        return new String(bytes, 0, 0, length);
    }
}
