package io.eyewall.toolkit.punctuation;

import java.util.Locale;

/** The kinds of markers. */
public enum Marker {
    /** The end of a window. The windows of a task are numbered from 1, or by their end times. */
    WINDOW,
    /**
     * The end of the stream. It may be repeated: when tuples fail after it and are emitted again,
     * another end marker follows them.
     */
    FINAL,
    /** A snapshot: what was sent before belongs to the snapshot with this number. */
    SNAPSHOT,
    /** A rollback: what was sent before is dropped. The number is that of the new epoch. */
    ROLLBACK;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** Returns the word that stands for the marker in a tuple. */
    public String word() {
        return word;
    }

    /**
     * Returns the marker for a word of a tuple.
     *
     * @throws IllegalArgumentException if no marker has this word
     */
    static Marker ofWord(Object word) {
        for (Marker marker : values()) {
            if (marker.word.equals(word)) {
                return marker;
            }
        }
        throw new IllegalArgumentException(
                "a tuple of stream '"
                        + Punctuation.STREAM
                        + "' has the marker '"
                        + word
                        + "'; expected one of 'window', 'final', 'snapshot' and 'rollback'");
    }
}
