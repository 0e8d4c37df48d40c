package io.eyewall.nativetask.text;

import org.jspecify.annotations.Nullable;

/**
 * Short strings that were read before: most fields of tuples are words of a language, keys, names,
 * and a string that is here already needs neither memory nor, in its hash map, another hash. One
 * place for each hash, the newest stays. At most 4,096 strings of 16 ASCII characters, for one
 * thread.
 */
public final class TextCache {
    private static final int SIZE = 4096;

    // Pairs of words: the bytes as Kryo writes them, whose mark of the last one makes lengths
    // differ. Least significant first, 0 behind the last.
    private final long[] words = new long[2 * SIZE];
    private final @Nullable String[] texts = new String[SIZE];

    /** Where the string of these bytes belongs. */
    public static int place(long low, long high) {
        long hash = (low ^ Long.rotateLeft(high, 32)) * 0x9e3779b97f4a7c15L;
        return (int) (hash >>> 52);
    }

    /** The string of these bytes, if it was the last to be put at its place. */
    public @Nullable String find(int place, long low, long high) {
        return words[2 * place] == low && words[2 * place + 1] == high ? texts[place] : null;
    }

    /** Keeps a string instead of what is at its place. */
    public void put(int place, long low, long high, String text) {
        words[2 * place] = low;
        words[2 * place + 1] = high;
        texts[place] = text;
    }
}
