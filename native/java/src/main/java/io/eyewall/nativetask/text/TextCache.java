package io.eyewall.nativetask.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Short strings that were read before: most fields of tuples are words of a language, keys, names,
 * and a string that is here already needs neither memory nor, in its hash map, another hash. One
 * place for each hash, the newest stays. At most 4,096 strings of 16 ASCII characters, for one
 * thread.
 */
public final class TextCache {
    /** Eight bytes of an array, least significant first. */
    public static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Of eight bytes: those that no ASCII character has. */
    public static final long HIGH_BITS = 0x8080808080808080L;

    private static final int SIZE = 4096;

    // Pairs. The mark makes lengths differ.
    private final long[] words = new long[2 * SIZE];
    private final @Nullable String[] texts = new String[SIZE];

    private final byte[] bytes = new byte[16];

    /**
     * The string of these bytes, which are as Kryo writes them: the last one marked, 0 behind it.
     *
     * @param low the first eight, least significant first
     * @param high the next eight, likewise
     * @param length 1 to 16
     */
    // hot path: CodecBenchmark
    public String text(long low, long high, int length) {
        int place = place(low, high);
        String known = texts[place];
        if (known != null && words[2 * place] == low && words[2 * place + 1] == high) {
            return known;
        }
        String text = made(low, high, length);
        words[2 * place] = low;
        words[2 * place + 1] = high;
        texts[place] = text;
        return text;
    }

    private static int place(long low, long high) {
        long hash = (low ^ Long.rotateLeft(high, 32)) * 0x9e3779b97f4a7c15L;
        return (int) (hash >>> 52);
    }

    // The deprecated constructor takes bytes as Latin-1 without a look at a character set.
    @SuppressWarnings("deprecation")
    private String made(long low, long high, int length) {
        LONG.set(bytes, 0, low & ~HIGH_BITS);
        LONG.set(bytes, 8, high & ~HIGH_BITS);
        return new String(bytes, 0, 0, length);
    }
}
