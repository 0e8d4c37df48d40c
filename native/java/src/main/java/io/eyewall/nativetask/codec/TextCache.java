package io.eyewall.nativetask.codec;

import org.jspecify.annotations.Nullable;

/**
 * Short strings that were read before: most fields of tuples are words of a language, keys, names,
 * and a string that is here already needs neither memory nor, in its hash map, another hash. One
 * place for each hash, the newest stays. At most 512 strings of 16 characters.
 */
final class TextCache {

    private static final int SIZE = 512;

    // The bytes of the wire: their mark of the last one makes lengths differ.
    private final long[] low = new long[SIZE];
    private final long[] high = new long[SIZE];
    private final @Nullable String[] texts = new String[SIZE];

    static int place(long low, long high) {
        long hash = (low ^ Long.rotateLeft(high, 32)) * 0x9e3779b97f4a7c15L;
        return (int) (hash >>> 55);
    }

    @Nullable String find(int place, long low, long high) {
        return this.low[place] == low && this.high[place] == high ? texts[place] : null;
    }

    void put(int place, long low, long high, String text) {
        this.low[place] = low;
        this.high[place] = high;
        texts[place] = text;
    }
}
