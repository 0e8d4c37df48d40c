package io.eyewall.examples.email;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the most frequent word of a text. A word is a run of ASCII letters, digits and apostrophes;
 * case does not matter. Among equally frequent words the first one wins.
 *
 * <p>Reuses a hash table from text to text (open addressing, with words as regions of the text, so
 * that none is copied). Confined to one thread.
 */
final class FrequentWord {
    private static final int SMALLEST_TABLE = 256;

    private int[] begins = new int[SMALLEST_TABLE];
    private int[] hashes = new int[SMALLEST_TABLE];
    private int[] lengths = new int[SMALLEST_TABLE];
    private int[] counts = new int[SMALLEST_TABLE];

    private int words;

    /** Returns the most frequent word in lower case, or null if the text has no word. */
    @Nullable String of(String text) {
        Arrays.fill(counts, 0);
        words = 0;
        int begin = 0;
        int hash = 0;
        for (int i = 0; i <= text.length(); i++) {
            int c = i < text.length() ? lowerCaseOfWord(text.charAt(i)) : -1;
            if (c >= 0) {
                hash = 31 * hash + c;
            } else {
                if (i > begin) {
                    count(text, begin, i - begin, hash);
                }
                begin = i + 1;
                hash = 0;
            }
        }
        return best(text);
    }

    private void count(String text, int begin, int length, int hash) {
        int slot = find(text, begin, length, hash);
        if (counts[slot]++ == 0) {
            begins[slot] = begin;
            lengths[slot] = length;
            hashes[slot] = hash;
            if (++words > counts.length / 2) {
                grow();
            }
        }
    }

    /** Returns the slot of a word, or the free slot for it. */
    private int find(String text, int begin, int length, int hash) {
        int mask = counts.length - 1;
        int slot = first(hash, mask);
        while (counts[slot] > 0
                && !(hashes[slot] == hash
                        && lengths[slot] == length
                        && text.regionMatches(true, begins[slot], text, begin, length))) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static int first(int hash, int mask) {
        return (hash ^ (hash >>> 16)) & mask;
    }

    private void grow() {
        int[] oldBegins = begins;
        int[] oldHashes = hashes;
        int[] oldLengths = lengths;
        int[] oldCounts = counts;
        int size = 2 * oldCounts.length;
        begins = new int[size];
        hashes = new int[size];
        lengths = new int[size];
        counts = new int[size];
        for (int old = 0; old < oldCounts.length; old++) {
            if (oldCounts[old] > 0) {
                int slot = first(oldHashes[old], size - 1);
                while (counts[slot] > 0) {
                    slot = (slot + 1) & (size - 1);
                }
                begins[slot] = oldBegins[old];
                hashes[slot] = oldHashes[old];
                lengths[slot] = oldLengths[old];
                counts[slot] = oldCounts[old];
            }
        }
    }

    private @Nullable String best(String text) {
        int best = -1;
        for (int slot = 0; slot < counts.length; slot++) {
            if (counts[slot] > 0
                    && (best < 0
                            || counts[slot] > counts[best]
                            || (counts[slot] == counts[best] && begins[slot] < begins[best]))) {
                best = slot;
            }
        }
        if (best < 0) {
            return null;
        }
        StringBuilder word = new StringBuilder(lengths[best]);
        for (int i = begins[best]; i < begins[best] + lengths[best]; i++) {
            word.append((char) lowerCaseOfWord(text.charAt(i)));
        }
        return word.toString();
    }

    /** Returns the character in lower case, or a negative value if it is not part of a word. */
    private static int lowerCaseOfWord(char c) {
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '\'') {
            return c;
        }
        return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : -1;
    }
}
